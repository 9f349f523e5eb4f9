// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

extension Stack {
  /// Runs a block with a new context that records what it does.
  func recording<T>(_ block: (NSManagedObjectContext, UndoManager) throws -> T) throws -> T {
    try run { context in
      let manager = UndoManager()
      context.undoManager = manager
      return try block(context, manager)
    }
  }

  /// What a new context finds in the stores.
  func stored() throws -> [String] { try run { try $0.dump() } }
}

extension NSManagedObjectContext {
  /// Makes changes that are undone together.
  func step<T>(_ changes: () throws -> T) rethrows -> T {
    undoManager?.beginUndoGrouping()
    defer { undoManager?.endUndoGrouping() }
    return try changes()
  }

  /// A line for each object of the garage's model: its values, and its relationships by the names of
  /// their destinations.
  func dump() throws -> [String] {
    try ["Person", "Car", "Club", "Passport", "Note", "Tag"].flatMap { try all($0).map(\.line) }
      .sorted()
  }
}

extension NSManagedObject {
  /// What a test calls the object.
  var label: String {
    let keys = ["firstName", "numberPlate", "title", "number", "text", "label"]
    let key = keys.first { entity.attributesByName[$0] != nil } ?? ""
    return string(key) ?? "?"
  }

  fileprivate var line: String {
    let attributes = entity.attributesByName.filter { !$0.value.isTransient }.keys.sorted().map {
      "\($0)=\(value(forKey: $0).map { "\($0)" } ?? "nil")"
    }
    let relationships = entity.relationshipsByName.keys.sorted().map {
      "\($0)=\(destinationLabels($0))"
    }
    return "\(entity.name ?? "") " + (attributes + relationships).joined(separator: " ")
  }

  /// The names of a relationship's destinations.
  func destinationLabels(_ key: String) -> [String] {
    switch value(forKey: key) {
    case let object as NSManagedObject: [object.label]
    case let set as NSOrderedSet: set.array.compactMap { ($0 as? NSManagedObject)?.label }
    case let set as Set<NSManagedObject>: set.map(\.label).sorted()
    default: []
    }
  }
}
