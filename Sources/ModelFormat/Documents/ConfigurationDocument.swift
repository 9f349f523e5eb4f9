// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A `<configuration>`: a named subset of the entities.
package struct ConfigurationDocument: Codable, Sendable, Equatable {
  package var name: String
  /// Names of entities, in the order of the file.
  package var memberEntityNames: [String] = []
  package var usesCloudKit = false
  /// Attributes of the element that have no field here, kept for the writer.
  package var otherAttributes: [String: String] = [:]
  package var line = SourceLine()

  package init(name: String, memberEntityNames: [String] = []) {
    self.name = name
    self.memberEntityNames = memberEntityNames
  }
}
