// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Answers one query.
struct QueryRun {
  private let query: Query
  private let snapshot: LMDBSnapshot
  private let layout: StoreLayout

  init(_ query: Query, _ snapshot: LMDBSnapshot) {
    self.query = query
    self.snapshot = snapshot
    layout = snapshot.layout
  }

  func run(into sink: (RowBatch) -> Bool) throws(StoreError) {
    let filter = query.filter.map {
      FilterProgram(
        $0, schema: layout.schema, entity: query.entity, nullSemantics: query.nullSemantics)
    }
    let scan = RowScan(query, snapshot, filter: filter)
    let root = layout.schema.entities[query.entity].root
    var cursor = try Cursor(
      layout.rows[root], in: snapshot.current(), store: snapshot.path)
    if query.sort.isEmpty {
      var output = RowOutput(query)
      var isThere = try cursor.first()
      while isThere, !output.isFinished {
        let number = BigEndian.number(cursor.key)
        if let row = try scan.match(cursor.value, number) {
          output.add(ObjectKey(entity: row.entity, number: number), row, to: sink)
        }
        isThere = try cursor.next()
      }
      output.flush(to: sink)
      return
    }
    let comparator = RowComparator(query.sort, schema: layout.schema, entity: query.entity)
    var sorter = RowSorter(comparator, wanted: query.limit > 0 ? query.offset + query.limit : 0)
    let source = SnapshotRows(snapshot)
    var isThere = try cursor.first()
    while isThere {
      let number = BigEndian.number(cursor.key)
      if let row = try scan.match(cursor.value, number) {
        let key = ObjectKey(entity: row.entity, number: number)
        sorter.add(try comparator.record(row, key, from: source))
      }
      isThere = try cursor.next()
    }
    var output = RowOutput(query)
    for record in sorter.finish() {
      output.add(record.key, record.row, to: sink)
      if output.isFinished { return }
    }
    output.flush(to: sink)
  }

  func count() throws(StoreError) -> Int {
    var query = query
    query.sort = []
    query.output = .keys
    var count = 0
    try QueryRun(query, snapshot).run { batch in
      count += batch.keys.count
      return true
    }
    return count
  }
}
#endif
