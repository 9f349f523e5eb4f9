// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Counts the requests that are running on a store, so that unmounting can wait for them.
// Sendable: the variables are read and written with `condition` locked.
final class StoreActivity: @unchecked Sendable {
  private let condition = NSCondition()
  private var running = 0
  private var isOver = false
  private var next: MountedStore?

  /// False when the store has been unmounted: then do not touch it, and do not call `end`.
  func begin() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !isOver else { return false }
    running += 1
    return true
  }

  func end() {
    condition.lock()
    defer { condition.unlock() }
    running -= 1
    if running == 0 { condition.broadcast() }
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
    isOver = true
    next = store
  }

  /// Lets no further request begin and waits for those that run.
  func finish() {
    condition.lock()
    defer { condition.unlock() }
    isOver = true
    while running > 0 { condition.wait() }
  }
}
