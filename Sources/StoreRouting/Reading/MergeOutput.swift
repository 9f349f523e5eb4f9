// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// The end of a merge: skips, limits, and gathers batches for the sink.
struct MergeOutput {
  private let sink: (RowBatch) -> Bool
  private let withRows: Bool
  private var skip: Int
  private var left: Int
  private var batch = RowBatch()
  /// True if the keys of the window are kept until their rows are known.
  var holdsWindow = false
  /// False when the limit is reached or the sink has had enough.
  private(set) var wantsMore = true

  init(query: Query, sink: @escaping (RowBatch) -> Bool) {
    self.sink = sink
    withRows = query.output == .rows
    skip = query.offset
    left = query.limit == 0 ? .max : query.limit
  }

  mutating func append(_ record: SortRecord) {
    guard wantsMore else { return }
    guard skip == 0 else {
      skip -= 1
      return
    }
    batch.keys.append(record.key)
    if withRows, !holdsWindow { batch.rows.append(record.row) }
    left -= 1
    if left == 0 { wantsMore = false }
    if batch.keys.count == RowBatch.standardCount, !holdsWindow { flush() }
  }

  /// The keys of the window.
  var held: [ObjectKey] { batch.keys }

  /// Hands out the window with its rows, in batches.
  mutating func complete(_ window: RowBatch) {
    holdsWindow = false
    wantsMore = true
    batch = RowBatch()
    for (key, row) in zip(window.keys, window.rows) where wantsMore {
      batch.keys.append(key)
      batch.rows.append(row)
      if batch.keys.count == RowBatch.standardCount { flush() }
    }
  }

  /// Hands out what is left over.
  mutating func finish() {
    if !batch.keys.isEmpty { flush() }
  }

  private mutating func flush() {
    if !sink(batch) { wantsMore = false }
    batch = RowBatch()
  }
}
