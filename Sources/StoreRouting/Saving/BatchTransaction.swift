// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// One write transaction of one store, for requests that read and write in turns.
///
/// Keys carry the store's ordinal. To be used within the block that it is given to, on its thread.
package final class BatchTransaction {
  package let ordinal: Int
  private let store: MountedStore
  private let transaction: any StoreTransaction
  /// The keys of what was written, for the record of it.
  private(set) var touched: Set<ObjectKey> = []
  private(set) var links: [LinkChange] = []
  /// How many rows have been written and removed.
  private(set) var rowCount = 0

  /// True if what is written is noted.
  private let isRecording: Bool
  private let origin: ChangeOrigin?

  init(
    _ store: MountedStore, _ transaction: any StoreTransaction, isRecording: Bool = false,
    origin: ChangeOrigin? = nil
  ) {
    self.isRecording = isRecording
    self.origin = origin
    ordinal = store.ordinal
    self.store = store
    self.transaction = transaction
  }

  /// The store as the transaction has written it so far; its keys have no ordinal.
  package var reader: any StoreSnapshot { transaction.reader }

  /// Runs a query over what the transaction has written so far, see ``StoreSnapshot``.
  package func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(RoutingError) {
    guard let local = query.localized(to: ordinal, store.defaultNullSemantics) else { return }
    try translating { () throws(StoreError) in
      try transaction.reader.run(local) { batch in
        var batch = batch
        batch.setStore(ordinal)
        return sink(batch)
      }
    }
  }

  /// Returns the rows of keys, in their order; nil for the absent.
  package func rows(for keys: [ObjectKey]) throws(RoutingError) -> [Row?] {
    try translating { () throws(StoreError) in
      try transaction.reader.rows(for: keys.map { $0.inStore(0) })
    }
  }

  /// Returns the members of a to-many of owners, see ``RelatedBatch``, without rows.
  package func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey]
  ) throws(RoutingError) -> [ObjectKey] {
    try translating { () throws(StoreError) in
      let owners = owners.map { $0.inStore(0) }
      let batch = try transaction.reader.related(relationship, of: owners, withRows: false)
      return batch.keys.map { $0.inStore(ordinal) }
    }
  }

  /// Writes changes, whose lists are sorted. After a conflict the transaction is of no more use:
  /// throw, so that it is rolled back.
  package func apply(_ changes: ChangeSet) throws(RoutingError) -> [Conflict] {
    var changes = changes
    changes.origin = origin
    let parts = try ChangePartition(changes, metadata: [:]).parts
    var conflicts: [Conflict] = []
    for part in parts {
      guard part.ordinal == ordinal else { throw .unknownStore(ordinal: part.ordinal) }
      conflicts += try translating { () throws(StoreError) in
        try transaction.apply(part.changes).map { $0.inStore(ordinal) }
      }
      note(part.changes)
    }
    return conflicts
  }

  private func note(_ changes: ChangeSet) {
    rowCount += changes.inserts.count + changes.updates.count + changes.deletes.count
    guard isRecording else { return }
    touched.formUnion(changes.inserts.lazy.map(\.key))
    touched.formUnion(changes.updates.lazy.map(\.key))
    touched.formUnion(changes.deletes.lazy.map(\.key))
    links += changes.links
  }

  /// Returns what was written as one change set: rows as they are now, those that are gone, and
  /// pairs in their order.
  func recorded(_ schema: StoreSchema) throws(StoreError) -> ChangeSet {
    var changes = ChangeSet()
    let keys = touched.sorted()
    for (key, row) in zip(keys, try transaction.reader.rows(for: keys)) {
      if let row {
        let concrete = ObjectKey(entity: row.entity, number: key.number)
        changes.updates.append(
          RowUpdate(
            key: concrete, row: row, changed: schema.slots(of: row.entity),
            expectedVersion: RedoRecord.anyVersion))
      } else {
        changes.deletes.append(RowDelete(key: key, expectedVersion: nil))
      }
    }
    changes.links = links
    return changes
  }

  /// Notes that the store has its part.
  func noteEnd(since start: Int64) {
    let duration = StoreMonitor.time - start
    store.monitor.saves.add(duration)
    guard store.monitor.isTraced else { return }
    var event = TraceEvent(.batch, text: "\(rowCount) rows written")
    event.rowCount = rowCount
    event.nanoseconds = duration
    store.monitor.note(event)
  }

  private func translating<T>(_ body: () throws(StoreError) -> T) throws(RoutingError) -> T {
    do { return try body() } catch { throw store.failure(error) }
  }
}

extension StoreRouter {
  /// Runs a block within one write transaction of a store: all that it applies is committed when
  /// it returns, nothing when it throws.
  ///
  /// Blocks for as long as other savers hold the store. Numbers must have been reserved before.
  /// - Parameter origin: what the history says of it.
  package func transact<T>(
    on ordinal: Int, origin: ChangeOrigin? = nil, _ body: (BatchTransaction) throws -> T
  ) throws -> T {
    try tracer.whole { try transactWhole(on: ordinal, origin, body) }
  }

  private func transactWhole<T>(
    on ordinal: Int, _ origin: ChangeOrigin?, _ body: (BatchTransaction) throws -> T
  ) throws -> T {
    writeGate.enter(CollectionOfOne(ordinal))
    defer { writeGate.leave(CollectionOfOne(ordinal)) }
    guard let listed = store(ordinal) else { throw RoutingError.unknownStore(ordinal: ordinal) }
    guard !listed.isReadOnly else {
      throw RoutingError.readOnly(ordinal: ordinal, name: listed.name)
    }
    let store = try listed.beginRequest()
    defer { store.activity.end() }
    CommitClock.tick()
    endIdleViews()
    defer {
      CommitClock.tick()
      StoreWatching.noteCommit([store])
    }
    return try write(to: store, origin, body)
  }

  private func write<T>(
    to store: MountedStore, _ origin: ChangeOrigin?, _ body: (BatchTransaction) throws -> T
  ) throws -> T {
    let start = StoreMonitor.time
    let transaction = try opening.beginWrite(store)
    do {
      let batch = BatchTransaction(store, transaction, origin: origin)
      let result = try body(batch)
      do {
        try transaction.prepare()
        try transaction.commit()
      } catch {
        throw store.failure(error)
      }
      counters.add(commits: 1)
      batch.noteEnd(since: start)
      return result
    } catch {
      transaction.rollback()
      counters.add(refusals: 1)
      throw error
    }
  }
}
