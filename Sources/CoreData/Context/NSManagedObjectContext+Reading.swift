// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting

/// What a context at the root reads of its stores: the newest state, or the one it is pinned to.
extension NSManagedObjectContext {
  /// The row of a key; nil when there is none, or its store has been removed.
  final func readRow(for key: ObjectKey) throws -> Row? {
    guard let generation = try currentGeneration() else {
      return try reading { try requiredCoordinator.row(for: key) }
    }
    do {
      return try reading { try generation.read { view in try view.row(for: key) } }
    } catch let error as RoutingError {
      if case .unknownStore = error { return nil }
      throw ErrorTranslation.cocoaError(error, coordinator: requiredCoordinator, objects: [])
    }
  }

  final func readRows(for keys: [ObjectKey]) throws -> [Row?] {
    guard let generation = try currentGeneration() else {
      return try reading { try requiredCoordinator.rows(for: keys) }
    }
    return try reading {
      try requiredCoordinator.translating { () throws(RoutingError) in
        try generation.read { view throws(RoutingError) in try view.rows(for: keys) }
      }
    }
  }

  final func readMembers(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws -> RelatedBatch {
    guard let generation = try currentGeneration() else {
      return try reading {
        try requiredCoordinator.related(relationship, of: owners, withRows: withRows)
      }
    }
    return try reading {
      try requiredCoordinator.translating { () throws(RoutingError) in
        try generation.read { view throws(RoutingError) in
          try view.related(relationship, of: owners, withRows: withRows)
        }
      }
    }
  }

  /// Runs a query. What comes of a pinned state is gathered first: the sink may run client code,
  /// which may read.
  final func runQuery(
    _ query: Query, in scope: FetchScope, into sink: (RowBatch) -> Bool
  ) throws {
    guard let generation = try currentGeneration() else {
      return try reading { try requiredCoordinator.run(query, in: scope, into: sink) }
    }
    var batches: [RowBatch] = []
    try reading {
      try requiredCoordinator.translating { () throws(RoutingError) in
        try generation.read { view throws(RoutingError) in
          try view.run(query, in: scope) { batch in
            batches.append(batch)
            return true
          }
        }
      }
    }
    for batch in batches { guard sink(batch) else { return } }
  }

  final func countQuery(_ query: Query, in scope: FetchScope) throws -> Int {
    guard let generation = try currentGeneration() else {
      return try reading { try requiredCoordinator.count(query, in: scope) }
    }
    return try reading {
      try requiredCoordinator.translating { () throws(RoutingError) in
        try generation.read { view throws(RoutingError) in try view.count(query, in: scope) }
      }
    }
  }
}
