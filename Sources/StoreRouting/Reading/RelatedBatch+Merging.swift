// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension RelatedBatch {
  /// Joins batches of several stores, each sorted by owner, into one that is. An owner is of one
  /// store, so all its entries are in one of the batches, beside each other.
  init(merging parts: [RelatedBatch]) {
    self.init()
    var places = Array(repeating: 0, count: parts.count)
    while let next = RelatedBatch.next(parts, places) {
      places[next] = appendOwner(of: parts[next], from: places[next])
    }
  }

  /// Returns the part with the least owner that is left.
  private static func next(_ parts: [RelatedBatch], _ places: [Int]) -> Int? {
    var least: Int?
    for index in parts.indices where places[index] < parts[index].owners.count {
      let owner = parts[index].owners[places[index]]
      if let known = least, parts[known].owners[places[known]] <= owner { continue }
      least = index
    }
    return least
  }

  /// Copies the entries of one owner and returns the place behind them.
  private mutating func appendOwner(of part: RelatedBatch, from start: Int) -> Int {
    var end = start
    while end < part.owners.count, part.owners[end] == part.owners[start] { end += 1 }
    owners += part.owners[start..<end]
    keys += part.keys[start..<end]
    if !part.orders.isEmpty { orders += part.orders[start..<end] }
    if !part.rows.isEmpty { rows += part.rows[start..<end] }
    return end
  }
}
