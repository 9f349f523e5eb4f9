// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Looks in the constraints' indexes, after all entries are written, for values that several rows
/// have. One look-up per written value.
struct ConstraintCheck {
  private let writer: ChangeWriter
  private let layout: StoreLayout

  init(_ writer: ChangeWriter) {
    self.writer = writer
    layout = writer.layout
  }

  func run() throws(StoreError) {
    for index in layout.indexes.indices where !writer.added[index].isEmpty {
      guard let constraint = layout.indexes[index].constraint else { continue }
      try run(writer.added[index], layout.indexes[index], constraint)
    }
  }

  private func run(
    _ batch: IndexBatch, _ index: IndexLayout, _ constraint: IndexLayout.Constraint
  ) throws(StoreError) {
    var cursor = try Cursor(
      index.database, in: writer.transaction, store: writer.store)
    var start = 0
    while start < batch.entries.count {
      let stem = batch.stem(batch.entries[start])
      var end = start + 1
      while end < batch.entries.count, batch.stem(batch.entries[end]) == stem { end += 1 }
      if !batch.entries[start].isExempt {
        let rivals = try rivals(Array(stem), index, &cursor)
        if rivals.count > 1 {
          try report(rivals, batch, batch.entries[start..<end], index, constraint)
        }
      }
      start = end
    }
  }

  /// All rows with the given values, or with the same cut key.
  private func rivals(
    _ stem: [UInt8], _ index: IndexLayout, _ cursor: inout Cursor
  ) throws(StoreError) -> [ObjectKey] {
    var rivals: [ObjectKey] = []
    var isThere = try cursor.seek(stem)
    while isThere, cursor.key.count == stem.count + 8, cursor.key.starts(with: stem) {
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
    _ rivals: [ObjectKey], _ batch: IndexBatch, _ entries: ArraySlice<IndexBatch.Entry>,
    _ index: IndexLayout, _ constraint: IndexLayout.Constraint
  ) throws(StoreError) {
    let pending = Set(entries.map { batch.number($0) })
    for group in try groups(rivals, index, isCut: batch.stem(entries[entries.startIndex]).count + 8)
    where group.count > 1 {
      let mine = group.filter { pending.contains($0.number) }
      guard !mine.isEmpty else { continue }
      let stored = group.first { !pending.contains($0.number) }
      var row: Row?
      if let stored { row = try writer.stored(stored, into: RowAssembler(chunkCapacity: 1024)) }
      writer.conflicts.append(
        .uniqueness(
          entity: constraint.entity, constraint: constraint.index, pending: mine, stored: stored,
          storedRow: row))
    }
  }

  /// Cut keys may agree by chance: then the rows decide.
  private func groups(
    _ rivals: [ObjectKey], _ index: IndexLayout, isCut length: Int
  ) throws(StoreError) -> [[ObjectKey]] {
    guard length == IndexLayout.longestKey else { return [rivals] }
    var groups: [[UInt8]: [ObjectKey]] = [:]
    var values = SortableKey()
    for rival in rivals {
      guard let row = try writer.stored(rival, into: RowAssembler(chunkCapacity: 1024)) else {
        continue
      }
      index.values(of: row, number: rival.number, into: &values)
      groups[values.bytes, default: []].append(rival)
    }
    return groups.values.sorted { ($0.first?.number ?? 0) < ($1.first?.number ?? 0) }
  }
}
#endif
