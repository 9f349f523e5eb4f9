// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

import class PredicateLanguage.NSComparisonPredicate
import class PredicateLanguage.NSExpression

/// Predicates of any depth: they are read, evaluated, printed, compared and released, or refused
/// with an error. // R-PRED-009, R-PRED-181
@Suite struct DepthTests {
  private static let many = 100_000

  @Test(arguments: [
    ("n", " + n"), ("n", " - n"), ("n", " ** n"), ("n", " & n"), ("n", "[0]"), ("n", " UNION n"),
  ])
  func aLongChainIsRefusedWithAPosition(_ first: String, _ link: String) {
    let format = "1 == " + first + String(repeating: link, count: Self.many)
    let error = #expect(throws: PredicateFormatError.self) {
      try NSPredicate.parse(format: format)
    }
    #expect(error?.reason == .syntax)
    #expect(error.map { $0.position > 4 } == true)
  }

  @Test(arguments: ["(", "NOT (", "-", "~", "{", "abs(", "TERNARY(", "$a := "])
  func deepNestingIsRefused(_ opening: String) {
    let format = "1 == " + String(repeating: opening, count: Self.many)
    #expect(throws: PredicateFormatError.self) { try NSPredicate.parse(format: format) }
  }

  @Test func aChainOfSomeHundredTermsIsComputed() throws {
    let format = "n == " + Array(repeating: "n", count: 400).joined(separator: " + ")
    let predicate = try NSPredicate.parse(format: format)
    #expect(try predicate.holds(for: ["n": 0]))
    #expect(try !predicate.holds(for: ["n": 1]))
  }

  @Test func aChainOfManyConditionsIsFlat() throws {
    let format = (0..<Self.many / 10).map { "n == \($0)" }.joined(separator: " OR ")
    let predicate = try NSPredicate.parse(format: format)
    #expect(try predicate.holds(for: ["n": 9_999]))
    #expect(try !predicate.holds(for: ["n": -1]))
  }

  @Test func anExpressionThatGrewTooDeepIsAnError() throws {
    var sum = NSExpression(forKeyPath: "n")
    for _ in 0..<Self.many / 10 {
      sum = NSExpression(
        forFunction: "add:to:", arguments: [sum, NSExpression(forConstantValue: 1)])
    }
    let predicate = NSComparisonPredicate(
      leftExpression: sum, rightExpression: sum, modifier: .direct, type: .equalTo)
    #expect(throws: EvaluationError.self) { try predicate.holds(for: ["n": 1]) }
    #expect(predicate.formatText.contains("…"))
  }

  @Test func conditionsAddedOneByOneAreEvaluated() throws {
    var predicate: NSPredicate = try NSPredicate.parse(format: "n == 0")
    for number in 1..<3_000 {
      predicate = NSCompoundPredicate(
        orPredicateWithSubpredicates: [
          predicate, try NSPredicate.parse(format: "n == %d", arguments: [number]),
        ])
    }
    #expect(try predicate.holds(for: ["n": 2_999]))
    #expect(try !predicate.holds(for: ["n": 3_000]))
    #expect(predicate.formatText.hasPrefix("n == 0 OR n == 1 OR"))
  }

  @Test func negationsOfNegationsWithoutEndAreAnError() throws {
    var predicate: NSPredicate = try NSPredicate.parse(format: "n == 0")
    for _ in 0..<3_000 { predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
    #expect(throws: EvaluationError.self) { try predicate.holds(for: ["n": 1]) }
  }

  @Test func substitutionDoesNotGrowWithoutEnd() throws {
    var predicate = try NSPredicate.parse(format: "n == $a")
    let more = try #require(
      NSPredicate.parse(format: "n == $a + 1") as? NSComparisonPredicate
    ).rightExpression
    for _ in 0..<2_000 { predicate = predicate.withSubstitutionVariables(["a": more]) }
    let bound = predicate.withSubstitutionVariables(["a": 1])
    #expect(throws: EvaluationError.self) { try bound.holds(for: ["n": 1]) }
  }
}
