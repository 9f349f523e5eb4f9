// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A `<fetchRequest>`: a template of the model, or the request of a fetched property.
///
/// A flag that the file leaves out is `nil` and means the default of the API.
package struct FetchRequestDocument: Codable, Sendable, Equatable {
  /// The name that Xcode gives to the request of every fetched property.
  package static let fetchedPropertyRequestName = "fetchedPropertyFetchRequest"

  package var name: String
  package var entityName: String
  /// Predicate format; may contain `$VARIABLES`.
  package var predicateString: String?
  package var fetchLimit: Int?
  package var fetchBatchSize: Int?
  /// 0 objects, 1 IDs, 2 dictionaries.
  package var resultType: Int?
  package var includesSubentities: Bool?
  package var includesPropertyValues: Bool?
  package var returnsObjectsAsFaults: Bool?
  package var includesPendingChanges: Bool?
  package var returnsDistinctResults: Bool?
  /// Attributes of the element that have no field here, kept for the writer.
  package var otherAttributes: [String: String] = [:]
  package var line = SourceLine()

  package init(name: String, entityName: String, predicateString: String? = nil) {
    self.name = name
    self.entityName = entityName
    self.predicateString = predicateString
  }
}
