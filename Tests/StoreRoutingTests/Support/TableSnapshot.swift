// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface
import Synchronization

/// The rows of a ``TableStore`` at one time. Hands matches on in small batches.
final class TableSnapshot: StoreSnapshot {
  private let store: TableStore
  private let rows: [ObjectKey: Row]
  private var isEnded: Bool

  init(_ store: TableStore, _ rows: [ObjectKey: Row], isCounted: Bool = true) {
    self.store = store
    self.rows = rows
    isEnded = !isCounted
  }

  deinit { end() }

  func end() {
    guard !isEnded else { return }
    isEnded = true
    store.state.withLock { $0.openSnapshots -= 1 }
  }

  func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(StoreError) {
    let matches = try matches(query).dropFirst(query.offset)
    let limited = query.limit > 0 ? matches.prefix(query.limit) : matches
    var batch = RowBatch()
    for (key, row) in limited {
      batch.keys.append(key)
      if query.output == .rows { batch.rows.append(row) }
      guard batch.keys.count == 3 else { continue }
      guard sink(batch) else { return }
      batch.removeAll()
    }
    if !batch.keys.isEmpty { _ = sink(batch) }
  }

  private func matches(_ query: Query) throws(StoreError) -> [(ObjectKey, Row)] {
    let filter = FilterProgram(
      query.filter ?? .constant(true), schema: store.schema, entity: query.entity,
      nullSemantics: query.nullSemantics)
    let order = RowComparator(query.sort, schema: store.schema, entity: query.entity)
    var records: [(record: SortRecord, key: ObjectKey, row: Row)] = []
    for (key, row) in rows where query.concreteEntities.contains(key.entity) {
      guard try filter.matches(row, key, from: SnapshotRows(self)) else { continue }
      records.append((try order.record(row, key, from: SnapshotRows(self)), key, row))
    }
    records.sort { order.precedes($0.record, $1.record) }
    return records.map { ($0.key, $0.row) }
  }

  func count(_ query: Query) throws(StoreError) -> Int {
    let found = max(0, try matches(query).count - query.offset)
    return query.limit > 0 ? min(found, query.limit) : found
  }

  func row(for key: ObjectKey) throws(StoreError) -> Row? {
    guard key.store == 0 else { throw store.error(.engine) }
    for entity in store.schema.entities[key.entity].subtree {
      if let row = rows[ObjectKey(entity: entity, number: key.number)] { return row }
    }
    return nil
  }

  func rows(for keys: [ObjectKey]) throws(StoreError) -> [Row?] {
    var result: [Row?] = []
    for key in keys { result.append(try row(for: key)) }
    return result
  }

  /// To-manys that are the inverse of a to-one.
  func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    let toMany = store.schema.entities[relationship.entity].toManys[relationship.toMany]
    guard case .inverse(let toOne) = toMany.storage else { return RelatedBatch() }
    let slot = store.schema.entities[toMany.destination].toOnes[toOne].slot
    var batch = RelatedBatch()
    for (position, owner) in owners.enumerated() {
      guard owner.store == 0 else { throw store.error(.engine) }
      let members = rows.filter { $0.value.slotCount > slot && $0.value.reference(slot) == owner }
      for (key, row) in members.sorted(by: { $0.key.number < $1.key.number }) {
        batch.owners.append(Int32(position))
        batch.keys.append(key)
        if withRows { batch.rows.append(row) }
      }
    }
    return batch
  }
}
