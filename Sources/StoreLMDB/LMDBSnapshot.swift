// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import RowEngine
package import StoreInterface

/// A view of an LMDB store: one read transaction, or what a write transaction sees.
///
/// Whatever it returns is copied out of the map, because rows outlive the transaction.
package final class LMDBSnapshot: StoreSnapshot {
  let store: LMDBStore
  private let ownsTransaction: Bool
  private var transaction: OpaquePointer?
  /// How many entries cursors have visited: shows which index a query used.
  package internal(set) var cursorSteps = 0

  init(_ store: LMDBStore, _ transaction: OpaquePointer, ownsTransaction: Bool) {
    self.store = store
    self.transaction = transaction
    self.ownsTransaction = ownsTransaction
  }

  deinit { end() }

  package func end() {
    guard ownsTransaction, let current = transaction else { return }
    transaction = nil
    store.environment.endRead(current)
  }

  /// Sees another transaction from now on, after the writer's has begun again.
  func replace(_ transaction: OpaquePointer?) { self.transaction = transaction }

  var layout: StoreLayout { store.layout }
  var path: String { store.environment.path }

  func current() throws(StoreError) -> OpaquePointer {
    guard let transaction else { throw store.closedError }
    return transaction
  }

  // MARK: - Queries

  package func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(StoreError) {
    try QueryRun(query, self).run(into: sink)
  }

  package func count(_ query: Query) throws(StoreError) -> Int {
    try QueryRun(query, self).count()
  }

  // MARK: - Rows

  package func row(for key: ObjectKey) throws(StoreError) -> Row? {
    guard let value = try value(of: key) else { return nil }
    let root = layout.schema.entities[key.entity].root
    return try layout.records.row(
      value, number: key.number, root: root, over: RowChunk(capacity: value.count))
  }

  package func rows(for keys: [ObjectKey]) throws(StoreError) -> [Row?] {
    var rows = [Row?](repeating: nil, count: keys.count)
    guard let first = keys.first else { return rows }
    let assembler = RowAssembler()
    var root = layout.schema.entities[first.entity].root
    var reader = try NumberReader(layout.rows[root], self)
    for position in keys.ascendingPositions {
      let key = keys[position]
      let entity = layout.schema.entities[key.entity]
      if entity.root != root {
        root = entity.root
        reader = try NumberReader(layout.rows[root], self)
      }
      guard let value = try reader.value(of: key.number), try isOf(entity, value, key.number)
      else { continue }
      rows[position] = try layout.records.row(
        value, number: key.number, root: root, into: assembler)
    }
    return rows
  }

  /// The stored bytes of a row whose entity is the key's or a descendant.
  private func value(of key: ObjectKey) throws(StoreError) -> UnsafeRawBufferPointer? {
    let entity = layout.schema.entities[key.entity]
    let value = try layout.rows[entity.root].value(
      of: BigEndian(key.number), in: current(), store: path)
    guard let value, try isOf(entity, value, key.number) else { return nil }
    return value
  }

  private func isOf(
    _ entity: EntitySchema, _ value: UnsafeRawBufferPointer, _ number: Int64
  ) throws(StoreError) -> Bool {
    guard let concrete = layout.records.entity(of: value) else {
      throw layout.records.damage(number, entity.root)
    }
    return entity.subtree.contains(concrete)
  }

  // MARK: - Relationships

  package func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    try RelatedReader(relationship, self).read(owners, withRows: withRows)
  }

  // MARK: - Counters

  /// How many rows of exactly an entity there are.
  func storedCount(of entity: Int) throws(StoreError) -> Int {
    try Int(counter(layout.counts, of: entity) ?? 0)
  }

  /// The number the next object of a hierarchy gets.
  func nextNumber(root: Int) throws(StoreError) -> Int64 {
    try counter(layout.allocator, of: root) ?? 1
  }

  /// Whether an index has entries that do not stand in the order of their values.
  func hasCutEntries(_ index: IndexLayout) throws(StoreError) -> Bool {
    guard index.mayBeCut else { return false }
    return try MetadataTable(database: layout.metadata, transaction: current(), store: path)
      .hasCutEntries(index.name)
  }

  private func counter(_ database: Database, of entity: Int) throws(StoreError) -> Int64? {
    guard let number = layout.numbers.number(of: entity) else { return nil }
    return try CounterTable(database: database, transaction: current(), store: path)
      .value(number)
  }
}

extension [ObjectKey] {
  /// The positions in the order in which rows are found fastest: by entity and number.
  fileprivate var ascendingPositions: [Int] {
    let isAscending = zip(self, dropFirst()).allSatisfy { $0 <= $1 }
    return isAscending ? Array<Int>(indices) : indices.sorted { self[$0] < self[$1] }
  }
}
#endif
