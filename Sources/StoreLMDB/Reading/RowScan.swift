// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Makes rows out of stored bytes for a query, and tests them first.
///
/// A row that the filter rejects never leaves a scratch chunk; only what is wanted is copied into
/// chunks that outlive the query.
final class RowScan {
  private let snapshot: LMDBSnapshot
  private let records: RecordLayout
  private let root: Int
  private let concrete: Range<Int>
  private let filter: FilterProgram?
  private let source: any RowSource
  private let assembler = RowAssembler()
  private var scratch = RowChunk(capacity: 1024)

  init(_ query: Query, _ snapshot: LMDBSnapshot, filter: FilterProgram?) {
    self.snapshot = snapshot
    self.filter = filter
    records = snapshot.layout.records
    root = snapshot.layout.schema.entities[query.entity].root
    concrete = query.concreteEntities
    source = (filter?.needsSource ?? false) ? SnapshotRows(snapshot) : NoRows()
  }

  /// Whether the row with some stored bytes is a match.
  func accepts(_ value: UnsafeRawBufferPointer, _ number: Int64) throws(StoreError) -> Bool {
    guard try isOfEntity(value, number) else { return false }
    guard let filter else { return true }
    let row = try scratchRow(value, number)
    let key = ObjectKey(entity: row.entity, number: number)
    return try filter.matches(row, key, from: source)
  }

  /// The row, if it is a match.
  func match(_ value: UnsafeRawBufferPointer, _ number: Int64) throws(StoreError) -> Row? {
    guard try accepts(value, number) else { return nil }
    return try records.row(value, number: number, root: root, into: assembler)
  }

  private func isOfEntity(
    _ value: UnsafeRawBufferPointer, _ number: Int64
  ) throws(StoreError) -> Bool {
    guard let entity = records.entity(of: value) else { throw records.damage(number, root) }
    return concrete.contains(entity)
  }

  private func scratchRow(
    _ value: UnsafeRawBufferPointer, _ number: Int64
  ) throws(StoreError) -> Row {
    if value.count > scratch.capacity { scratch = RowChunk(capacity: value.count * 2) }
    return try records.row(value, number: number, root: root, over: scratch)
  }
}
#endif
