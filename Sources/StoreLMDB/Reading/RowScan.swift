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
  private let records: RecordLayout
  private let root: Int
  private let concrete: Range<Int>
  private let filter: FilterProgram?
  private let source: any RowSource
  private let assembler = RowAssembler()
  private var scratch = RowChunk(capacity: 1024)

  init(_ query: Query, _ snapshot: LMDBSnapshot, filter: Filter?) {
    let schema = snapshot.layout.schema
    self.filter = filter.map {
      FilterProgram(
        $0, schema: schema, entity: query.entity, nullSemantics: query.nullSemantics)
    }
    records = snapshot.layout.records
    root = schema.entities[query.entity].root
    concrete = query.concreteEntities
    source = (self.filter?.needsSource ?? false) ? SnapshotRows(snapshot) : NoRows()
  }

  /// The concrete entity of stored bytes if they are a match.
  func accepts(_ value: UnsafeRawBufferPointer, _ number: Int64) throws(StoreError) -> Int? {
    guard let entity = records.entity(of: value) else { throw records.damage(number, root) }
    guard concrete.contains(entity) else { return nil }
    guard let filter else { return entity }
    if value.count > scratch.capacity { scratch = RowChunk(capacity: value.count * 2) }
    let row = try records.row(value, number: number, root: root, over: scratch)
    let key = ObjectKey(entity: entity, number: number)
    return try filter.matches(row, key, from: source) ? entity : nil
  }

  /// A copy that may be kept.
  func copy(_ value: UnsafeRawBufferPointer, _ number: Int64) throws(StoreError) -> Row {
    try records.row(value, number: number, root: root, into: assembler)
  }
}
#endif
