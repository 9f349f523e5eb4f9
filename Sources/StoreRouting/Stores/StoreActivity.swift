// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// Counts the requests that are running on a store, so that unmounting can wait for them.
///
/// Beginning and ending one is an addition; only the last request of a store that goes takes the lock.
// Sendable: the count is atomic; `next` is read and written with `condition` locked.
final class StoreActivity: @unchecked Sendable {
  /// The mark of a store that takes no further requests, beside their number.
  private static let over = Int.min

  private let running = Atomic<Int>(0)
  private let condition = NSCondition()
  private var next: MountedStore?

  /// False when the store has been unmounted: then do not touch it, and do not call `end`.
  func begin() -> Bool {
    if running.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue > 0 { return true }
    end()
    return false
  }

  func end() {
    let left = running.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
    guard left == StoreActivity.over else { return }
    // Whoever waits has looked at the number with the lock held.
    condition.lock()
    defer { condition.unlock() }
    condition.broadcast()
  }

  /// The store that has taken the place of this one.
  var successor: MountedStore? {
    condition.lock()
    defer { condition.unlock() }
    return next
  }

  /// Lets no further request begin: they go to another store.
  func handOver(to store: MountedStore) {
    condition.lock()
    defer { condition.unlock() }
    next = store
    refuseMore()
  }

  /// Lets no further request begin and waits for those that run.
  func finish() {
    refuseMore()
    condition.lock()
    defer { condition.unlock() }
    while running.load(ordering: .sequentiallyConsistent) != StoreActivity.over {
      condition.wait()
    }
  }

  private func refuseMore() {
    running.bitwiseOr(StoreActivity.over, ordering: .sequentiallyConsistent)
  }
}
