// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A transaction that a request has found, with those of its changes that it asks for.
struct HistoryMatch {
  let facts: HistoryFacts
  /// Empty where they were not read.
  var changes: [HistoryChange]
}

/// The findings of a request in one store.
struct StoreMatches {
  let source: HistorySource
  /// In the order of their numbers.
  var matches: [HistoryMatch] = []
  /// The number that is before all of them: what others may go on from.
  var base: Int64 = 0
}

/// The findings of several stores in one order: by time, then by the order of the stores; those of a
/// store stay in the order of their numbers (R-PSC-743).
struct MergedMatches {
  private let stores: [StoreMatches]
  private var next: [Int]
  private var numbers: [String: Int64] = [:]

  static func merged(_ stores: [StoreMatches]) -> [HistoryMatch] {
    if stores.count == 1 { return stores[0].matches }
    var merging = MergedMatches(stores)
    var merged: [HistoryMatch] = []
    merged.reserveCapacity(stores.reduce(0) { $0 + $1.matches.count })
    while let match = merging.take() { merged.append(match) }
    return merged
  }

  private init(_ stores: [StoreMatches]) {
    self.stores = stores
    next = Array(repeating: 0, count: stores.count)
    for store in stores { numbers[store.source.reference.identifier] = store.base }
  }

  /// Each has the token of all that stands before it in the merged order.
  private mutating func take() -> HistoryMatch? {
    var first: (store: Int, time: Double)?
    for (index, store) in stores.enumerated() where next[index] < store.matches.count {
      let time = store.matches[next[index]].facts.transaction.timestamp
      if let first, first.time <= time { continue }
      first = (index, time)
    }
    guard let index = first?.store else { return nil }
    let match = stores[index].matches[next[index]]
    next[index] += 1
    let (transaction, source) = (match.facts.transaction, match.facts.source)
    numbers[source.reference.identifier] = transaction.number
    return HistoryMatch(
      facts: HistoryFacts(transaction, source, numbers: numbers), changes: match.changes)
  }
}
