// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Skips, limits and batches matches that arrive in result order.
package struct RowOutput {
  private var toSkip: Int
  private var toReturn: Int
  private let wantsRows: Bool
  private var batch = RowBatch()
  /// True if nothing more is wanted: the limit is reached or the sink has had enough.
  package var isFinished: Bool { isOver }
  private var isOver = false

  /// - Parameter skips: whether the query's offset and limit are still to be applied.
  package init(_ query: Query, skips: Bool = true) {
    toSkip = skips ? query.offset : 0
    toReturn = skips && query.limit > 0 ? query.limit : .max
    wantsRows = query.output == .rows
  }

  /// Returns true if the next match lies before the offset; then it counts as added.
  package mutating func skips() -> Bool {
    guard toSkip > 0 else { return false }
    toSkip -= 1
    return true
  }

  package mutating func add(_ key: ObjectKey, _ row: Row, to sink: (RowBatch) -> Bool) {
    if toSkip > 0 { return toSkip -= 1 }
    batch.keys.append(key)
    if wantsRows { batch.rows.append(row) }
    toReturn -= 1
    if toReturn == 0 || batch.keys.count == RowBatch.standardCount { flush(to: sink) }
    if toReturn == 0 { isOver = true }
  }

  /// Hands on what is left. Call it once at the end.
  package mutating func flush(to sink: (RowBatch) -> Bool) {
    guard !batch.keys.isEmpty, !isFinished else { return }
    let full = batch
    batch = RowBatch()
    if !sink(full) { isOver = true }
    guard !isFinished, toReturn >= RowBatch.standardCount, full.keys.count == RowBatch.standardCount
    else { return }
    batch.keys.reserveCapacity(RowBatch.standardCount)
    if wantsRows { batch.rows.reserveCapacity(RowBatch.standardCount) }
  }
}
