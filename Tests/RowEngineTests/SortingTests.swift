// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ReferenceEngine
import RowEngine
import StoreInterface
import Testing

/// Sorting, limits and merging against the reference order. R-PSC-271, R-PSC-272
@Suite struct SortingTests {
  private struct Persons: CandidateRows {
    let rows: [(ObjectKey, Row)]

    func forEach(
      _ body: (ObjectKey, Row) throws(StoreError) -> Bool
    ) throws(StoreError) {
      for (key, row) in rows { guard try body(key, row) else { return } }
    }
  }

  private func sorted(_ world: World, _ keys: [SortKey]) throws -> [Int64] {
    let reference = ReferenceEvaluator(Sample.schema, source: world, nullSemantics: .definite)
    return try world.persons.sorted { a, b in
      let order = try reference.order(by: keys, a, b, entity: Sample.person)
      return order != 0 ? order < 0 : a.0.number < b.0.number
    }.map(\.0.number)
  }

  private func numbers(
    _ world: World, _ query: Query, areInOrder: Bool = false
  ) throws -> [Int64] {
    let executor = QueryExecutor(query, schema: Sample.schema, source: world)
    var result: [Int64] = []
    try executor.run(Persons(rows: world.persons), areInOrder: areInOrder) { batch in
      result += batch.keys.map(\.number)
      return true
    }
    return result
  }

  // R-REQ-099, R-REQ-101
  @Test func rowsComeSortedSkippedAndLimited() throws {
    for seed in UInt64(1)...300 {
      let world = World(seed: seed, persons: seed % 10 == 0 ? 900 : 30)
      var queries = RandomQuery(seed)
      var query = Query(entity: Sample.person, concreteEntities: 1..<3)
      query.sort = queries.sort()
      query.offset = Int.random(in: 0...5, using: &queries.random)
      query.limit = Int.random(in: 0...9, using: &queries.random)
      let all = try sorted(world, query.sort).dropFirst(query.offset)
      let expected = query.limit > 0 ? Array(all.prefix(query.limit)) : Array(all)
      #expect(try numbers(world, query) == expected, "seed \(seed)")
    }
  }

  @Test func onlyTheConcreteEntitiesAskedForComeBack() throws {
    let world = World(seed: 5)
    let query = Query(entity: Sample.person, concreteEntities: 2..<3)
    let managers = world.persons.filter { $0.1.entity == 2 }.map(\.0.number)
    #expect(try numbers(world, query, areInOrder: true) == managers)
  }

  @Test func countingAppliesOffsetAndLimit() throws {
    let world = World(seed: 5)
    var query = Query(entity: Sample.person, concreteEntities: 1..<3)
    query.offset = 20
    let executor = QueryExecutor(query, schema: Sample.schema, source: world)
    #expect(try executor.count(Persons(rows: world.persons)) == 4)
    query.limit = 3
    let limited = QueryExecutor(query, schema: Sample.schema, source: world)
    #expect(try limited.count(Persons(rows: world.persons)) == 3)
  }

  @Test func nothingIsHandedOnAfterTheSinkHasHadEnough() throws {
    let world = World(seed: 1, persons: 900)
    let query = Query(entity: Sample.person, concreteEntities: 1..<3)
    var batches = 0
    try QueryExecutor(query, schema: Sample.schema, source: world)
      .run(Persons(rows: world.persons), areInOrder: true) { _ in
        batches += 1
        return false
      }
    #expect(batches == 1)
  }

  @Test func mergingEqualsSortingTheConcatenation() throws {
    let keys = [SortKey(ColumnPath(.attribute(Sample.age)), ascending: false)]
    let comparator = RowComparator(keys, schema: Sample.schema, entity: Sample.person)
    let worlds = [World(seed: 1), World(seed: 2), World(seed: 3)]
    var batches: [[RowBatch]] = []
    var all: [SortRecord] = []
    for world in worlds {
      var query = Query(entity: Sample.person, concreteEntities: 1..<3)
      query.sort = keys
      var store: [RowBatch] = []
      try QueryExecutor(query, schema: Sample.schema, source: world)
        .run(Persons(rows: world.persons), areInOrder: false) { batch in
          store.append(batch)
          return true
        }
      for batch in store {
        for (key, row) in zip(batch.keys, batch.rows) {
          all.append(try comparator.record(row, key, from: world))
        }
      }
      batches.append(store)
    }
    let merged = try MergeCursor.merge(
      batches, by: comparator, sources: worlds, offset: 2, limit: 50)
    let expected = all.enumerated().sorted { a, b in
      let order = comparator.compare(a.element, b.element)
      return order != 0 ? order < 0 : a.offset < b.offset
    }.map(\.element.key)
    #expect(merged.map(\.record.key) == Array(expected.dropFirst(2).prefix(50)))
  }
}
