// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Writes one change set in a write transaction. Made for it and used once.
final class ChangeWriter {
  let layout: StoreLayout
  let transaction: OpaquePointer
  let store: String
  var conflicts: [Conflict] = []
  /// By index of the layout.
  var removed: [IndexBatch]
  var added: [IndexBatch]
  private var countChanges: [Int: Int64] = [:]
  private var highest: [Int: Int64] = [:]
  private let assembler = RowAssembler()
  private let values = RowAssembler(chunkCapacity: 1024)

  init(layout: StoreLayout, transaction: OpaquePointer, store: String) {
    self.layout = layout
    self.transaction = transaction
    self.store = store
    removed = [IndexBatch](repeating: IndexBatch(), count: layout.indexes.count)
    added = removed
  }

  /// Writes everything and returns the conflicts that came up.
  func write(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    try check(changes.checks)
    try delete(changes.deletes)
    try update(changes.updates)
    try insert(changes.inserts)
    try writeIndexes()
    try ConstraintCheck(self).run()
    try LinkWriter(self).write(changes.links)
    try writeCounters()
    if let metadata = changes.metadata {
      try MetadataTable(database: layout.metadata, transaction: transaction, store: store)
        .write(metadata)
    }
    return conflicts
  }

  // MARK: - Rows

  /// The stored row of a key whose entity is the key's or a descendant.
  func stored(_ key: ObjectKey, into assembler: RowAssembler) throws(StoreError) -> Row? {
    let entity = layout.schema.entities[key.entity]
    let value = try layout.rows[entity.root].value(
      of: BigEndian(key.number), in: transaction, store: store)
    guard let value else { return nil }
    let row = try layout.records.row(
      value, number: key.number, root: entity.root, into: assembler)
    return entity.subtree.contains(row.entity) ? row : nil
  }

  private func check(_ checks: [VersionCheck]) throws(StoreError) {
    for check in checks {
      let row = try stored(check.key, into: values)
      _ = isExpected(check.expectedVersion, check.key, row)
    }
  }

  /// Whether a row has the expected version; a conflict is noted when not.
  private func isExpected(_ version: Int64, _ key: ObjectKey, _ row: Row?) -> Bool {
    if let row, row.version == version { return true }
    conflicts.append(
      .version(key: key, expected: version, actual: row?.version ?? 0, stored: row))
    return false
  }

  private func delete(_ deletes: [RowDelete]) throws(StoreError) {
    for delete in deletes {
      let row = try stored(delete.key, into: values)
      if let version = delete.expectedVersion, !isExpected(version, delete.key, row) { continue }
      guard let row else { continue }
      for index in layout.indexesOfEntity[row.entity] {
        note(row, delete.key.number, index, in: &removed[index])
      }
      let root = layout.schema.entities[row.entity].root
      try withUnsafeBytes(of: BigEndian(delete.key.number)) { key throws(StoreError) in
        _ = try layout.rows[root].delete(key, in: transaction, store: store)
      }
      try LinkWriter(self).removeAll(of: delete.key.number, entity: row.entity)
      countChanges[row.entity, default: 0] -= 1
    }
  }

  private func update(_ updates: [RowUpdate]) throws(StoreError) {
    for update in updates {
      let old = try stored(update.key, into: values)
      if let version = update.expectedVersion, !isExpected(version, update.key, old) { continue }
      guard let old else {
        _ = isExpected(update.row.version, update.key, nil)
        continue
      }
      let new = layout.rowLayouts[old.entity].merge(update, into: old, with: assembler)
      for index in layout.indexesOfEntity[old.entity]
      where layout.indexes[index].isAffected(by: update.changed) {
        note(old, update.key.number, index, in: &removed[index])
        note(new, update.key.number, index, in: &added[index])
      }
      let root = layout.schema.entities[old.entity].root
      var cursor = try Cursor(layout.rows[root], in: transaction, store: store)
      let target = try cursor.reserve(
        layout.records.byteCount(of: new), for: BigEndian(update.key.number), append: false)
      if let target { layout.records.write(new, to: target) }
    }
  }

