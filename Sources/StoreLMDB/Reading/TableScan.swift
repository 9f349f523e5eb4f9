// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
package import StoreInterface

extension LMDBSnapshot {
  package func table(
    _ query: TableQuery, into sink: (TableBatch) -> Bool
  ) throws(StoreError) -> Bool {
    guard layout.records.isIdentity, let table = FlatTable(query, schema: layout.schema) else {
      return false
    }
    let run = try QueryRun(table.rows, self)
    // Rows that are to be sorted first are copied.
    guard run.access.isInOrder(run.query) else { return false }
    try run.forEachMatch { start, key throws(StoreError) in
      try table.add(start, key, to: sink)
    }
    try table.finish(to: sink)
    return true
  }
}

extension QueryRun {
  /// Calls `body` with the address in the map and the key of each match, in the order of the access,
  /// until it returns false. The query's window is not looked at.
  @inline(__always)
  func forEachMatch(
    _ body: (UnsafeRawPointer, ObjectKey) throws(StoreError) -> Bool
  ) throws(StoreError) {
    if case .scan = access, let scan = WholeScan(query, layout) {
      return try scan.forEach(snapshot, body)
    }
    var scan = RowScan(query, snapshot, filter: residual)
    try forEachCandidate { number, value throws(StoreError) in
      let entity = try scan.accepts(value, number)
      guard entity >= 0, let image = RecordLayout.image(value) else { return true }
      return try body(image, ObjectKey(entity: entity, number: number))
    }
  }
}

extension WholeScan {
  /// Calls `body` with the address and key of each match, by number, until it returns false.
  @inline(__always)
  func forEach(
    _ snapshot: LMDBSnapshot, _ body: (UnsafeRawPointer, ObjectKey) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let root = layout.schema.entities[query.entity].root
    let (first, last) = (query.concreteEntities.lowerBound, query.concreteEntities.upperBound - 1)
    let formats = layout.records.formats
    let filter = filter
    var cursor = try Cursor(layout.rows[root], in: snapshot.current(), store: snapshot.path)
    defer { snapshot.cursorSteps += cursor.steps }
    var isThere = try cursor.first()
    while isThere {
      let number = try cursor.number()
      let entity = formats.check(cursor.value, root: root)
      guard entity >= 0, let image = RecordLayout.image(cursor.value) else {
        throw layout.records.damage(number, root)
      }
      let key = ObjectKey(entity: entity, number: number)
      if entity >= first, entity <= last, filter?.matches(at: image, key) ?? true {
        guard try body(image, key) else { return }
      }
      isThere = try cursor.next()
    }
  }
}
#endif
