// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface
import Synchronization

/// How often queries would have used an index that is not there. Of a whole store: an index that many
/// queries of different states want is made all the same.
final class IndexDemand: Sendable {
  /// An index is made when it is wanted for the last of these times: making one costs about as much
  /// as so many scans, and saves of data that nobody searches pay nothing.
  static let patience = 3

  private let counts: Mutex<[Int]>

  init(count: Int) { counts = Mutex(Array(repeating: 0, count: count)) }

  /// Notes that an index is wanted. Returns true if it is time to make it.
  func wants(_ index: Int) -> Bool {
    counts.withLock { counts in
      counts[index] += 1
      return counts[index] >= IndexDemand.patience
    }
  }
}

/// The ordered indexes of one state that has been published: those that were kept up with writes,
/// and those that queries have had made.
final class IndexShelf: Sendable {
  private let indexes: Mutex<[OrderedIndex?]>
  private let demand: IndexDemand

  init(_ indexes: [OrderedIndex?], _ demand: IndexDemand) {
    self.indexes = Mutex(indexes)
    self.demand = demand
  }

  /// The indexes as a transaction goes on with them.
  var present: [OrderedIndex?] { indexes.withLock { $0 } }

  /// Returns an index of the state; nil while it is not worth its making. Cost: O(1), or that of the
  /// making: O(rows · log rows).
  func index(_ number: Int, of state: MemoryState) -> OrderedIndex? {
    if let index = indexes.withLock({ $0[number] }) { return index }
    guard demand.wants(number) else { return nil }
    let made = state.index(by: state.layout.indexes[number])
    indexes.withLock { $0[number] = made }
    return made
  }
}

extension MemoryState {
  /// Makes an index over the rows as they are.
  fileprivate func index(by definition: IndexDefinition) -> OrderedIndex {
    let buffer = KeyBuffer()
    var ends: [Int] = []
    tables[definition.table].rows.forEachPage { start, page in
      for place in page.indices {
        guard let row = page[place], definition.holds(row.entity) else { continue }
        definition.append(row, number: start + Int64(place), to: buffer)
        ends.append(buffer.count)
      }
      return true
    }
    return OrderedIndex(buffer, ends: ends)
  }
}
