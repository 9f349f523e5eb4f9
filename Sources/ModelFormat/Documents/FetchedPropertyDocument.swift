// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A `<fetchedProperty>`: always transient, optional and read-only.
package struct FetchedPropertyDocument: Codable, Sendable, Equatable {
  package var name: String
  /// The file's statement; the property behaves as optional either way.
  package var isOptional = true
  /// `nil` when the file has none, which is reported.
  package var fetchRequest: FetchRequestDocument?
  package var renamingIdentifier: String?
  package var userInfo: [String: String] = [:]
  /// Attributes of the element that have no field here, kept for the writer.
  package var otherAttributes: [String: String] = [:]
  package var line = SourceLine()

  package init(name: String, fetchRequest: FetchRequestDocument? = nil) {
    self.name = name
    self.fetchRequest = fetchRequest
  }
}
