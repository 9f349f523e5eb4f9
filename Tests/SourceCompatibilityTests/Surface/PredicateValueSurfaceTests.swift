// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Predicates and expressions as values.
@Suite struct PredicateValueSurfaceTests {
  @Test func operatorsAndModifiersAreFoundByTheirNumbers() {
    #expect(NSComparisonPredicate.Operator(rawValue: 99) == .contains)
    #expect(NSComparisonPredicate.Operator(rawValue: 98) == nil)
    #expect(NSComparisonPredicate.Modifier(rawValue: 1) == .all)
    #expect(
      NSComparisonPredicate.Options(rawValue: 3) == [.caseInsensitive, .diacriticInsensitive])
    #expect(NSExpression.ExpressionType(rawValue: 4) == .function)
  }

  @Test func anAllPredicateNeedsEveryElement() {
    let predicate = NSComparisonPredicate(
      leftExpression: NSExpression.expressionForEvaluatedObject(),
      rightExpression: NSExpression(forConstantValue: 1), modifier: .all, type: .greaterThan)
    #expect(predicate.comparisonPredicateModifier == .all)
    #expect(predicate.evaluate(with: [2, 3]))
    #expect(!predicate.evaluate(with: [1, 2]))
  }

  @Test func expressionsAreTheirOwnCopies() {
    let expression = NSExpression(format: "1 + 2")
    #expect(expression.copy() as? NSExpression === expression)
    #expect(expression.description == "1 + 2")
  }

  @Test func setsAreCombined() throws {
    let (left, right) = (
      NSExpression(forConstantValue: Set([1, 2, 3])),
      NSExpression(forConstantValue: Set([2, 3, 4]))
    )
    let common = NSExpression(forIntersectSet: left, with: right)
    let rest = NSExpression(forMinusSet: left, with: right)
    #expect(common.expressionType == .intersectSet)
    #expect(rest.expressionType == .minusSet)
    #expect(
      NSSet(set: try #require(common.expressionValue(with: nil, context: nil) as? NSSet))
        == NSSet(array: [2, 3]))
    #expect(
      NSSet(set: try #require(rest.expressionValue(with: nil, context: nil) as? NSSet))
        == NSSet(array: [1]))
  }

  @Test func anyKeyIsAnExpression() {
    #expect(NSExpression.expressionForAnyKey().expressionType == .anyKey)
  }

  @Test func formatsThatAreWrongAreDescribed() throws {
    let error = #expect(throws: PredicateFormatError.self) {
      try NSPredicate.parse(format: "name ==")
    }
    #expect(try #require(error).errorDescription?.isEmpty == false)
  }

  @Test func foundationsClassesHaveTheInitialisers() {
    func make<T: NSPredicate & PredicateFormatInitializable>(_ type: T.Type) -> T {
      T(format: "TRUEPREDICATE")
    }
    func sort<T: NSSortDescriptor & SortKeyInitializable>(_ type: T.Type) -> T {
      T(key: "name", ascending: true)
    }
    #expect(make(NSPredicate.self).evaluate(with: nil))
    #expect(sort(NSSortDescriptor.self).key == "name")
  }

  @Test func selectorsAreTexts() {
    let selector: Selector = "compare:"
    #expect(selector.description == "compare:")
    #expect(NSStringFromSelector(selector) == "compare:")
    #expect(NSSelectorFromString("compare:") == selector)
  }
}
