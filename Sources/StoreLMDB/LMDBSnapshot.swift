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
  let layout: DatabaseLayout
  private let ownsTransaction: Bool
  @exclusivity(unchecked) private var transaction: OpaquePointer?
  /// How many entries cursors have visited: shows which index a query used.
  package internal(set) var cursorSteps = 0
  private static let chunkCapacity = 1024
  @exclusivity(unchecked) private var chunk = ChunkSource.none
  @exclusivity(unchecked) private var used = 0
  private let formats: RecordFormats

  init(_ store: LMDBStore, _ transaction: OpaquePointer, ownsTransaction: Bool) {
    self.store = store
    layout = store.layout
    formats = store.layout.records.formats
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

  package func plan(of query: Query) throws(StoreError) -> QueryPlan? {
    try QueryRun(query, self).plan(layout.schema)
  }

  package func notes(under prefix: String) throws(StoreError) -> [StoreNote] {
    try MetadataDatabase(database: layout.metadata, transaction: try current(), store: path)
      .notes(under: prefix)
  }

  // MARK: - History

  private func historyDatabase() throws(StoreError) -> HistoryDatabase? {
    guard layout.history.handle != nil else { return nil }
    return HistoryDatabase(layout: layout, transaction: try current(), store: path)
  }

  package func historyBounds() throws(StoreError) -> HistoryBounds? {
    try historyDatabase()?.bounds()
  }

  package func history(
    _ range: HistoryRange, into sink: (HistoryEntry) -> Bool
  ) throws(StoreError) {
    try historyDatabase()?.read(range, into: sink)
  }

  package func historyNumber(from time: Double) throws(StoreError) -> Int64? {
    try historyDatabase()?.number(from: time)
  }

  // MARK: - Rows

  package func row(for key: ObjectKey) throws(StoreError) -> Row? {
    let plan = layout.plans[key.entity]
    guard let transaction else { throw store.closedError }
    let value = try plan.rows.value(of: BigEndian(key.number), in: transaction, store: self)
    guard let value else { return nil }
    let entity = formats.check(value, root: plan.root)
    guard entity >= 0, let image = RecordLayout.image(value) else {
      throw layout.records.damage(key.number, plan.root)
    }
    guard entity == plan.entity || plan.subtree.contains(entity) else { return nil }
    guard formats.isIdentity else {
      var copier = RowCopier(first: value.count)
      return try layout.records.copy(
        value, number: key.number, entity: entity, into: &copier)
    }
    return copy(image, value.count - RecordLayout.prefix)
  }

  /// Rows that are looked up one by one share small chunks.
  @inline(__always)
  private func copy(_ image: UnsafeRawPointer, _ count: Int) -> Row {
    if used + count > chunk.capacity {
      chunk = RowChunk(capacity: max(count, LMDBSnapshot.chunkCapacity))
      used = 0
    }
    let offset = used
    (chunk.base + offset).copyMemory(from: image, byteCount: count)
    used = (offset + count + 7) & ~7
    return Row(chunk: chunk, offset: offset)
  }

  package func rows(for keys: [ObjectKey]) throws(StoreError) -> [Row?] {
    var rows = [Row?](repeating: nil, count: keys.count)
    guard let first = keys.first else { return rows }
    var fetch = try RowFetch(self, entity: first.entity)
    for position in keys.ascendingPositions {
      rows[position] = try fetch.row(keys[position])
    }
    return rows
  }

  // MARK: - Relationships

  package func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    try RelatedReader(relationship, self).read(owners, withRows: withRows)
  }

  /// The open transaction keeps the map in its place.
  package func releasePages() {
    if transaction != nil { MappedFile.releasePages(of: path) }
  }

  // MARK: - Counters

  /// How many rows of exactly an entity there are.
  func storedCount(of entity: Int) throws(StoreError) -> Int {
    let count = try counter(layout.counts, of: entity) ?? 0
    guard count == CounterTable.ofDatabase else { return Int(count) }
    let rows = layout.rows[layout.schema.entities[entity].root]
    return try rows.entryCount(in: current())
  }

  /// The number the next object of a hierarchy gets.
  func nextNumber(root: Int) throws(StoreError) -> Int64 {
    try counter(layout.allocator, of: root) ?? 1
  }

  /// Returns true if an index has entries that do not stand in the order of their values.
  func hasCutEntries(_ index: IndexLayout) throws(StoreError) -> Bool {
    guard index.mayBeCut else { return false }
    return try MetadataDatabase(database: layout.metadata, transaction: current(), store: path)
      .hasCutEntries(index.name)
  }

  private func counter(_ database: Database, of entity: Int) throws(StoreError) -> Int64? {
    guard let number = layout.numbers.number(of: entity) else { return nil }
    return try CounterTable(database: database, transaction: current(), store: path)
      .value(number)
  }
}

extension [ObjectKey] {
  private var sortedPositions: [Int] {
    guard let entity = first?.entity, allSatisfy({ $0.entity == entity }) else {
      return indices.sorted { self[$0] < self[$1] }
    }
    var words = enumerated().map {
      SortWord(word: SortableKey.word($1.number), index: UInt32(truncatingIfNeeded: $0))
    }
    SortWord.sort(&words)
    return words.map { Int($0.index) }
  }

  /// The positions in the order in which rows are found fastest: by entity and number.
  fileprivate var ascendingPositions: [Int] {
    let isAscending = zip(self, dropFirst()).allSatisfy { $0 <= $1 }
    return isAscending ? Array<Int>(indices) : sortedPositions
  }
}
#endif
