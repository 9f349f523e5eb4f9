// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Clashes of unique values that a batch request runs into, as the error of the API.
enum BatchConflict {
  static func error(
    _ conflicts: [Conflict], _ coordinator: NSPersistentStoreCoordinator
  ) -> CocoaError {
    let list = conflicts.compactMap { described($0, coordinator) }
    let names = Set(list.flatMap(\.constraint)).sorted().joined(separator: ", ")
    return CocoaError.make(
      .managedObjectConstraintMerge,
      reason: "Uniqueness constraints are violated by a batch request: \(names).",
      userInfo: [NSPersistentStoreSaveConflictsErrorKey: list])
  }

  /// No objects take part, so there are none in it.
  private static func described(
    _ conflict: Conflict, _ coordinator: NSPersistentStoreCoordinator
  ) -> NSConstraintConflict? {
    guard case .uniqueness(let entity, let constraint, _, let stored, let row) = conflict else {
      return nil
    }
    let schema = coordinator.schema.entities[entity]
    return NSConstraintConflict(
      constraint: schema.constraints[constraint].columns.map { schema.name(of: $0) },
      database: nil, databaseSnapshot: snapshot(row, key: stored, coordinator: coordinator),
      conflicting: [],
      conflictingSnapshots: [])
  }

  private static func snapshot(
    _ row: Row?, key: ObjectKey?, coordinator: NSPersistentStoreCoordinator
  ) -> [String: Any]? {
    guard let row, let key else { return nil }
    return NSManagedObject.snapshot(
      row, layout: coordinator.entities[row.entity].frozenLayoutOrFail, store: key.store,
      coordinator: coordinator)
  }
}

extension EntitySchema {
  /// Returns the property that a column stands for.
  func name(of column: Column) -> String {
    switch column {
    case .attribute(let index): attributes[index].name
    case .toOne(let index): toOnes[index].name
    case .key: "objectID"
    }
  }
}
