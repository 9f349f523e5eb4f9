// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Merges sorted runs of rows into one sorted run, for queries that several stores answer.
///
/// Stable: among equals the earlier run comes first, and within a run its own order stays
/// (R-PSC-271). With few runs a scan of the heads is the fastest way.
package struct MergeCursor {
  private let comparator: RowComparator
  private var runs: [ArraySlice<SortRecord>]

  /// - Parameter runs: each sorted by the comparator.
  package init(_ comparator: RowComparator, runs: [[SortRecord]]) {
    self.comparator = comparator
    self.runs = runs.map { $0[...] }
  }

  /// Returns the next row and the position of its run; nil at the end.
  package mutating func next() -> (run: Int, record: SortRecord)? {
    var best: (run: Int, record: SortRecord)?
    for (index, run) in runs.enumerated() {
      guard let head = run.first else { continue }
      if let current = best, comparator.compare(head, current.record) >= 0 { continue }
      best = (index, head)
    }
    if let best { runs[best.run].removeFirst() }
    return best
  }
}

extension MergeCursor {
  /// Merges batches that each store returned in order, and applies offset and limit once.
  ///
  /// - Parameters:
  ///   - batches: one array of batches per store, in the order in which the stores were added.
  ///   - sources: where each store's to-one sort paths are followed.
  /// - Returns: the runs' positions and rows in result order.
  package static func merge(
    _ batches: [[RowBatch]], by comparator: RowComparator, sources: [any RowSource],
    offset: Int, limit: Int
  ) throws(StoreError) -> [(run: Int, record: SortRecord)] {
    var runs: [[SortRecord]] = []
    for (index, store) in batches.enumerated() {
      var run: [SortRecord] = []
      for batch in store {
        for (key, row) in zip(batch.keys, batch.rows) {
          run.append(try comparator.record(row, key, from: sources[index]))
        }
      }
      runs.append(run)
    }
    var cursor = MergeCursor(comparator, runs: runs)
    var result: [(run: Int, record: SortRecord)] = []
    var toSkip = offset
    while limit == 0 || result.count < limit, let next = cursor.next() {
      if toSkip > 0 { toSkip -= 1 } else { result.append(next) }
    }
    return result
  }
}