  /// Inserts come by entity; within a hierarchy they are written in the order of their numbers.
  private func insert(_ inserts: [RowInsert]) throws(StoreError) {
    var start = 0
    while start < inserts.count {
      let root = layout.schema.entities[inserts[start].key.entity].root
      var end = start
      var areSorted = true
      while end < inserts.count, layout.schema.entities[inserts[end].key.entity].root == root {
        if end > start, inserts[end].key.number < inserts[end - 1].key.number { areSorted = false }
        end += 1
      }
      if areSorted {
        try insert(inserts[start..<end], root: root)
      } else {
        try insert(inserts[start..<end].sorted { $0.key.number < $1.key.number }[...], root: root)
      }
      start = end
    }
  }

  private func insert(_ inserts: ArraySlice<RowInsert>, root: Int) throws(StoreError) {
    var cursor = try Cursor(layout.rows[root], in: transaction, store: store)
    var last = try cursor.last() ? BigEndian.number(cursor.key) : 0
    for index in Set(inserts.map(\.key.entity)).flatMap({ layout.indexesOfEntity[$0] }) {
      added[index].reserve(inserts.count)
    }
    for insert in inserts {
      let number = insert.key.number
      if number <= last, let existing = try existing(insert.key) {
        conflicts.append(
          .version(key: insert.key, expected: 0, actual: existing.version, stored: existing))
        continue
      }
      let target = try cursor.reserve(
        layout.records.byteCount(of: insert.row), for: BigEndian(number), append: number > last)
      if let target { layout.records.write(insert.row, to: target) }
      last = max(last, number)
      for index in layout.indexesOfEntity[insert.key.entity] {
        note(insert.row, number, index, in: &added[index])
      }
      countChanges[insert.key.entity, default: 0] += 1
    }
    highest[root] = max(highest[root] ?? 0, inserts.last?.key.number ?? 0)
  }

  /// The row that has an insert's number, of whatever entity of the hierarchy.
  private func existing(_ key: ObjectKey) throws(StoreError) -> Row? {
    let root = layout.schema.entities[key.entity].root
    return try stored(ObjectKey(entity: root, number: key.number), into: values)
  }

  // MARK: - Indexes and counters

  private var scratch = SortableKey()

  private func note(_ row: Row, _ number: Int64, _ index: Int, in batch: inout IndexBatch) {
    let isExempt =
      layout.indexes[index].constraint == nil || layout.indexes[index].hasNull(row)
    layout.indexes[index].values(of: row, number: number, into: &scratch)
    batch.append(scratch, number: number, entity: row.entity, isExempt: isExempt)
  }

  private func writeIndexes() throws(StoreError) {
    let writer = IndexWriter(layout: layout, transaction: transaction, store: store)
    for index in layout.indexes.indices {
      removed[index].sort()
      try writer.remove(removed[index], from: layout.indexes[index].database)
      added[index].sort()
      try writer.add(added[index], to: layout.indexes[index])
    }
  }

  private func writeCounters() throws(StoreError) {
    let counts = CounterTable(database: layout.counts, transaction: transaction, store: store)
    for (entity, change) in countChanges {
      guard change != 0, let number = layout.numbers.number(of: entity) else { continue }
      try counts.set((try counts.value(number) ?? 0) + change, number)
    }
    let allocator = CounterTable(
      database: layout.allocator, transaction: transaction, store: store)
    for (root, highest) in highest {
      guard let number = layout.numbers.number(of: root) else { continue }
      // A number that nobody reserved must never be given out (R-PSC-328).
      if highest < .max, try allocator.value(number) ?? 1 <= highest {
        try allocator.set(highest + 1, number)
      }
    }
  }
}
#endif
