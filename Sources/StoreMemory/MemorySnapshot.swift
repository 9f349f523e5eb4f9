// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
package import StoreInterface

/// A ``MemoryState`` with an identity, so that a transaction's reader sees what is written.
// Sendable: written only by the transaction that owns it, before it is published.
final class StateBox: @unchecked Sendable {
  var state: MemoryState

  init(_ state: MemoryState) { self.state = state }
}

/// A view of one state of a ``MemoryStore``.
package final class MemorySnapshot: StoreSnapshot, RowSource {
  private let store: MemoryStore
  private var box: StateBox?

  init(_ store: MemoryStore, _ box: StateBox) {
    self.store = store
    self.box = box
  }

  package func end() { box = nil }

  private func current() throws(StoreError) -> StateBox {
    guard let box else { throw store.error(.closed, "The snapshot has ended.") }
    return box
  }

  // MARK: - Queries

  package func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(StoreError) {
    let box = try current()
    let executor = QueryExecutor(query, schema: box.state.layout.schema, source: self)
    try executor.run(
      MemoryCandidates(query, box.state), areInOrder: query.sort.isEmpty, into: sink)
  }

  package func count(_ query: Query) throws(StoreError) -> Int {
    let box = try current()
    if query.filter == nil {
      let total = query.concreteEntities.reduce(0) { $0 + box.state.count($1) }
      let rest = max(0, total - query.offset)
      return query.limit > 0 ? min(rest, query.limit) : rest
    }
    let executor = QueryExecutor(query, schema: box.state.layout.schema, source: self)
    return try executor.count(MemoryCandidates(query, box.state))
  }

  // MARK: - Rows

  package func row(for key: ObjectKey) throws(StoreError) -> Row? {
    try current().state.row(key)
  }

  package func rows(for keys: [ObjectKey]) throws(StoreError) -> [Row?] {
    let box = try current()
    return keys.map { box.state.row($0) }
  }

  // MARK: - Relationships

  package func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    let box = try current()
    let schema = box.state.layout.schema
    let toMany = schema.entities[relationship.entity].toManys[relationship.toMany]
    var batch = RelatedBatch()
    for (position, owner) in owners.enumerated() {
      box.state.forEachMember(of: owner, relationship) { member in
        batch.owners.append(Int32(position))
        batch.keys.append(member.key)
        if toMany.isOrdered { batch.orders.append(member.order) }
        if withRows { batch.rows.append(member.row) }
      }
    }
    return batch
  }

  package func related(
    _ relationship: RelationshipReference, of owner: ObjectKey
  ) throws(StoreError) -> [ObjectKey] {
    var keys: [ObjectKey] = []
    try current().state.forEachMember(of: owner, relationship) { keys.append($0.key) }
    return keys
  }
}
