// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Tests stored rows for a query and copies those that are wanted.
///
/// A filter on the row's own slots runs on the bytes in the map; any other on a copy.
struct RowScan {
  private let records: RecordLayout
  private let formats: RecordFormats
  private let root: Int
  private let first: Int
  private let last: Int
  private let filter: FilterProgram?
  private let isFlat: Bool
  private let source: any RowSource
  private var copier = RowCopier()
  /// The copy of a row that a filter looks at which is not flat; nothing keeps these rows.
  private var scratch = RowCopier()

  init(_ query: Query, _ snapshot: LMDBSnapshot, filter: Filter?) {
    let schema = snapshot.layout.schema
    let filter = filter.map {
      FilterProgram(
        $0, schema: schema, entity: query.entity, nullSemantics: query.nullSemantics)
    }
    self.filter = filter
    records = snapshot.layout.records
    formats = records.formats
    isFlat = (filter?.isFlat ?? true) && formats.isIdentity
    root = schema.entities[query.entity].root
    first = query.concreteEntities.lowerBound
    last = query.concreteEntities.upperBound - 1
    source = (filter?.needsSource ?? false) ? KeptRows(SnapshotRows(snapshot)) : NoRows()
  }

  /// The concrete entity of stored bytes if they are a match, else -1.
  @inline(__always)
  mutating func accepts(
    _ value: UnsafeRawBufferPointer, _ number: Int64
  ) throws(StoreError) -> Int {
    let entity = formats.check(value, root: root)
    guard entity >= 0 else { throw records.damage(number, root) }
    guard entity >= first, entity <= last else { return -1 }
    guard let filter else { return entity }
    return try matches(filter, value: value, key: ObjectKey(entity: entity, number: number))
      ? entity : -1
  }

  private mutating func matches(
    _ filter: FilterProgram, value: UnsafeRawBufferPointer, key: ObjectKey
  ) throws(StoreError) -> Bool {
    if isFlat, let image = RecordLayout.image(value) { return filter.matches(at: image, key) }
    let row = try records.copy(
      value, number: key.number, entity: key.entity, into: &scratch)
    return try filter.matches(row, key, from: source)
  }

  /// Returns a copy that may be kept of stored bytes that were accepted.
  @inline(__always)
  mutating func copy(
    _ value: UnsafeRawBufferPointer, number: Int64, entity: Int
  ) throws(StoreError) -> Row {
    try records.copy(value, number: number, entity: entity, into: &copier)
  }
}
#endif
