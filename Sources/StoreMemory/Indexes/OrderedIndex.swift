// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// The entries of an index in order: values, then the row's number. Copies share what neither of them
/// changes: a change copies one chunk, and once a copy the list of chunks.
struct OrderedIndex: Sendable {
  private static let chunkLimit = 512

  /// None is empty.
  private var chunks: [[SortableKey]]
  private(set) var count: Int

  /// Cost: O(entries · log entries).
  init(_ entries: [SortableKey]) {
    let sorted = entries.sorted()
    let size = OrderedIndex.chunkLimit * 3 / 4
    chunks = stride(from: 0, to: sorted.count, by: size).map {
      Array(sorted[$0..<min($0 + size, sorted.count)])
    }
    count = sorted.count
  }

  // MARK: - Changing

  mutating func insert(_ entry: SortableKey) {
    count += 1
    guard !chunks.isEmpty else { return chunks = [[entry]] }
    let chunk = min(self.chunk(for: entry), chunks.count - 1)
    chunks[chunk].insert(entry, at: OrderedIndex.position(of: entry, in: chunks[chunk]))
    guard chunks[chunk].count > OrderedIndex.chunkLimit else { return }
    let half = OrderedIndex.chunkLimit / 2
    chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
    chunks[chunk].removeSubrange(half...)
  }

  mutating func remove(_ entry: SortableKey) {
    let chunk = chunk(for: entry)
    guard chunk < chunks.count else { return }
    let position = OrderedIndex.position(of: entry, in: chunks[chunk])
    guard position < chunks[chunk].count, chunks[chunk][position] == entry else { return }
    count -= 1
    chunks[chunk].remove(at: position)
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
  }

  // MARK: - Searching

  /// How many entries lie within bounds, from below and to within a chunk at each end.
  func estimate(_ bounds: IndexPlan.Bounds) -> Int {
    let first = chunk(for: bounds.lower)
    guard first < chunks.count else { return 0 }
    let last = bounds.upper.map { min(chunk(for: $0), chunks.count - 1) } ?? chunks.count - 1
    let start = OrderedIndex.position(of: bounds.lower, in: chunks[first])
    let end = bounds.upper.map { OrderedIndex.position(of: $0, in: chunks[last]) }
    if first >= last { return max(0, (end ?? chunks[first].count) - start) }
    let between = chunks[(first + 1)..<last].reduce(0) { $0 + $1.count }
    return chunks[first].count - start + between + (end ?? chunks[last].count)
  }

  /// Calls `body` with the entries within bounds, ascending, until it returns false.
  func forEach(_ bounds: IndexPlan.Bounds, _ body: (SortableKey) -> Bool) {
    var chunk = chunk(for: bounds.lower)
    guard chunk < chunks.count else { return }
    var position = OrderedIndex.position(of: bounds.lower, in: chunks[chunk])
    while chunk < chunks.count {
      while position < chunks[chunk].count {
        let entry = chunks[chunk][position]
        if let upper = bounds.upper, entry >= upper { return }
        guard body(entry) else { return }
        position += 1
      }
      chunk += 1
      position = 0
    }
  }

  /// The first chunk whose last entry is not less than a key; their count when there is none.
  private func chunk(for key: SortableKey) -> Int {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) >> 1
      if let last = chunks[middle].last, last < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func position(of key: SortableKey, in chunk: [SortableKey]) -> Int {
    var (low, high) = (0, chunk.count)
    while low < high {
      let middle = (low + high) >> 1
      if chunk[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
