// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// Reads the rows of statements that select the columns of one ``Selection``: through
/// ``RowFunction``, or for very wide tables value by value.
///
/// Belongs to one run of a statement at a time.
final class RowReader {
  let selection: Selection
  private let connection: Connection
  private let packing: UnsafeMutablePointer<RowPacking>
  /// The values of a wide table's row.
  private var values: [OpaquePointer?] = []
  /// Results that have been looked at.
  private var results = 0
  private var isInOrder = true

  /// - Parameters:
  ///   - chunkCapacity: bytes to allocate for rows at once.
  ///   - expected: about how many rows are packed before they are taken.
  init(
    _ selection: Selection, _ connection: Connection,
    chunkCapacity: Int = RowChunk.standardCapacity, expected: Int = RowBatch.standardCount
  ) {
    self.selection = selection
    self.connection = connection
    packing = .allocate(capacity: 1)
    packing.initialize(
      to: RowPacking(
        selection, connection, chunkCapacity: chunkCapacity, listCapacity: expected))
    if !selection.isPacked { values = Array(repeating: nil, count: selection.columns.count) }
  }

  deinit {
    packing.pointee.destroy()
    packing.deinitialize(count: 1)
    packing.deallocate()
  }

  /// Packs at most so many rows ahead; those beyond have no number in the result.
  func setLimit(_ limit: Int) { packing.pointee.limit = limit }

  /// Makes the reader ready for another run.
  func restart() {
    packing.pointee.restart()
    results = 0
    isInOrder = true
  }

  /// Returns true if there is another row.
  @inline(__always)
  func step(_ statement: Statement) throws(StoreError) -> Bool {
    // Set at every step: what receives rows between two of them may run queries of its own.
    connection.packingPlace.pointee = packing
    let code = sqlite3_step(statement.pointer)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw packing.pointee.failure ?? connection.error("cannot run \(statement.sql)")
  }

  /// Returns the number of the current result's row, nil when it was not packed.
  @inline(__always)
  func number(_ statement: Statement, at column: Int32) throws(StoreError) -> Int? {
    guard selection.isPacked else { return try packValues(statement, at: column) }
    let number = Int(sqlite3_column_int64(statement.pointer, column))
    if number == 0, sqlite3_column_type(statement.pointer, column) == SQLITE_NULL { return nil }
    return number
  }

  private func packValues(
    _ statement: Statement, at column: Int32
  ) throws(StoreError) -> Int? {
    for index in values.indices {
      values[index] = sqlite3_column_value(statement.pointer, column + Int32(index))
    }
    let packed = values.withUnsafeMutableBufferPointer { values in
      values.baseAddress.flatMap { packing.pointee.pack($0) }
    }
    guard let packed else {
      throw packing.pointee.failure ?? connection.error("cannot read a row of \(statement.sql)")
    }
    return packed < 0 ? nil : packed
  }

  func key(_ number: Int) -> ObjectKey { packing.pointee.key(number) }

  func row(_ number: Int) throws(StoreError) -> Row {
    if let row = packing.pointee.take(number) { return row }
    throw StoreError(
      .engine, store: connection.store,
      message: "a row of \(selection.table.name) came twice out of one query")
  }

  // MARK: - In batches

  /// Sends all results. Rows that come in the order in which they were packed are handed on as they
  /// stand; others are picked.
  ///
  /// - Parameter missing: reads a row that was not packed, whose number stands behind the row.
  func send(
    _ statement: Statement, missing: (Int64) throws(StoreError) -> (ObjectKey, Row)?,
    _ sink: (RowBatch) -> Bool
  ) throws(StoreError) {
    var picked = RowBatch()
    while try step(statement) {
      let number = try number(statement, at: 0)
      if isInOrder, let number, packing.pointee.isNewest(number, after: results) {
        results += 1
        guard packing.pointee.count == RowBatch.standardCount else { continue }
        guard sink(packing.pointee.takeAll()) else { return }
        continue
      }
      if isInOrder { try pickPacked(&picked) }
      if let number {
        let key = key(number)
        picked.append(key, try row(number))
      } else if let (key, row) = try missing(statement.integer(1)) {
        picked.append(key, row)
      }
      guard picked.keys.count >= RowBatch.standardCount else { continue }
      guard sink(picked) else { return }
      picked = RowBatch()
    }
    try sendRest(picked, sink)
  }

  /// Rows may have been packed for a sorter that an offset then emptied: they are no results.
  private func sendRest(_ picked: RowBatch, _ sink: (RowBatch) -> Bool) throws(StoreError) {
    var rest = picked
    if isInOrder, packing.pointee.first + packing.pointee.count == results {
      rest = packing.pointee.takeAll()
    } else if isInOrder {
      try pickPacked(&rest)
    }
    if !rest.keys.isEmpty { _ = sink(rest) }
  }

  /// Leaves the order: what has come in order so far and was not sent comes first.
  private func pickPacked(_ picked: inout RowBatch) throws(StoreError) {
    isInOrder = false
    for number in packing.pointee.first..<max(results, packing.pointee.first) {
      picked.append(key(number), try row(number))
    }
  }
}
#endif
