// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Raises the counters of a copy above every number that its source has given out, so that no
/// number means two objects, one before and one after the copy (R-PSC-326).
struct NumberFloor {
  private let schema: StoreSchema
  /// The greatest number given out or seen, by root.
  private var last: [Int: Int64] = [:]

  init(_ schema: StoreSchema, _ source: StoreFigures) {
    self.schema = schema
    for figures in source.entities { note(figures.nextNumber - 1, figures.entity) }
  }

  /// A row's number may lie above the counter of a damaged or foreign file.
  mutating func note(_ number: Int64, _ entity: Int) {
    let root = schema.entities[entity].root
    // The last of all numbers is there for counters to stand on.
    if number > last[root] ?? 0 { last[root] = min(number, .max - 1) }
  }

  func raise(_ destination: any StoreBackend, roots: [Int]) throws(StoreError) {
    let figures = try destination.statistics()
    for root in roots {
      let next =
        figures.entities.filter { schema.entities[$0.entity].root == root }
        .map(\.nextNumber).max() ?? 1
      guard let last = last[root], last >= next else { continue }
      _ = try destination.reserveNumbers(Int(last - next) + 1, root: root)
    }
  }
}
