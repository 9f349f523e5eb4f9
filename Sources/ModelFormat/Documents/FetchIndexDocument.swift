// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A `<fetchIndex>` of an entity.
package struct FetchIndexDocument: Codable, Sendable, Equatable {
  package var name: String
  package var elements: [FetchIndexElementDocument] = []
  /// Predicate format.
  package var partialIndexPredicate: String?
  /// Attributes of the element that have no field here, kept for the writer.
  package var otherAttributes: [String: String] = [:]
  package var line = SourceLine()

  package init(name: String, elements: [FetchIndexElementDocument] = []) {
    self.name = name
    self.elements = elements
  }

  /// An ascending index over properties, named after them.
  package init(propertyNames: [String]) {
    self.init(
      name: propertyNames.joined(separator: "_"),
      elements: propertyNames.map(FetchIndexElementDocument.init(property:)))
  }
}
