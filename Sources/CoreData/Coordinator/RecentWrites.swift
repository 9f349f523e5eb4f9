// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// Which rows were changed through a coordinator lately: by them, a conflict with another of its
/// contexts is told from one with somebody else (R-CTX-606, 607).
///
/// Remembers some ten thousand keys and forgets the oldest commits first. A change that is forgotten
/// counts as somebody else's.
// Sendable: everything is behind the mutex.
final class RecentWrites: Sendable {
  private static let limit = 16_384

  private struct State {
    var commits: [[ObjectKey]] = []
    var count = 0
  }

  private let state = OrderedMutex(State(), .leaf)

  /// Remembers the rows that one commit has changed or removed.
  func add(_ changes: ChangeSet) {
    guard !changes.updates.isEmpty || !changes.deletes.isEmpty else { return }
    let updates = changes.updates.prefix(RecentWrites.limit).map(\.key)
    add(updates + changes.deletes.prefix(RecentWrites.limit).map(\.key))
  }

  func add(_ keys: [ObjectKey]) {
    guard !keys.isEmpty else { return }
    state.withLock { state in
      state.commits.append(keys)
      state.count += keys.count
      while state.count > RecentWrites.limit, state.commits.count > 1 {
        state.count -= state.commits.removeFirst().count
      }
    }
  }

  /// Returns those of some keys that are remembered. O(what is remembered), however many are asked for.
  func among(_ keys: Set<ObjectKey>) -> Set<ObjectKey> {
    guard !keys.isEmpty else { return [] }
    return state.withLock { state in
      var found: Set<ObjectKey> = []
      for commit in state.commits {
        for key in commit where keys.contains(key) { found.insert(key) }
      }
      return found
    }
  }
}
