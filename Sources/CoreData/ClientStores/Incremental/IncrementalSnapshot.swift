// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// Reading an incremental store. It shows the store as it is at each call: client stores have no
/// snapshots.
final class IncrementalSnapshot: StoreSnapshot, RowSource {
  private let backend: IncrementalBackend
  /// The records of the store that have been read.
  private let cache: RecordCache

  /// - Parameter cache: nil: what is known to all.
  init(_ backend: IncrementalBackend, _ cache: RecordCache? = nil) {
    self.backend = backend
    self.cache = cache ?? backend.cache
  }

  func end() {}

  func notes(under prefix: String) throws(StoreError) -> [StoreNote] {
    backend.notes(under: prefix)
  }

  // MARK: - Queries

  func run(_ query: Query, into sink: (RowBatch) -> Bool) throws(StoreError) {
    let fetch = IncrementalFetch(query, backend)
    let keys = try fetch.keys()
    // Rows of several stores are merged in the library's order, which a store's may not be.
    guard fetch.isExact, !query.needsRows else {
      let executor = QueryExecutor(query, schema: backend.schema, source: self)
      return try executor.run(
        IncrementalCandidates(keys: keys, snapshot: self), areInOrder: false, into: sink)
    }
    var start = 0
    while start < keys.count {
      var batch = RowBatch()
      batch.keys = Array(keys[start..<min(start + RowBatch.standardCount, keys.count)])
      start += batch.keys.count
      guard sink(batch) else { return }
    }
  }

  func count(_ query: Query) throws(StoreError) -> Int {
    let fetch = IncrementalFetch(query, backend)
    guard fetch.isExact else {
      let executor = QueryExecutor(query, schema: backend.schema, source: self)
      return try executor.count(IncrementalCandidates(keys: try fetch.keys(), snapshot: self))
    }
    let rest = max(0, try fetch.count() - query.offset)
    return query.limit > 0 ? min(rest, query.limit) : rest
  }

  // MARK: - Rows

  func row(for key: ObjectKey) throws(StoreError) -> Row? {
    guard let row = try loadedRow(key) else { return nil }
    return backend.schema.entities[key.entity].subtree.contains(row.entity) ? row : nil
  }

  func rows(for keys: [ObjectKey]) throws(StoreError) -> [Row?] {
    var rows: [Row?] = []
    for key in keys { rows.append(try row(for: key)) }
    return rows
  }

  private func loadedRow(_ key: ObjectKey) throws(StoreError) -> Row? {
    let staleness = StoreCaller.current?.context?.stalenessInterval ?? -1
    if let known = cache.record(key, staleness: staleness) { return known.row }
    return try IncrementalRecord(key: key, backend: backend, cache: cache).load()
  }

  // MARK: - Relationships

  func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    let toMany = backend.schema.entities[relationship.entity].toManys[relationship.toMany]
    var batch = RelatedBatch()
    for (position, owner) in owners.enumerated() {
      for (place, key) in try related(relationship, of: owner).enumerated() {
        batch.owners.append(Int32(position))
        batch.keys.append(key)
        if toMany.isOrdered { batch.orders.append(Int64(place + 1) * 1024) }
      }
    }
    return batch
  }

  /// Returns the members, in their order; those of an unordered relationship by number.
  func related(
    _ relationship: RelationshipReference, of owner: ObjectKey
  ) throws(StoreError) -> [ObjectKey] {
    if let known = cache.record(owner)?.members[relationship.toMany] { return known }
    return try IncrementalRecord(key: owner, backend: backend, cache: cache).members(
      relationship.toMany)
  }
}

/// The objects that an incremental store has answered with, to be filtered and sorted.
struct IncrementalCandidates: CandidateRows {
  let keys: [ObjectKey]
  let snapshot: IncrementalSnapshot

  func forEach(
    _ body: (ObjectKey, Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var seen = Set<ObjectKey>()
    for key in keys where seen.insert(key).inserted {
      guard let row = try snapshot.row(for: key) else { continue }
      guard try body(ObjectKey(entity: row.entity, number: key.number), row) else { return }
    }
  }
}
