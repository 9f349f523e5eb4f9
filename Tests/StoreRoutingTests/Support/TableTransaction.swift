// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// The write transaction of a ``TableStore``: a copy of its state that takes its place.
final class TableTransaction: StoreTransaction {
  private let store: TableStore
  private var state: TableStore.State
  private var isEnded = false

  init(_ store: TableStore, _ state: TableStore.State) {
    self.store = store
    self.state = state
  }

  deinit { rollback() }

  var reader: any StoreSnapshot { TableSnapshot(store, state.rows, isCounted: false) }

  func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    var conflicts: [Conflict] = []
    for delete in changes.deletes {
      conflicts += check(delete.key, delete.expectedVersion)
      state.rows[delete.key] = nil
    }
    for update in changes.updates {
      conflicts += check(update.key, update.expectedVersion)
      state.rows[update.key] = update.row
    }
    for insert in changes.inserts { state.rows[insert.key] = insert.row }
    for expected in changes.checks { conflicts += check(expected.key, expected.expectedVersion) }
    if let metadata = changes.metadata { state.metadata = metadata }
    return conflicts
  }

  private func check(_ key: ObjectKey, _ expected: Int64?) -> [Conflict] {
    let stored = state.rows[key]
    guard let expected, stored?.version != expected else { return [] }
    return [
      .version(key: key, expected: expected, actual: stored?.version ?? 0, stored: stored)
    ]
  }

  func prepare() throws(StoreError) {}

  func flush() throws(StoreError) {
    let isFull = store.state.withLock { state in
      state.flushes += 1
      return state.isFull
    }
    if isFull { throw store.error(.diskFull) }
  }

  func commit() throws(StoreError) {
    finish { [state] in
      $0.rows = state.rows
      $0.metadata = state.metadata
    }
  }

  func rollback() { finish { _ in } }

  private func finish(_ change: (inout TableStore.State) -> Void) {
    guard !isEnded else { return }
    isEnded = true
    store.state.withLock { state in
      change(&state)
      state.isWriting = false
    }
  }
}
