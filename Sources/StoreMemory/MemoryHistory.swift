// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The history of a ``MemoryStore``: the entries by their numbers.
struct MemoryHistory: Sendable {
  private var entries = PagedArray<HistoryEntry?>(empty: nil)
  private(set) var bounds = HistoryBounds(first: 1, last: 0)
  private var lastChange: Int64 = 0

  /// Returns the number of the entry.
  mutating func append(_ entry: HistoryEntry) -> Int64 {
    var entry = entry
    bounds.last += 1
    entry.transaction.number = bounds.last
    for place in entry.changes.indices {
      lastChange += 1
      entry.changes[place].number = lastChange
    }
    entries.set(entry, at: bounds.last)
    return bounds.last
  }

  /// Numbers below were another store's.
  mutating func raise(transaction: Int64, change: Int64) {
    lastChange = max(lastChange, change)
    guard transaction > bounds.last else { return }
    if bounds.count == 0 { bounds.first = transaction + 1 }
    bounds.last = transaction
  }

  mutating func purge(before number: Int64) {
    let end = min(number, bounds.last + 1)
    guard bounds.first < end else { return }
    for purged in bounds.first..<end { entries.set(nil, at: purged) }
    bounds.first = end
  }

  func read(_ range: HistoryRange, into sink: (HistoryEntry) -> Bool) {
    let first = max(bounds.first, range.after.addingReportingOverflow(1).partialValue)
    let last = min(bounds.last, range.through)
    guard range.after < .max, first <= last else { return }
    for number in first...last {
      guard var entry = entries[number] else { continue }
      if let time = range.laterThan, entry.transaction.timestamp <= time { continue }
      if !range.includesChanges { entry.changes = [] }
      guard sink(entry) else { return }
    }
  }

  func number(from time: Double) -> Int64? {
    guard bounds.count > 0 else { return nil }
    return (bounds.first...bounds.last).first { number in
      entries[number].map { $0.transaction.timestamp >= time } ?? false
    }
  }
}
