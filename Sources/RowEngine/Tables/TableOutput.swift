// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The end of a table: tests, orders, makes distinct, skips, limits and batches rows that are made.
package struct TableOutput {
  private let shape: TableShape
  private let having: TableCondition?
  private var seen = Set<TableKey>()
  /// The rows to be ordered.
  private var waiting: [[AttributeValue]] = []
  private var skip: Int
  private var left: Int
  private var batch: TableBatch
  /// True if nothing more is wanted: the limit is reached or the sink has had enough.
  package private(set) var isFinished = false

  package init(_ shape: TableShape, schema: StoreSchema) {
    self.shape = shape
    having = shape.having.map { TableCondition($0, schema: schema) }
    skip = shape.offset
    left = shape.limit > 0 ? shape.limit : .max
    batch = TableBatch(width: shape.columns.count)
  }

  /// Adds a row of all columns.
  package mutating func add(
    _ row: [AttributeValue], to sink: (TableBatch) -> Bool
  ) throws(StoreError) {
    if let having, try !having.holds(of: row) { return }
    if shape.order.isEmpty { pass(row, to: sink) } else { waiting.append(row) }
  }

  /// Hands on what is left. Call it once, at the end.
  package mutating func finish(to sink: (TableBatch) -> Bool) {
    for row in TableRowOrder(shape.order).sorted(waiting) where !isFinished { pass(row, to: sink) }
    if !batch.values.isEmpty { flush(to: sink) }
  }

  private mutating func pass(_ row: [AttributeValue], to sink: (TableBatch) -> Bool) {
    if shape.isDistinct,
      !seen.insert(TableKey(Array(row.prefix(shape.visibleCount)))).inserted
    {
      return
    }
    guard skip == 0 else { return skip -= 1 }
    batch.values += row
    left -= 1
    if left == 0 || batch.isFull { flush(to: sink) }
    if left == 0 { isFinished = true }
  }

  private mutating func flush(to sink: (TableBatch) -> Bool) {
    if !sink(batch) { isFinished = true }
    batch.values.removeAll(keepingCapacity: true)
  }
}
