// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
import StoreInterface

/// Reads a hierarchy from the first row to the last, in one loop that retains nothing but the rows
/// it returns.
struct WholeScan {
  let query: Query
  let layout: DatabaseLayout
  let filter: FilterProgram?

  /// Nil when the filter needs more than a row's own bytes as they stand in the file.
  init?(_ query: Query, _ layout: DatabaseLayout) {
    filter = query.filter.map {
      FilterProgram(
        $0, schema: layout.schema, entity: query.entity, nullSemantics: query.nullSemantics)
    }
    guard layout.records.isIdentity, filter?.isFlat ?? true else { return nil }
    self.query = query
    self.layout = layout
  }

  func run(_ snapshot: LMDBSnapshot, into sink: (RowBatch) -> Bool) throws(StoreError) {
    let root = layout.schema.entities[query.entity].root
    let (first, last) = (query.concreteEntities.lowerBound, query.concreteEntities.upperBound - 1)
    let formats = layout.records.formats
    let filter = filter
    var cursor = try Cursor(layout.rows[root], in: snapshot.current(), store: snapshot.path)
    defer { snapshot.cursorSteps += cursor.steps }
    var chunks = ChunkSource(first: 1024)
    var chunk = ChunkSource.none
    var base = chunk.base
    var used = 0
    var batch = RowBatch()
    var isThere = try cursor.first()
    while isThere {
      let value = cursor.value
      let number = try cursor.number()
      let entity = formats.check(value, root: root)
      guard entity >= 0, let image = RecordLayout.image(value) else {
        throw layout.records.damage(number, root)
      }
      let key = ObjectKey(entity: entity, number: number)
      if entity >= first, entity <= last, filter?.matches(at: image, key) ?? true {
        let count = value.count - RecordLayout.prefix
        if used + count > chunk.capacity {
          chunk = chunks.next(count)
          base = chunk.base
          used = 0
        }
        (base + used).copyMemory(from: image, byteCount: count)
        batch.keys.append(key)
        batch.rows.append(Row(chunk: chunk, offset: used))
        used = (used + count + 7) & ~7
        if batch.keys.count == RowBatch.standardCount {
          guard sink(batch) else { return }
          batch = WholeScan.emptyBatch()
        }
      }
      isThere = try cursor.next()
    }
    if !batch.keys.isEmpty { _ = sink(batch) }
  }

  private static func emptyBatch() -> RowBatch {
    var batch = RowBatch()
    batch.keys.reserveCapacity(RowBatch.standardCount)
    batch.rows.reserveCapacity(RowBatch.standardCount)
    return batch
  }
}
#endif
