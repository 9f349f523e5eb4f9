// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One version of a model, as its file says it: names are unresolved and nothing is inherited.
///
/// Built by `ModelReader`, written by `ModelWriter`. A value; any thread.
package struct ModelDocument: Codable, Sendable, Equatable {
  /// The version's name: its folder's name without the extension.
  package var name: String
  /// `userDefinedModelVersionIdentifier`: `nil` when absent; the empty text is a value.
  package var versionIdentifier: String?
  /// `sourceLanguage`, for example `Swift`.
  package var sourceLanguage: String?
  package var usesCloudKit = false
  package var entities: [EntityDocument] = []
  package var composites: [CompositeDocument] = []
  package var fetchRequests: [FetchRequestDocument] = []
  package var configurations: [ConfigurationDocument] = []
  /// Attributes of the element that have no field here, kept for the writer.
  package var otherAttributes: [String: String] = [:]
  package var line = SourceLine()

  package init(name: String) { self.name = name }

  /// Returns the entity of that name; linear in the number of entities.
  package func entity(named name: String) -> EntityDocument? {
    entities.first { $0.name == name }
  }

  /// Returns the composite type of that name; linear in the number of composites.
  package func composite(named name: String) -> CompositeDocument? {
    composites.first { $0.name == name }
  }
}
