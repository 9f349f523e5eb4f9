// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting

/// Reading the stores of a context at the root: the state that its request began with, the one it
/// is pinned to, or the newest.
extension NSManagedObjectContext {
  /// The row of a key; nil when there is none, or its store has been removed.
  final func readRow(for key: ObjectKey) throws -> Row? {
    try reading {
      do {
        return try viewing { view throws(RoutingError) in
          try view.row(for: key)
        } orElse: {
          try requiredCoordinator.row(for: key)
        }
      } catch let error as RoutingError {
        if case .unknownStore = error { return nil }
        throw ErrorTranslation.cocoaError(error, coordinator: requiredCoordinator, objects: [])
      }
    }
  }

  final func readRows(for keys: [ObjectKey]) throws -> [Row?] {
    try translatedReading { view throws(RoutingError) in
      try view.rows(for: keys)
    } orElse: {
      try requiredCoordinator.rows(for: keys)
    }
  }

  final func readMembers(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws -> RelatedBatch {
    try translatedReading { view throws(RoutingError) in
      try view.related(relationship, of: owners, withRows: withRows)
    } orElse: {
      try requiredCoordinator.related(relationship, of: owners, withRows: withRows)
    }
  }

  /// Runs a query. What comes of a pinned state is gathered first: the sink may run client code,
  /// which may read.
  final func runQuery(
    _ query: Query, in scope: FetchScope, into sink: (RowBatch) -> Bool
  ) throws {
    guard case .newest = reader.pin else { return try runPinned(query, in: scope, into: sink) }
    try translatedReading { view throws(RoutingError) in
      try view.run(query, in: scope, into: sink)
    } orElse: {
      try requiredCoordinator.run(query, in: scope, into: sink)
    }
  }

  private final func runPinned(
    _ query: Query, in scope: FetchScope, into sink: (RowBatch) -> Bool
  ) throws {
    var batches: [RowBatch] = []
    let gather = { (batch: RowBatch) in
      batches.append(batch)
      return true
    }
    try translatedReading { view throws(RoutingError) in
      try view.run(query, in: scope, into: gather)
    } orElse: {
      try requiredCoordinator.run(query, in: scope, into: gather)
    }
    for batch in batches { guard sink(batch) else { return } }
  }

  final func countQuery(_ query: Query, in scope: FetchScope) throws -> Int {
    try translatedReading { view throws(RoutingError) in
      try view.count(query, in: scope)
    } orElse: {
      try requiredCoordinator.count(query, in: scope)
    }
  }

  /// Runs a read of this context, which client stores are told.
  @inline(__always)
  final func reading<T>(_ body: () throws -> T) rethrows -> T {
    guard let stores = coordinator?.clientStores else { return try body() }
    return try stores.reading(for: self, body)
  }

  // MARK: - Views

  /// Runs a read through the view of the request that is running, or of the pinned state; where
  /// there is none, and within a read of the request, the other way, on the newest state.
  private final func viewing<T>(
    _ body: (ReadView) throws(RoutingError) -> T, orElse newest: () throws -> T
  ) throws -> T {
    if let request = reader.request {
      return request.isBusy ? try newest() : try request.view(of: self).read(body)
    }
    guard let generation = try currentGeneration() else { return try newest() }
    return try generation.read(body)
  }

  /// The same with errors for clients, and telling client stores whose read it is.
  private final func translatedReading<T>(
    _ body: (ReadView) throws(RoutingError) -> T, orElse newest: () throws -> T
  ) throws -> T {
    try reading {
      do {
        return try viewing(body, orElse: newest)
      } catch let error as RoutingError {
        throw ErrorTranslation.cocoaError(error, coordinator: requiredCoordinator, objects: [])
      }
    }
  }
}
