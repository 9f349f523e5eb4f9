// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Looks in the constraints' indexes, after all entries are written, for values that several rows
/// have. One look-up per written value.
struct ConstraintCheck {
  private let writer: RecordWriter
  private let layout: DatabaseLayout

  init(_ writer: RecordWriter) {
    self.writer = writer
    layout = writer.layout
  }

  func run(_ batch: IndexBatch, _ index: IndexLayout) throws(StoreError) {
    guard let constraint = index.constraint else { return }
    var cursor = try Cursor(
      index.database, in: writer.transaction, store: writer.store)
    var start = 0
    while start < batch.entries.count {
      let stem = batch.stem(batch.entries[start])
      var end = start + 1
      while end < batch.entries.count,
        ByteOrder.order(batch.stem(batch.entries[end]), stem) == 0
      { end += 1 }
      if !batch.entries[start].isExempt {
        let rivals = try rivals(stem, &cursor)
        if rivals.count > 1 {
          try report(
            rivals, batch: batch, entries: batch.entries[start..<end], index: index,
            constraint: constraint)
        }
      }
      start = end
    }
  }

  /// All rows with the given values, or with the same cut key.
  private func rivals(
    _ stem: UnsafeRawBufferPointer, _ cursor: inout Cursor
  ) throws(StoreError) -> [ObjectKey] {
    var rivals: [ObjectKey] = []
    var isThere = try cursor.seek(stem)
    while isThere, cursor.key.count == stem.count + 8, cursor.key.begins(with: stem) {
      guard cursor.value.count >= 4 else {
        throw StoreError(
          .corrupt, store: writer.store, message: "an index with a constraint is damaged")
      }
      let number = cursor.value.loadUnaligned(as: UInt32.self)
      if let entity = layout.numbers.index(of: number) {
        let key = ObjectKey(entity: entity, number: SortableKey.trailingNumber(cursor.key))
        rivals.append(key)
      }
      isThere = try cursor.next()
    }
    return rivals
  }

  private func report(
    _ rivals: [ObjectKey], batch: IndexBatch, entries: ArraySlice<IndexBatch.Entry>,
    index: IndexLayout, constraint: IndexLayout.Constraint
  ) throws(StoreError) {
    let pending = Set(entries.map { batch.number($0) })
    let isCut = IndexLayout.isCut(batch.key(entries[entries.startIndex]))
    for group in isCut ? try groups(rivals, index) : [rivals] where group.count > 1 {
      let mine = group.filter { pending.contains($0.number) }
      guard !mine.isEmpty else { continue }
      let stored = group.first { !pending.contains($0.number) }
      var row: Row?
      if let stored { row = try writer.stored(stored) }
      writer.conflicts.append(
        .uniqueness(
          entity: constraint.entity, constraint: constraint.index, pending: mine, stored: stored,
          storedRow: row))
    }
  }

  /// Cut keys may agree by chance: then the rows decide.
  private func groups(
    _ rivals: [ObjectKey], _ index: IndexLayout
  ) throws(StoreError) -> [[ObjectKey]] {
    var groups: [[UInt8]: [ObjectKey]] = [:]
    for rival in rivals {
      guard let row = try writer.stored(rival) else { continue }
      let values = KeyBuffer()
      row.withBytes { bytes in
        if let image = bytes.baseAddress {
          index.encoder.append(image, number: rival.number, to: values)
        }
      }
      let bytes = Array(UnsafeRawBufferPointer(start: values.base, count: values.count))
      groups[bytes, default: []].append(rival)
    }
    return groups.values.sorted { ($0.first?.number ?? 0) < ($1.first?.number ?? 0) }
  }
}
#endif
