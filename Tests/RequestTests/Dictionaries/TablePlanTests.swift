// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.NSExpression

/// How requests for dictionaries are answered, explained.
@Suite struct TablePlanTests {
  private func column(_ name: String, _ format: String) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = NSExpression(format: format)
    description.expressionResultType = .undefinedAttributeType
    return description
  }

  private func plans(
    _ kind: StackKind, _ change: (NSFetchRequest<NSDictionary>) -> Void
  ) throws -> [String] {
    let stack = try Stack(kind)
    let request = NSFetchRequest<NSDictionary>(entityName: "Car")
    request.resultType = .dictionaryResultType
    change(request)
    return try request.plans(in: stack.coordinator)
  }

  #if SQLite
  private static let sqlite = StackKind(name: NSSQLiteStoreType, stores: [(NSSQLiteStoreType, nil)])
  private static let two = StackKind(
    name: "two", stores: [(NSSQLiteStoreType, nil), (NSSQLiteStoreType, nil)])

  // R-REQ-035, R-REQ-036
  @Test func groupsAreMadeOfWhatAStoreReads() throws {
    let plans = try plans(Self.sqlite) { request in
      request.propertiesToFetch = [
        "maker", column("n", "count:(SELF)"), column("s", "sum:(price)"),
      ]
      request.propertiesToGroupBy = ["maker"]
      request.havingPredicate = NSPredicate(format: "$n > 1")
      request.fetchLimit = 3
    }
    #expect(
      plans == [
        "store 0: SELECT OCDRow(t0.Z_PK, t0.Z_OPT, t0.Z_ENT, t0.ZMAKER, t0.ZPRICE) FROM ZCAR t0 "
          + "ORDER BY t0.Z_PK; then grouped, tested, limited: 3"
      ])
  }

  // R-REQ-030: a path is a join
  @Test func pathsAreJoins() throws {
    let plans = try plans(Self.sqlite) { request in
      request.propertiesToFetch = ["owner.passport.number"]
      request.sortDescriptors = [NSSortDescriptor(key: "maker", ascending: false)]
      request.fetchLimit = 10
    }
    #expect(
      plans == [
        "store 0: SELECT t2.ZNUMBER FROM ZCAR t0 LEFT JOIN ZPERSON t1 ON t1.Z_PK = t0.ZOWNER "
          + "LEFT JOIN ZPASSPORT t2 ON t2.Z_PK = t1.ZPASSPORT "
          + "ORDER BY t0.ZMAKER COLLATE BINARY DESC, t0.Z_PK LIMIT ?1 OFFSET ?2"
      ])
  }

  // R-PSC-278: conditions are applied after the parts are combined
  @Test func partsOfSeveralStoresAreMerged() throws {
    let plans = try plans(Self.two) { request in
      request.propertiesToFetch = ["maker", column("a", "average:(price)")]
      request.propertiesToGroupBy = ["maker"]
      request.havingPredicate = NSPredicate(format: "a > 1")
    }
    let part =
      "SELECT OCDRow(t0.Z_PK, t0.Z_OPT, t0.Z_ENT, t0.ZMAKER, t0.ZPRICE) FROM ZCAR t0 ORDER BY t0.Z_PK"
      + "; then grouped"
    #expect(plans == ["store 0: \(part)", "store 1: \(part)", "merged; then grouped, tested"])
  }
  #endif

  @Test(arguments: StackKind.singles)
  func whatNeedsObjectsHasNoPlan(_ kind: StackKind) throws {
    let plans = try plans(kind) { request in
      request.propertiesToFetch = ["maker"]
      request.predicate = NSPredicate(format: "FUNCTION(maker, 'uppercased') == 'FIAT'")
    }
    #expect(plans.isEmpty)
  }
}
