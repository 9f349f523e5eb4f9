// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A `<relationship>` of an entity.
package struct RelationshipDocument: Codable, Sendable, Equatable {
  package var name: String
  /// Absent in a file means required.
  package var isOptional = false
  package var isTransient = false
  /// As stored: absent is 0.
  package var minCount = 0
  /// As stored: 1 is to-one, 0 is unbounded to-many.
  package var maxCount = 1
  package var isOrdered = false
  package var deletionRule = DeletionRule.noAction
  /// Empty when the file names none, which is reported.
  package var destinationName: String
  package var inverseName: String?
  /// The entity that declares the inverse; may be an ancestor of the destination.
  package var inverseEntityName: String?
  package var versionHashModifier: String?
  /// `elementID` (or `renamingIdentifier`); `nil` means the name.
  package var renamingIdentifier: String?
  /// Legacy `indexed`: an index over this relationship alone.
  package var isIndexed = false
  package var isIndexedBySpotlight = false
  package var userInfo: [String: String] = [:]
  /// Attributes of the element that have no field here, kept for the writer.
  package var otherAttributes: [String: String] = [:]
  package var line = SourceLine()

  package init(name: String, destination: String) {
    self.name = name
    self.destinationName = destination
  }

  /// True if the relationship holds more than one object.
  package var isToMany: Bool { maxCount != 1 }
}
