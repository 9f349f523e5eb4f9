// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Reads what a request asks for in one store.
struct HistoryReading {
  private static let firstPart: Int64 = 256

  private let source: HistorySource
  private let coordinator: NSPersistentStoreCoordinator
  private let anchor: HistoryAnchor
  private let condition: HistoryCondition
  private var range: HistoryRange

  init(
    _ source: HistorySource, after anchor: HistoryAnchor, where condition: HistoryCondition,
    includesChanges: Bool, in coordinator: NSPersistentStoreCoordinator
  ) {
    self.source = source
    self.coordinator = coordinator
    self.anchor = anchor
    self.condition = condition
    range = anchor.range(of: source.reference)
    range.includesChanges =
      includesChanges || condition.readsChanges || condition.subject == .changes
    condition.narrow(&range)
  }

  /// Returns what is found, oldest first.
  /// - Parameter limit: how many transactions or changes suffice; nil: all.
  func all(limit: Int?) throws -> StoreMatches {
    var found = StoreMatches(source: source)
    var count = 0
    var first: Int64?
    try read(range) { bounds in
      found.base = min(bounds.last, range.through)
    } into: { entry in
      first = first ?? entry.transaction.number
      guard let match = try condition.match(entry, of: source) else { return true }
      found.matches.append(match)
      count += condition.subject == .transactions ? 1 : match.changes.count
      return limit.map { count < $0 } ?? true
    }
    if let first { found.base = first - 1 }
    return found
  }

  /// Returns the newest transactions that are found, at least so many if there are, oldest first; what
  /// is older is not read.
  func newest(_ count: Int) throws -> StoreMatches {
    var found = StoreMatches(source: source)
    var (first, last): (Int64, Int64) = (1, 0)
    try read(HistoryRange(after: .max)) { bounds in
      (first, last) = (bounds.first, bounds.last)
    } into: {
      _ in
      false
    }
    let start = max(range.after, first - 1)
    var end = min(range.through, last)
    var size = max(HistoryReading.firstPart, Int64(count))
    while end > start, found.matches.count < count {
      var part = range
      part.after = max(start, end - size)
      part.through = end
      var matches: [HistoryMatch] = []
      try read(part) { entry in
        if let match = try condition.match(entry, of: source) { matches.append(match) }
        return true
      }
      found.matches.insert(contentsOf: matches, at: 0)
      end = part.after
      size *= 2
    }
    return found
  }

  /// Returns the number up to which all transactions meet the condition, of those with smaller numbers than
  /// a bound; nil if not even the oldest does. What is saved meanwhile is behind it.
  func matchingEnd(before bound: Int64) throws -> Int64? {
    var end: Int64?
    // Not the narrowed range: what that leaves out does not meet the condition either.
    let all = HistoryRange(through: max(1, bound) - 1, includesChanges: condition.readsChanges)
    try read(all) { entry in
      guard try condition.match(entry, of: source) != nil else { return false }
      end = min(entry.transaction.number, .max - 1) + 1  // damaged files have any number
      return true
    }
    return end
  }

  /// Reads the changes of some transactions of the store.
  func changes(of numbers: [Int64]) throws -> [Int64: [HistoryChange]] {
    var changes: [Int64: [HistoryChange]] = [:]
    var rest = numbers.sorted()[...]
    while let first = rest.popFirst() {
      var last = first
      while rest.first == last + 1 { last = rest.removeFirst() }
      try read(HistoryRange(after: first - 1, through: last)) { entry in
        changes[entry.transaction.number] = entry.changes
        return true
      }
    }
    return changes
  }

  private func read(
    _ range: HistoryRange, bounds: (HistoryBounds) -> Void = { _ in },
    into sink: (HistoryEntry) throws -> Bool
  ) throws {
    var refusal: (any Error)?
    do {
      try coordinator.router.history(range, of: source.ordinal) { found in
        if let number = anchor.number(in: source.reference) {
          try found.require(number, of: source)
        }
        bounds(found)
      } into: { entry in
        do { return try sink(entry) } catch { refusal = error }
        return false
      }
    } catch let error as RoutingError {
      throw ErrorTranslation.cocoaError(error, coordinator: coordinator, objects: [])
    }
    if let refusal { throw refusal }
  }
}
