// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting

/// The reads of a context at the root: of the state that its request began with, the one that it is
/// pinned to, or the newest.
extension NSManagedObjectContext {
  /// The row of a key; nil when there is none, or its store has been removed.
  final func readRow(for key: ObjectKey) throws -> Row? {
    try reading {
      do {
        return try readSource().read { rows throws(RoutingError) in try rows.row(for: key) }
      } catch let error as RoutingError {
        if case .unknownStore = error { return nil }
        throw ErrorTranslation.cocoaError(error, coordinator: requiredCoordinator, objects: [])
      }
    }
  }

  final func readRows(for keys: [ObjectKey]) throws -> [Row?] {
    try readingRows { rows throws(RoutingError) in try rows.rows(for: keys) }
  }

  final func readMembers(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws -> RelatedBatch {
    try readingRows { rows throws(RoutingError) in
      try rows.related(relationship, of: owners, withRows: withRows)
    }
  }

  /// Runs a query. What comes of a pinned state is gathered first: the sink may run client code,
  /// which may read.
  final func runQuery(
    _ query: Query, in scope: FetchScope, into sink: (RowBatch) -> Bool
  ) throws {
    guard case .newest = reader.pin else { return try runPinned(query, in: scope, into: sink) }
    try readingRows { rows throws(RoutingError) in try rows.run(query, in: scope, into: sink) }
  }

  private final func runPinned(
    _ query: Query, in scope: FetchScope, into sink: (RowBatch) -> Bool
  ) throws {
    var batches: [RowBatch] = []
    let gather = { (batch: RowBatch) in
      batches.append(batch)
      return true
    }
    try readingRows { rows throws(RoutingError) in try rows.run(query, in: scope, into: gather) }
    for batch in batches { guard sink(batch) else { return } }
  }

  final func countQuery(_ query: Query, in scope: FetchScope) throws -> Int {
    try readingRows { rows throws(RoutingError) in try rows.count(query, in: scope) }
  }

  /// Answers a question for a table, as ``runQuery(_:in:into:)`` does. The sink must not run
  /// code of the client.
  final func readTable(
    _ query: TableQuery, in scope: FetchScope, into sink: (TableBatch) -> Bool
  ) throws {
    try readingRows { rows throws(RoutingError) in try rows.table(query, in: scope, into: sink) }
  }

  /// The client stores of the context's own coordinator.
  @inline(__always)
  final var clientStores: (any ClientStoreObserver)? {
    lentCoordinator?._withUnsafeGuaranteedRef { $0.clientStores }
  }

  /// Runs a read of this context, which client stores are told.
  @inline(__always)
  final func reading<T>(_ body: () throws -> T) rethrows -> T {
    guard let stores = clientStores else { return try body() }
    return try stores.reading(for: self, body)
  }

  /// Runs a read with errors for clients, and telling client stores whose it is.
  private final func readingRows<T>(
    _ body: (any RowReading) throws(RoutingError) -> T
  ) throws -> T {
    try reading {
      do {
        return try readSource().read(body)
      } catch let error as RoutingError {
        throw ErrorTranslation.cocoaError(error, coordinator: requiredCoordinator, objects: [])
      }
    }
  }

  /// The view of the request that is running, or of the pinned state; where there is none, and within
  /// a read of either, the newest state.
  private final func readSource() throws -> ReadSource {
    if let request = reader.request {
      return try request.isBusy
        ? .newest(coordinatorForRequest().router) : .request(request.view(of: self))
    }
    if let generation = try currentGeneration(), !generation.isReadHere {
      return .pinned(generation)
    }
    return .newest(try coordinatorForRequest().router)
  }
}

/// The state that a read of a context is of.
private enum ReadSource {
  case request(RequestView)
  case pinned(Generation)
  case newest(StoreRouter)

  /// Lends what reads the state. The body must not read through the context.
  func read<T>(
    _ body: (any RowReading) throws(RoutingError) -> T
  ) throws(RoutingError) -> T {
    switch self {
    case .request(let view): try view.read { view throws(RoutingError) in try body(view) }
    case .pinned(let state): try state.read { view throws(RoutingError) in try body(view) }
    case .newest(let router): try body(router)
    }
  }
}

/// The questions of a context to its stores: to a view of one moment, or to the stores as they are.
private protocol RowReading {
  func row(for key: ObjectKey) throws(RoutingError) -> Row?
  func rows(for keys: [ObjectKey]) throws(RoutingError) -> [Row?]
  func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(RoutingError) -> RelatedBatch
  func run(
    _ query: Query, in scope: FetchScope, into sink: (RowBatch) -> Bool
  ) throws(RoutingError)
  func count(_ query: Query, in scope: FetchScope) throws(RoutingError) -> Int
  func table(
    _ query: TableQuery, in scope: FetchScope, into sink: (TableBatch) -> Bool
  ) throws(RoutingError)
}

extension ReadView: RowReading {}
extension StoreRouter: RowReading {}
