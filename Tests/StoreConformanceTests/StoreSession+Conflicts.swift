// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

/// A version conflict, taken apart.
struct VersionConflict {
  var key: ObjectKey
  var expected: Int64
  var actual: Int64
  var stored: Row?
}

/// A uniqueness conflict, taken apart.
struct UniquenessConflict {
  var entity: Int
  var constraint: Int
  var pending: [ObjectKey]
  var stored: ObjectKey?
  var storedRow: Row?
}

extension StoreSession {
  /// The version conflicts of changes that cannot be made, by key.
  func versionConflicts(_ changes: ChangeSet) throws -> [VersionConflict] {
    let found = try attempt(changes).compactMap { conflict -> VersionConflict? in
      guard case .version(let key, let expected, let actual, let stored) = conflict else {
        return nil
      }
      return VersionConflict(key: key, expected: expected, actual: actual, stored: stored)
    }
    try #require(!found.isEmpty, "There was to be a version conflict.")
    return found.sorted { $0.key < $1.key }
  }

  func uniquenessConflicts(_ changes: ChangeSet) throws -> [UniquenessConflict] {
    try attempt(changes).compactMap { conflict in
      guard
        case .uniqueness(let entity, let constraint, let pending, let stored, let row) = conflict
      else { return nil }
      return UniquenessConflict(
        entity: entity, constraint: constraint, pending: pending.sorted(), stored: stored,
        storedRow: row)
    }
  }

  /// Inserts whole rows in a transaction of their own.
  func insertRows(_ entity: String, _ rows: [Row]) throws -> [ObjectKey] {
    let keys = try reserve(entity, rows.count)
    var changes = ChangeSet()
    changes.inserts = zip(keys, rows).map { RowInsert(key: $0, row: $1) }
    try commit(changes)
    return keys
  }
}
