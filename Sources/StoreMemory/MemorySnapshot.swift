// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
package import StoreInterface

/// A ``MemoryState`` that changes: a transaction's, seen by its reader.
// Sendable: used by the thread of its transaction.
final class StateBox: @unchecked Sendable {
  var state: MemoryState

  init(_ state: MemoryState) { self.state = state }
}

/// A view of one state of a ``MemoryStore``.
package final class MemorySnapshot: StoreSnapshot, RowSource {
  private let store: MemoryStore
  @exclusivity(unchecked) private var published: PublishedState?
  private var box: StateBox?

  init(_ store: MemoryStore, _ published: PublishedState) {
    self.store = store
    self.published = published
  }

  /// A view of what a transaction has written so far.
  init(_ store: MemoryStore, _ box: StateBox) {
    self.store = store
    self.box = box
  }

  package func end() {
    published = nil
    box = nil
  }

  private func current() throws(StoreError) -> PublishedState {
    if let published { return published }
    guard let box else { throw store.error(.closed, "The snapshot has ended.") }
    return PublishedState(box.state)
  }

  // MARK: - Queries

  package func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(StoreError) {
    let current = try current()
    if let fetch = MemoryFetch(query, current.state) { return fetch.run(into: sink) }
    let executor = QueryExecutor(query, schema: current.state.layout.schema, source: self)
    try executor.run(
      MemoryCandidates(query, current.state), areInOrder: query.sort.isEmpty, into: sink)
  }

  package func count(_ query: Query) throws(StoreError) -> Int {
    let current = try current()
    if query.filter == nil {
      let total = query.concreteEntities.reduce(0) { $0 + current.state.count($1) }
      let rest = max(0, total - query.offset)
      return query.limit > 0 ? min(rest, query.limit) : rest
    }
    let executor = QueryExecutor(query, schema: current.state.layout.schema, source: self)
    return try executor.count(MemoryCandidates(query, current.state))
  }

  package func notes(under prefix: String) throws(StoreError) -> [StoreNote] {
    try current().state.notes(under: prefix)
  }

  // MARK: - Rows

  package func row(for key: ObjectKey) throws(StoreError) -> Row? {
    if let published { return published.row(key) }
    return try current().row(key)
  }

  package func rows(for keys: [ObjectKey]) throws(StoreError) -> [Row?] {
    let current = try current()
    return keys.map { current.row($0) }
  }

  // MARK: - Relationships

  package func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    let state = try current().state
    let schema = state.layout.schema
    let toMany = schema.entities[relationship.entity].toManys[relationship.toMany]
    var batch = RelatedBatch()
    for (position, owner) in owners.enumerated() {
      state.forEachMember(of: owner, relationship) { member in
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
