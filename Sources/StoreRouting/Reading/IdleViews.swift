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
    let mounts: Int
    let born: ContinuousClock.Instant
  }

  /// Another process may have committed: then a view is this stale at most.
  static let longestAge = Duration.milliseconds(20)
  /// As many as threads are likely to look things up at once.
  static let capacity = 4

  private let entries = Mutex<[Entry]>([])

  /// A view that shows all that this process has committed, or nil. Closes those that do not.
  func take(mounts: Int) -> Entry? {
    var entry: Entry?
    repeat {
      entry = entries.withLock { $0.popLast() }
      if let entry, entry.isCurrent(mounts) { return entry }
      entry?.view.end()
    } while entry != nil
    return nil
  }

  func putBack(_ entry: Entry, mounts: Int) {
    guard entry.isCurrent(mounts) else { return entry.view.end() }
    let isKept = entries.withLock { entries in
      guard entries.count < IdleViews.capacity else { return false }
      entries.append(entry)
      return true
    }
    if !isKept { entry.view.end() }
  }

  func endAll() {
    let ended = entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
    for entry in ended { entry.view.end() }
  }
}

extension IdleViews.Entry {
  fileprivate func isCurrent(_ mounts: Int) -> Bool {
    commits == CommitClock.now && self.mounts == mounts
      && ContinuousClock.now - born < IdleViews.longestAge
  }
}
