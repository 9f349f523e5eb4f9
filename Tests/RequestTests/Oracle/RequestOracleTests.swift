// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Random requests of every result type over random models, objects and mixtures of stores, against
/// their definition, which knows plain data only. // R-REQ-010 R-REQ-030 R-PSC-271 R-PSC-277 R-PSC-278
///
/// `REQUEST_ORACLE_COUNT` makes more requests, `REQUEST_ORACLE_SEED` begins elsewhere.
@Suite struct RequestOracleTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["REQUEST_ORACLE_COUNT"].flatMap(Int.init) ?? 3_000
  private static let first = environment["REQUEST_ORACLE_SEED"].flatMap(UInt64.init) ?? 1
  private static let requestsPerWorld = 48

  @Test(.timeLimit(.minutes(60)), arguments: 0..<4)
  func answersAreThoseOfTheDefinition(_ part: Int) throws {
    let worlds = (Self.count / Self.requestsPerWorld / 4) + 1
    for number in 0..<worlds {
      let seed = Self.first + UInt64(number * 4 + part)
      let world = try OracleWorld(seed: seed)
      try world.context.performAndWait {
        try world.fill()
        var trial = OracleTrial(world, seed: seed)
        try trial.run(Self.requestsPerWorld)
      }
    }
  }
}

/// Requests to one world.
private struct OracleTrial {
  private let world: OracleWorld
  private let seed: UInt64
  private var conditions: OracleConditions

  init(_ world: OracleWorld, seed: UInt64) {
    (self.world, self.seed) = (world, seed)
    conditions = OracleConditions(
      world.model, serials: world.saved.serials, random: SplitMix64(seed: seed &* 31))
  }

  /// A half with nothing pending, then, where nulls are the same everywhere, a half beside pending
  /// changes, some in a child.
  mutating func run(_ count: Int) throws {
    let isPending = world.isDefinite
    for number in 0..<(isPending ? count / 2 : count) { try ask(number, in: world.context) }
    guard isPending else { return }
    world.change()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = world.context
    for number in (count / 2)..<count {
      guard conditions.random.oneIn(4) else {
        try ask(number, in: world.context)
        continue
      }
      var trial = self
      try child.performAndWait { try trial.ask(number, in: child) }
      conditions.random = trial.conditions.random
    }
  }

  private mutating func ask(_ number: Int, in context: NSManagedObjectContext) throws {
    let isChild = context.parent != nil
    let place: Comment =
      "seed \(seed), request \(number), \(world.description)\(isChild ? ", child" : "")"
    if conditions.random.oneIn(3) {
      try compareTable(OracleTable(&conditions, storeCount: world.types.count), in: context, place)
    } else {
      let request = OracleRequest(
        &conditions, storeCount: world.types.count, mayIgnorePending: !isChild)
      try compare(request, in: context, place)
    }
  }

  private func view(pending: Bool) -> OracleView {
    OracleView(graph: pending ? world.pending : world.saved, inSQL: world.inSQL)
  }

  // MARK: - Objects, IDs, counts

  private mutating func compare(
    _ request: OracleRequest, in context: NSManagedObjectContext, _ place: Comment
  ) throws {
    let expected = request.answer(view(pending: request.includesPendingChanges))
    let place: Comment = "\(place.rawValue): \(request.text)"
    switch conditions.random.below(4) {
    case 0:
      let fetch: NSFetchRequest<NSManagedObjectID> = prepared(request, in: context)
      fetch.resultType = .managedObjectIDResultType
      let found = try context.fetch(fetch).map { world.serials[$0] }
      #expect(found == expected, place)
    case 1:
      let fetch: NSFetchRequest<NSManagedObject> = prepared(request, in: context)
      let count = try context.count(for: fetch)
      #expect(count == expected.count, place)
    default:
      let fetch: NSFetchRequest<NSManagedObject> = prepared(request, in: context)
      let found = try context.fetch(fetch)
      #expect(found.map { world.serials[$0.objectID] } == expected, place)
    }
  }

  private func prepared<T>(
    _ request: OracleRequest, in context: NSManagedObjectContext
  ) -> NSFetchRequest<T> {
    let fetch = NSFetchRequest<T>(entityName: world.model.entities[request.entity].name)
    fetch.includesSubentities = request.includesSubentities
    fetch.predicate = request.test.map { predicate($0, in: context) }
    fetch.sortDescriptors = request.sort.map(\.descriptor)
    (fetch.fetchOffset, fetch.fetchLimit) = (request.offset, request.limit)
    fetch.fetchBatchSize = request.batchSize
    fetch.includesPendingChanges = request.includesPendingChanges
    fetch.returnsObjectsAsFaults = request.returnsFaults
    if !request.prefetched.isEmpty { fetch.relationshipKeyPathsForPrefetching = request.prefetched }
    fetch.affectedStores = request.stores.map { $0.map { world.stores[$0] } }
    return fetch
  }

  private func predicate(_ test: OracleTest, in context: NSManagedObjectContext) -> NSPredicate {
    let arguments = test.arguments.map { argument -> Any in
      switch argument {
      case .value(let value): value
      case .object(let serial): world.object(serial, in: context)
      }
    }
    return NSPredicate(format: test.format, argumentArray: arguments)
  }

  // MARK: - Dictionaries

  private func compareTable(
    _ table: OracleTable, in context: NSManagedObjectContext, _ place: Comment
  ) throws {
    let expected = table.answer(view(pending: false))
    let fetch: NSFetchRequest<NSDictionary> = prepared(table.base, in: context)
    fetch.resultType = .dictionaryResultType
    fetch.propertiesToFetch = table.columns.map(\.property)
    if !table.groups.isEmpty { fetch.propertiesToGroupBy = table.groups.map(\.property) }
    fetch.havingPredicate = table.having.map { NSPredicate(format: $0.format) }
    fetch.returnsDistinctResults = table.isDistinct
    if !table.isSortedByBase {
      fetch.sortDescriptors = table.sort.map {
        NSSortDescriptor(key: table.columns[$0.column].name, ascending: $0.isAscending)
      }
    }
    if !expected.isOrdered { (fetch.fetchOffset, fetch.fetchLimit) = (0, 0) }
    let found = try context.fetch(fetch).map(values)
    let text = "\(place.rawValue): \(table.base.test?.format ?? "everything") \(table)"
    if expected.isOrdered {
      #expect(found == expected.lines, Comment(rawValue: text))
    } else {
      #expect(counts(found) == counts(expected.lines), Comment(rawValue: text))
    }
  }

  private func values(_ line: NSDictionary) -> [String: OracleValue] {
    var result: [String: OracleValue] = [:]
    for (key, value) in line {
      guard let key = key as? String else { continue }
      if let id = value as? NSManagedObjectID {
        result[key] = world.serials[id].map(OracleValue.object) ?? .text("unknown ID")
      } else {
        result[key] = OracleValue(value)
      }
    }
    return result
  }

  private func counts(_ lines: [[String: OracleValue]]) -> [[String: OracleValue]: Int] {
    Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
