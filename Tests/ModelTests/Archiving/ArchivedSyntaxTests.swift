// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import PredicateLanguage
import Testing

@testable import CoreData

/// Expressions and predicates in archives.
struct ArchivedSyntaxTests {
  private let archive = HandMadeArchive()

  private func text(_ root: Int) throws -> String {
    try ExpressionArchive.expression(from: archive.data(root: root)).description
  }

  private func expression(_ type: Int, _ fields: [String: HandMadeArchive.Item] = [:]) -> Int {
    archive.instance(
      "NSExpressionSample", fields.merging(["NSExpressionType": .int(type)]) { $1 })
  }

  private func path(_ path: String) -> Int {
    expression(
      3,
      [
        "NSOperand": .object(expression(1)), "NSSelectorName": archive.text("valueForKeyPath:"),
        "NSArguments": archive.array([expression(10, ["NSKeyPath": archive.text(path)])]),
      ])
  }

  private func call(_ selector: String, _ arguments: [Int]) -> Int {
    let utilities = expression(
      0, ["NSConstantValueClassName": archive.text("_NSPredicateUtilities")])
    return expression(
      4,
      [
        "NSOperand": .object(utilities), "NSSelectorName": archive.text(selector),
        "NSArguments": archive.array(arguments),
      ])
  }

  private func number(_ value: Int) -> Int {
    expression(0, ["NSConstantValue": .object(archive.add(.int(value)))])
  }

  private func comparison(
    _ left: Int, _ type: Int, _ right: Int, modifier: Int = 0, options: Int = 0
  ) -> Int {
    let operation = archive.instance(
      "NSOperatorSample",
      ["NSOperatorType": .int(type), "NSModifier": .int(modifier), "NSFlags": .int(options)])
    return archive.instance(
      "NSComparisonPredicate",
      [
        "NSLeftExpression": .object(left), "NSRightExpression": .object(right),
        "NSPredicateOperator": .object(operation),
      ])
  }

  // R-MOD-307
  @Test func expressionsOfEveryKind() throws {
    let variable = expression(2, ["NSVariable": archive.text("source")])
    let onVariable = expression(
      4,
      [
        "NSOperand": .object(variable), "NSSelectorName": archive.text("valueForKeyPath:"),
        "NSArguments": archive.array([expression(10, ["NSKeyPath": archive.text("a.b")])]),
      ])
    let test = comparison(path("age"), 3, number(18))
    let sets: [String: HandMadeArchive.Item] = [
      "NSLeftExpression": .object(path("a")), "NSRightExpression": .object(path("b")),
    ]
    let subquery = expression(
      13,
      [
        "NSExpression": .object(path("pets")), "NSVariable": archive.text("p"),
        "NSSubpredicate": .object(test),
      ])
    let conditional = expression(
      20,
      [
        "NSPredicate": .object(test), "NSTrueExpression": .object(number(1)),
        "NSFalseExpression": .object(number(0)),
      ])
    #expect(try text(onVariable) == "$source.a.b")
    #expect(try text(call("count:", [path("pets")])) == "pets.@count")
    #expect(try text(call("add:to:", [path("a"), number(2)])) == "a + 2")
    #expect(try text(call("now", [])) == "now()")
    #expect(try text(expression(5, sets)) == "a UNION b")
    #expect(try text(expression(7, sets)) == "a MINUS b")
    #expect(try text(subquery) == "SUBQUERY(pets, $p, age >= 18)")
    #expect(try text(conditional) == "TERNARY(age >= 18, 1, 0)")
    #expect(
      try text(expression(14, ["NSCollection": archive.array([number(1), number(2)])]))
        == "{1, 2}")
  }

  // R-MOD-307, R-MOD-321
  @Test func fetchExpressionsAndCallsOnValues() throws {
    let manager = expression(2, ["NSVariable": archive.text("manager")])
    let request = expression(
      4,
      [
        "NSOperand": .object(manager),
        "NSSelectorName": archive.text("fetchRequestForSourceEntityNamed:predicateString:"),
        "NSArguments": archive.array([
          expression(0, ["NSConstantValue": archive.text("Car")]),
          expression(0, ["NSConstantValue": archive.text("TRUEPREDICATE")]),
        ]),
      ])
    let fetch = expression(
      50,
      [
        "NSFRExpression": .object(request), "NSMOCExpression": .object(manager),
        "NSCountOnlyFlag": .bool(false),
      ])
    let found = try ExpressionArchive.expression(from: archive.data(root: fetch))
    #expect(found is NSFetchRequestExpression)
    #expect(
      found.description
        == "FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\" , "
        + "\"Car\", \"TRUEPREDICATE\"), $manager, 0)")
  }

  // R-MOD-307
  @Test(arguments: [
    (8, 0, 1, "name BEGINSWITH[c] 5"), (7, 0, 3, "name LIKE[cd] 5"), (6, 0, 0, "name MATCHES 5"),
    (10, 2, 0, "ANY name IN 5"), (99, 0, 0, "name CONTAINS 5"), (100, 0, 0, "name BETWEEN 5"),
    (5, 1, 0, "ALL name != 5"),
  ])
  func operators(type: Int, modifier: Int, options: Int, format: String) throws {
    let root = comparison(path("name"), type, number(5), modifier: modifier, options: options)
    let object = try #require(try ArchivedGraph(reading: archive.data(root: root)).rootObject)
    #expect(try PredicateArchive.predicate(of: object).formatText == format)
  }

  // R-MOD-309
  @Test func whatCannotBeEvaluatedIsRefused() throws {
    let circle = archive.add(.map([:]))
    archive.complete(
      circle, "NSExpressionSample",
      ["NSExpressionType": .int(14), "NSCollection": archive.array([circle, circle])])
    for root in [circle, expression(77), call("system:", [number(1)]), expression(19)] {
      #expect(throws: ArchivedGraph.Damage.self) {
        try ExpressionArchive.expression(from: archive.data(root: root))
      }
    }
    let selector = comparison(path("a"), 11, number(1))
    let object = try #require(
      try ArchivedGraph(reading: archive.data(root: selector)).rootObject)
    #expect(throws: ArchivedGraph.Damage.self) { try PredicateArchive.predicate(of: object) }
  }

  // R-MOD-309
  @Test func sharedPartsDoNotMultiply() throws {
    // Each level has the one below twice: 2 to the 60 parts, if they were all read.
    var level = number(1)
    for _ in 0..<60 {
      level = expression(14, ["NSCollection": archive.array([level, level])])
    }
    let data = archive.data(root: level)
    #expect(throws: ArchivedGraph.Damage.self) { try ExpressionArchive.expression(from: data) }
    var list = archive.add(.text("leaf"))
    for _ in 0..<60 {
      list = archive.instance("NSArray", ["NS.objects": .list([.object(list), .object(list)])])
    }
    let object = try #require(try ArchivedGraph(reading: archive.data(root: list)).rootObject)
    #expect(FoundationValue.of(object) == nil)
  }
}
