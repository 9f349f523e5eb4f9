// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Writes sorted batches of index entries.
struct IndexWriter {
  let layout: StoreLayout
  let transaction: OpaquePointer
  let store: String

  func add(_ batch: IndexBatch, to index: IndexLayout) throws(StoreError) {
    guard let first = batch.entries.first else { return }
    if batch.hasCutEntries {
      try MetadataTable(database: layout.metadata, transaction: transaction, store: store)
        .writeHasCutEntries(index.name)
    }
    var cursor = try Cursor(index.database, in: transaction, store: store)
    var append = true
    if try cursor.last() {
      let last = Array(cursor.key)
      append = try batch.withKey(first) { key throws(StoreError) in
        last.lexicographicallyPrecedes(key)
      }
    }
    for entry in batch.entries {
      try batch.withKey(entry) { key throws(StoreError) in
        let number = layout.numbers.number(of: Int(entry.entity)) ?? .max
        try withUnsafeBytes(of: number) { value throws(StoreError) in
          try cursor.put(value, for: key, append: append)
        }
      }
    }
  }

  func remove(_ batch: IndexBatch, from database: Database) throws(StoreError) {
    guard !batch.isEmpty else { return }
    var cursor = try Cursor(database, in: transaction, store: store)
    for entry in batch.entries {
      try batch.withKey(entry) { key throws(StoreError) in
        guard try cursor.seek(key), cursor.key.elementsEqual(key) else { return }
        try cursor.delete()
      }
    }
  }

  /// Fills an index that the file lacks, from the rows (R-PSC-854).
  func build(_ index: IndexLayout) throws(StoreError) {
    let root = layout.schema.entities[index.declaredBy].root
    var cursor = try Cursor(layout.rows[root], in: transaction, store: store)
    var batch = IndexBatch()
    var values = SortableKey()
    let assembler = RowAssembler()
    var isThere = try cursor.first()
    while isThere {
      if let entity = layout.records.entity(of: cursor.value), index.subtree.contains(entity) {
        let number = BigEndian.number(cursor.key)
        let row = try layout.records.row(
          cursor.value, number: number, root: root, into: assembler)
        index.values(of: row, number: number, into: &values)
        batch.append(values, number: number, entity: entity)
      }
      isThere = try cursor.next()
    }
    batch.sort()
    try add(batch, to: index)
  }
}
#endif
