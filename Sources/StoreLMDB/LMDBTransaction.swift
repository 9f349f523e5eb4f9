// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// The write transaction of an LMDB store.
///
/// It remembers what it was given: when the map is full, the engine's transaction is given up, the
/// map grows, and everything is written again before anybody notices (R-PSC-852).
final class LMDBTransaction: StoreTransaction {
  private let store: LMDBStore
  private let snapshot: LMDBSnapshot
  private var transaction: OpaquePointer?
  private enum Step {
    case changes(ChangeSet)
    case entry(HistoryEntry)
    case raise(transaction: Int64, change: Int64)
    case purge(before: Int64)
  }

  private var steps: [Step] = []
  /// The number of the last entry that was written.
  private var recorded: Int64 = 0
  private var isDurabilityRequired = false

  init(_ store: LMDBStore) throws(StoreError) {
    self.store = store
    let transaction = try store.environment.beginWrite(
      isSynced: store.isSynced, isRelaxed: store.isRelaxed, until: Deadline(after: store.timeout))
    do throws(StoreError) {
      try store.requireIdentity(transaction, mdb_txn_id(transaction) - 1)
    } catch {
      store.environment.abortLocked(transaction)
      store.environment.endWrite()
      throw error
    }
    self.transaction = transaction
    snapshot = LMDBSnapshot(store, transaction, ownsTransaction: false)
  }

  deinit { rollback() }

  var reader: any StoreSnapshot { snapshot }

  func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    if !changes.notes.isEmpty { store.willWriteNotes() }
    return try run(.changes(changes))
  }

  func record(_ entry: HistoryEntry) throws(StoreError) -> Int64 {
    _ = try run(.entry(entry))
    return recorded
  }

  func raiseHistory(transaction: Int64, change: Int64) throws(StoreError) {
    _ = try run(.raise(transaction: transaction, change: change))
  }

  func purgeHistory(before number: Int64) throws(StoreError) {
    _ = try run(.purge(before: number))
  }

  private func run(_ step: Step) throws(StoreError) -> [Conflict] {
    while true {
      do throws(StoreError) {
        let conflicts = try write(step)
        if conflicts.isEmpty { steps.append(step) }
        return conflicts
      } catch {
        guard error.engineCode == MDB_MAP_FULL else { throw error }
      }
      try growAndRepeat()
    }
  }

  func prepare() throws(StoreError) { _ = try open() }

  func requireDurability() { isDurabilityRequired = true }

  func synchroniseEarlier() throws(StoreError) {
    guard store.isRelaxed || !store.isSynced else { return }
    try store.environment.synchroniseLocked()
  }

  var mayFollowOthers: Bool {
    guard let transaction else { return true }
    return store.lastCommit != mdb_txn_id(transaction) - 1
  }

  func commit() throws(StoreError) {
    while true {
      let current = try open()
      let number = mdb_txn_id(current)
      transaction = nil
      snapshot.replace(nil)
      do throws(StoreError) {
        try store.environment.commitLocked(current)
        store.lastCommit = number
        break
      } catch {
        guard error.engineCode == MDB_MAP_FULL else {
          store.environment.endWrite()
          throw error
        }
      }
      try growAndRepeat()
    }
    if isDurabilityRequired, store.isRelaxed || !store.isSynced { store.environment.synchronise() }
    store.environment.endWrite()
    for case .changes(let changes) in steps.reversed() {
      guard let metadata = changes.metadata else { continue }
      store.didCommit(metadata)
      break
    }
    steps = []
  }

  func rollback() {
    guard let current = transaction else { return }
    transaction = nil
    snapshot.replace(nil)
    store.environment.abortLocked(current)
    store.environment.endWrite()
    steps = []
  }

  // MARK: - Parts

  private func open() throws(StoreError) -> OpaquePointer {
    guard let transaction else {
      throw StoreError(
        .engine, store: store.environment.path, message: "the transaction has ended")
    }
    return transaction
  }

  private func write(_ step: Step) throws(StoreError) -> [Conflict] {
    let transaction = try open()
    let path = store.environment.path
    switch step {
    case .changes(let changes):
      return try RecordWriter(layout: store.layout, transaction: transaction, store: path)
        .write(changes)
    case .entry(let entry):
      recorded = try HistoryDatabase(layout: store.layout, transaction: transaction, store: path)
        .append(entry)
    case .raise(let number, let change):
      try HistoryDatabase(layout: store.layout, transaction: transaction, store: path)
        .raise(to: HistoryCounters(transaction: number, change: change))
    case .purge(let number):
      try HistoryDatabase(layout: store.layout, transaction: transaction, store: path)
        .purge(before: number)
    }
    return []
  }

  /// Gives the engine's transaction up, doubles the map, and writes again what was applied; as
  /// often as that takes.
  private func growAndRepeat() throws(StoreError) {
    let deadline = Deadline(after: store.timeout)
    while true {
      if let current = transaction { store.environment.abortLocked(current) }
      transaction = nil
      snapshot.replace(nil)
      do throws(StoreError) {
        try store.environment.growMap(until: deadline)
        transaction = try store.environment.beginLocked(until: deadline)
      } catch {
        store.environment.endWrite()
        throw error
      }
      snapshot.replace(transaction)
      do throws(StoreError) {
        for step in steps { _ = try write(step) }
        return
      } catch {
        guard error.engineCode == MDB_MAP_FULL else { throw error }
      }
    }
  }
}
#endif
