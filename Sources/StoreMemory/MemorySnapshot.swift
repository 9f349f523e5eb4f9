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
  /// How many rows the last query had to look at: shows which index it used.
  package private(set) var candidateCount = 0

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

  func current() throws(StoreError) -> PublishedState {
    if let published { return published }
    guard let box else { throw store.error(.closed, "The snapshot has ended.") }
    return PublishedState(box.state, isShared: false)
  }

  // MARK: - Queries

  package func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(StoreError) {
    let current = try current()
    let (query, access) = try prepared(query, current)
    if let fetch = MemoryFetch(query, by: access, current) { return fetch.run(into: sink) }
    let executor = QueryExecutor(query, schema: current.schema, source: self)
    try executor.run(
      MemoryCandidates(query, by: access, current), areInOrder: access.isInOrder, into: sink)
  }

  /// The query with conditions on what relationships lead to reduced, unless an index narrows it
  /// already, and the way to its candidates.
  func prepared(
    _ query: Query, _ current: PublishedState
  ) throws(StoreError) -> (Query, MemoryAccess) {
    var (query, access) = (query, MemoryAccess(query, current))
    if access.numbers == nil, JoinReduction.applies(to: query) {
      query = try JoinReduction(current.schema, questions(current)).reduced(query)
      access = MemoryAccess(query, current)
    }
    candidateCount = access.numbers?.count ?? current.count(of: query.concreteEntities)
    return (query, access)
  }

  private func questions(_ current: PublishedState) -> JoinReduction.Questions {
    JoinReduction.Questions(
      count: { entities throws(StoreError) in current.count(of: entities) },
      run: { query, sink throws(StoreError) in try self.run(query, into: sink) })
  }

  package func count(_ query: Query) throws(StoreError) -> Int {
    let current = try current()
    if query.filter == nil {
      let total = current.count(of: query.concreteEntities)
      let rest = max(0, total - query.offset)
      return query.limit > 0 ? min(rest, query.limit) : rest
    }
    let (query, access) = try prepared(query, current)
    if let fetch = MemoryFetch(query, by: access, current) { return fetch.count() }
    let executor = QueryExecutor(query, schema: current.schema, source: self)
    return try executor.count(MemoryCandidates(query, by: access, current))
  }

  package func plan(of query: Query) throws(StoreError) -> QueryPlan? {
    let current = try current()
    let (reduced, access) = try prepared(query, current)
    let schema = current.schema
    let name = schema.entities[query.entity].name
    var text =
      access.numbers.map { "\(name): \($0.count) candidate(s) by index" }
      ?? "\(name): all \(candidateCount) row(s)"
    if !access.isInOrder { text += "; sorted" }
    return QueryPlan(
      text: text,
      residual: reduced.filter.map { FilterText(schema, entity: query.entity).text($0) })
  }

  package func notes(under prefix: String) throws(StoreError) -> [StoreNote] {
    try current().state.notes(under: prefix)
  }

  // MARK: - History

  package func historyBounds() throws(StoreError) -> HistoryBounds? {
    let state = try current().state
    return store.capabilities.contains(.history) ? state.history.bounds : nil
  }

  package func history(
    _ range: HistoryRange, into sink: (HistoryEntry) -> Bool
  ) throws(StoreError) {
    try current().state.history.read(range, into: sink)
  }

  package func historyNumber(from time: Double) throws(StoreError) -> Int64? {
    try current().state.history.number(from: time)
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
