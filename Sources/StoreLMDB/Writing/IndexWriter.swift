// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Writes sorted batches of index entries.
struct IndexWriter {
  let layout: DatabaseLayout
  let transaction: OpaquePointer
  let store: String

  func add(_ batch: IndexBatch, to index: IndexLayout) throws(StoreError) {
    if batch.hasCutEntries {
      try MetadataDatabase(database: layout.metadata, transaction: transaction, store: store)
        .writeHasCutEntries(index.name)
    }
    var cursor = try Cursor(index.database, in: transaction, store: store)
    let last = try cursor.last() ? Array(cursor.key) : []
    var append = false
    for entry in batch.entries {
      let key = batch.key(entry)
      if !append { append = last.withUnsafeBytes { ByteOrder.order($0, key) < 0 } }
      try withUnsafeBytes(of: entry.entity) { value throws(StoreError) in
        try cursor.put(value, for: key, append: append)
      }
    }
  }

  func remove(_ batch: IndexBatch, from database: Database) throws(StoreError) {
    var cursor = try Cursor(database, in: transaction, store: store)
    for entry in batch.entries where try cursor.find(batch.key(entry)) { try cursor.delete() }
  }

  /// Fills an index that the file lacks, from the rows (R-PSC-854). Returns its entries.
  @discardableResult
  func build(_ index: IndexLayout) throws(StoreError) -> IndexBatch {
    let root = layout.schema.entities[index.declaredBy].root
    var cursor = try Cursor(layout.rows[root], in: transaction, store: store)
    let batch = IndexBatch(index)
    var isThere = try cursor.first()
    while isThere {
      let number = try cursor.number()
      let entity = layout.records.formats.entity(of: cursor.value)
      if entity >= 0, index.subtree.contains(entity) {
        _ = try layout.records.check(cursor.value, number: number, root: root)
        if let image = RecordLayout.image(cursor.value) {
          batch.append(image, number: number, entity: layout.numbers.number(of: entity) ?? .max)
        }
      }
      isThere = try cursor.next()
    }
    batch.sort()
    try add(batch, to: index)
    return batch
  }
}
#endif
