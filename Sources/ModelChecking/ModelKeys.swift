// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The keys that objects of a model's entities have.
struct ModelKeys {
  private let document: ModelDocument
  /// The direct subentities by the name of their parent.
  private let children: [String: [EntityDocument]]

  init(_ document: ModelDocument) {
    self.document = document
    children = Dictionary(grouping: document.entities) { $0.parentName ?? "" }
  }

  /// Keys of every object that no model declares.
  private static let common: Set<String> = [
    "self", "SELF", "entity", "objectID", "hasChanges", "isInserted", "isUpdated", "isDeleted",
    "isFault", "managedObjectContext", "description",
  ]

  /// Returns true if an object of the entity, or of one of its subentities, may answer a key path.
  /// True where that cannot be told: unknown entities, values of attributes, operators.
  func reaches(_ path: [String], from entityName: String) -> Bool {
    var entity = entityName
    for key in path {
      guard document.entity(named: entity) != nil, !key.hasPrefix("@"),
        !Self.common.contains(key)
      else { return true }
      let relatives = document.ancestry(of: entity) + descendants(of: entity)
      guard relatives.contains(where: { $0.ownPropertyNames.contains(key) }) else { return false }
      guard let next = relatives.lazy.compactMap({ $0.relationship(named: key) }).first else {
        return true
      }
      entity = next.destinationName
    }
    return true
  }

  private func descendants(of name: String) -> [EntityDocument] {
    var found: [EntityDocument] = []
    var next = [name]
    var seen: Set<String> = [name]
    while let parent = next.popLast() {
      for child in children[parent] ?? [] where seen.insert(child.name).inserted {
        found.append(child)
        next.append(child.name)
      }
    }
    return found
  }
}
