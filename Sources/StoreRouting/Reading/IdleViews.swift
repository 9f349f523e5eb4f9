// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// Read views kept open between point look-ups, so that a hundred thousand faults do not begin a
/// hundred thousand read transactions. A view is in here or with one thread, never both.
final class IdleViews: Sendable {
  /// A view and what was true when it was made.
  struct Entry: Sendable {
    let view: ReadView
    let commits: Int
    let generation: Int
    let born: ContinuousClock.Instant
  }

  /// Another process may have committed: then a view is this stale at most.
  static let longestAge = Duration.milliseconds(20)
  /// As many as threads are likely to look things up at once.
  static let capacity = 4

  private let entries = Mutex<[Entry]>([])
  /// Rises whenever the list of stores changes: older views are no use.
  private let generation = Atomic<Int>(0)

  /// A view that shows all that this process has committed, or a new one. Closes those that do not.
  func take(orMake make: () -> ReadView) -> Entry {
    while let entry = entries.withLock({ $0.popLast() }) {
      if isCurrent(entry), ContinuousClock.now - entry.born < IdleViews.longestAge { return entry }
      entry.view.end()
    }
    let (commits, generation) = (CommitClock.now, generation.load(ordering: .acquiring))
    return Entry(view: make(), commits: commits, generation: generation, born: .now)
  }

  func putBack(_ entry: Entry) {
    // Asked under the lock: a view that comes back after `invalidate` has to end, or unmounting
    // would wait for it.
    let isKept = entries.withLock { entries in
      guard entries.count < IdleViews.capacity, isCurrent(entry) else { return false }
      entries.append(entry)
      return true
    }
    if !isKept { entry.view.end() }
  }

  private func isCurrent(_ entry: Entry) -> Bool {
    entry.commits == CommitClock.now && entry.generation == generation.load(ordering: .acquiring)
  }

  /// Makes every view useless, those that are lent out too.
  func invalidate() {
    generation.add(1, ordering: .acquiringAndReleasing)
    endAll()
  }

  func endAll() {
    let ended = entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
    for entry in ended { entry.view.end() }
  }
}
