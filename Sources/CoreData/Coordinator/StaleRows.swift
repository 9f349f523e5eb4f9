// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// Rows as they were before a batch request changed them, for the contexts that have their objects.
///
/// Rows are shared bytes, so there is no cache of rows that contexts would share. What one would
/// show is kept here instead: faults and refreshed objects go on seeing the row from before a batch
/// request, unless `stalenessInterval` forbids it, until the row is fetched, saved or merged
/// (R-CTX-281…283, 323). Empty, and one atomic load, without batch requests.
// Sendable: an atomic, and a mutex.
final class StaleRows: Sendable {
  private struct Entry: Sendable {
    let row: Row
    let since: ContinuousClock.Instant
  }

  private struct State {
    var entries: [ObjectKey: Entry] = [:]
    /// The number of entries at which those that nobody needs are looked for.
    var pruneCount = 1024
  }

  private let count = Atomic<Int>(0)
  private let state = OrderedMutex(State(), .leaf)

  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  /// Adds rows that are about to be replaced, and returns the keys of those that were added: an
  /// older row of the same key stays.
  /// - Parameter isNeeded: whether a context has an object of a key.
  func add(
    _ rows: [(key: ObjectKey, row: Row)], where isNeeded: (ObjectKey) -> Bool
  ) -> [ObjectKey] {
    guard !rows.isEmpty else { return [] }
    let now = ContinuousClock.now
    var added: [ObjectKey] = []
    update { state in
      for (key, row) in rows where state.entries[key] == nil {
        state.entries[key] = Entry(row: row, since: now)
        added.append(key)
      }
    }
    prune(where: isNeeded)
    return added
  }

  /// Drops the rows that nobody needs, once they are many. The contexts are asked outside the lock:
  /// they have locks of their own.
  private func prune(where isNeeded: (ObjectKey) -> Bool) {
    let keys = state.withLock { state in
      state.entries.count > state.pruneCount ? Array(state.entries.keys) : []
    }
    guard !keys.isEmpty else { return }
    let idle = keys.filter { !isNeeded($0) }
    update { state in
      for key in idle { state.entries[key] = nil }
      state.pruneCount = max(1024, 2 * state.entries.count)
    }
  }

  /// Returns the row that a context sees in place of the stored one; nil when it has to ask the
  /// store.
  /// - Parameter interval: the context's `stalenessInterval`.
  func row(for key: ObjectKey, staleness interval: TimeInterval = -1) -> Row? {
    guard !isEmpty, interval != 0 else { return nil }
    guard let entry = state.withLock({ $0.entries[key] }) else { return nil }
    return interval < 0 || entry.since.duration(to: .now) < .seconds(interval) ? entry.row : nil
  }

  /// The stored rows of some keys have been seen, or written: contexts see them from now on.
  func drop(_ keys: some Sequence<ObjectKey>) {
    guard !isEmpty else { return }
    update { state in
      for key in keys { state.entries[key] = nil }
    }
  }

  /// A store is gone.
  func drop(store ordinal: Int) {
    guard !isEmpty else { return }
    update { state in state.entries = state.entries.filter { $0.key.store != ordinal } }
  }

  private func update(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      count.store(state.entries.count, ordering: .releasing)
    }
  }
}
