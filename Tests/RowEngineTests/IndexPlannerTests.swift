// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import Testing

/// What a plan leaves out does not match, and what it promises holds. R-PSC-854
@Suite struct IndexPlannerTests {
  private let candidates = [
    IndexCandidate(
      [.init(.toOne(Sample.employer)), .init(.attribute(Sample.age))], entities: 1..<3),
    IndexCandidate([.init(.attribute(Sample.name), ascending: false)], entities: 1..<3),
    IndexCandidate([.init(.attribute(Sample.score))], entities: 1..<3),
    IndexCandidate([.init(.attribute(Sample.code))], entities: 1..<3, isUnique: true),
    IndexCandidate(
      [.init(.attribute(Sample.isActive)), .init(.attribute(Sample.salary), ascending: false)],
      entities: 1..<3),
    IndexCandidate([.init(.attribute(Sample.nick)), .init(.toOne(Sample.boss))], entities: 1..<3),
  ]
  private let planner = IndexPlanner(Sample.schema, entity: Sample.person)

  private func entries(_ world: World, _ candidate: IndexCandidate) -> [(SortableKey, ObjectKey)] {
    world.persons.map { key, row in
      var bytes = SortableKey()
      for element in candidate.elements {
        bytes.append(
          element.column, of: row, key, entity: Sample.schema.entities[Sample.person],
          ascending: element.isAscending)
      }
      return (bytes.ended(by: key.number), key)
    }.sorted { $0.0 < $1.0 }
  }

  private func found(_ plan: IndexPlan, _ world: World) -> [ObjectKey] {
    let entries = entries(world, candidates[plan.index])
    return plan.bounds.flatMap { bounds in
      entries.filter { entry in
        bounds.lower <= entry.0 && bounds.upper.map { entry.0 < $0 } ?? true
      }.map(\.1)
    }
  }

  @Test func planAndResidualFindExactlyTheMatches() throws {
    var plans = 0
    for seed in UInt64(1)...3000 {
      let world = World(seed: seed % 10)
      var queries = RandomQuery(seed)
      var query = Query(entity: Sample.person, concreteEntities: 1..<3)
      query.filter = .and((0..<3).map { _ in queries.filter(depth: 0) })
      query.sort = queries.sort()
      query.limit = 3
      guard let plan = planner.plan(query, candidates) else { continue }
      plans += 1
      let program = FilterProgram(
        try #require(query.filter), schema: Sample.schema, entity: Sample.person)
      let residual = FilterProgram(
        plan.residual ?? .constant(true), schema: Sample.schema, entity: Sample.person)
      let expected = try world.persons.filter { try program.matches($0.1, $0.0, from: world) }
      let found = try found(plan, world).filter { key in
        try residual.matches(try #require(world.row(for: key)), key, from: world)
      }
      #expect(found.map(\.number).sorted() == expected.map(\.0.number), "seed \(seed)")
      if plan.isInOrder { try checkOrder(of: found, query: query, world: world) }
      if plan.isInReverseOrder {
        try checkOrder(of: found.reversed(), query: query, world: world, byNumber: false)
      }
      if plan.isSingle { #expect(plan.bounds.count <= 1) }
    }
    #expect(plans > 300)
  }

  private func checkOrder(
    of keys: [ObjectKey], query: Query, world: World, byNumber: Bool = true
  ) throws {
    let comparator = RowComparator(query.sort, schema: Sample.schema, entity: Sample.person)
    let records = try keys.map { key in
      try comparator.record(try #require(world.row(for: key)), key, from: world)
    }
    for (a, b) in zip(records, records.dropFirst()) {
      #expect(byNumber ? comparator.precedes(a, b) : comparator.compare(a, b) <= 0)
    }
  }

  private func query(_ filters: Filter...) -> Query {
    Query(entity: Sample.person, concreteEntities: 1..<3, filter: .and(filters))
  }

  private func column(_ attribute: Int) -> Operand { .column(ColumnPath(.attribute(attribute))) }

  @Test func aUniqueColumnBeatsEverythingElse() throws {
    let code = AttributeValue.uuid(UUID())
    let plan = try #require(
      planner.plan(
        query(
          .compare(column(Sample.name), .equal, .value(.string("a")), []),
          .compare(column(Sample.code), .equal, .value(code), [])), candidates))
    #expect(plan.index == 3)
    #expect(plan.isSingle)
  }

  @Test func anEqualityAndARangeUseBothColumnsOfAnIndex() throws {
    let employer = ObjectKey(entity: Sample.company, number: 2)
    let plan = try #require(
      planner.plan(
        query(
          .isObject(ColumnPath(.toOne(Sample.employer)), [employer]),
          .between(
            column(Sample.age), lower: .value(.integer(1)), upper: .value(.integer(5)))),
        candidates))
    #expect(plan.index == 0)
    #expect(plan.residual == nil)
    #expect(plan.coversExactly)
  }

  @Test func aConditionThatBindsNoColumnNeedsAScan() {
    #expect(
      planner.plan(
        query(.or([.compare(column(Sample.name), .equal, .value(.string("a")), [])])), candidates
      )
      .map(\.index) == nil)
  }

  @Test func theKeysOfAnotherHierarchyAreNotSearchedFor() {
    let plan = planner.plan(
      query(
        .isObject(
          ColumnPath(.toOne(Sample.employer)), [ObjectKey(entity: Sample.tag, number: 1)])),
      candidates)
    #expect(plan.map(\.index) == nil)
  }
}
