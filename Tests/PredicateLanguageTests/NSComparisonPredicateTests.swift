// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

@Suite struct NSComparisonPredicateTests {
  // R-PRED-220
  @Test func rawValuesAreApples() {
    #expect(NSComparisonPredicate.Operator.lessThan.rawValue == 0)
    #expect(NSComparisonPredicate.Operator.in.rawValue == 10)
    #expect(NSComparisonPredicate.Operator.customSelector.rawValue == 11)
    #expect(NSComparisonPredicate.Operator.contains.rawValue == 99)
    #expect(NSComparisonPredicate.Operator.between.rawValue == 100)
    #expect(NSComparisonPredicate.Modifier.any.rawValue == 2)
    #expect(NSComparisonPredicate.Options.normalized.rawValue == 4)
  }

  // R-PRED-221
  @Test func aFormatGivesTheClassOfItsStructure() throws {
    let comparison = try #require(
      NSPredicate(format: "ANY a.b CONTAINS[cd] 'x'") as? NSComparisonPredicate)
    #expect(comparison.leftExpression.keyPath == "a.b")
    #expect(comparison.rightExpression.constantValue as? String == "x")
    #expect(comparison.predicateOperatorType == .contains)
    #expect(comparison.comparisonPredicateModifier == .any)
    #expect(comparison.options == [.caseInsensitive, .diacriticInsensitive])
    #expect(comparison.customSelector == nil)
    let compound = try #require(NSPredicate(format: "a == 1 OR NOT b == 2") as? NSCompoundPredicate)
    #expect(compound.compoundPredicateType == .or)
    let negation = try #require(compound.subpredicates[1] as? NSCompoundPredicate)
    #expect(negation.compoundPredicateType == .not)
  }

  @Test func aComparisonIsMadeOfExpressions() {
    let predicate = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "name"),
      rightExpression: NSExpression(forConstantValue: "x"), modifier: .direct, type: .beginsWith,
      options: .caseInsensitive)
    #expect(predicate.formatText == "name BEGINSWITH[c] \"x\"")
    #expect(predicate == NSPredicate(format: "name BEGINSWITH[c] 'x'"))
    #expect(predicate.evaluate(with: ["name": "Xy"]))
  }

  @Test func aCustomSelectorIsAMisuse() async {
    await #expect(processExitsWith: .failure) {
      _ = NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: "a"),
        rightExpression: NSExpression(forKeyPath: "b"),
        customSelector: "compare:")
    }
  }

  // R-PRED-222
  @Test func emptyCompoundsHaveAValue() {
    #expect(NSCompoundPredicate(andPredicateWithSubpredicates: []).evaluate(with: nil))
    #expect(!NSCompoundPredicate(orPredicateWithSubpredicates: []).evaluate(with: nil))
    let negation = NSCompoundPredicate(
      notPredicateWithSubpredicate: NSPredicate(format: "1 == 2"))
    #expect(negation.evaluate(with: nil))
  }

  // R-PRED-012
  @Test func predicatesAreEqualByStructure() {
    let format = "a == 1 AND (b CONTAINS[c] 'x' OR NOT c IN {1, 2})"
    #expect(NSPredicate(format: format) == NSPredicate(format: format))
    #expect(NSPredicate(format: format).hash == NSPredicate(format: format).hash)
    #expect(NSPredicate(format: "a == 1") != NSPredicate(format: "a == 2"))
    #expect(NSPredicate(format: "a == 1") != NSPredicate(format: "a ==[c] 1"))
    #expect(NSPredicate(format: "ANY a == 1") != NSPredicate(format: "ALL a == 1"))
    #expect(
      NSPredicate(format: "a == 1 AND b == 2")
        == NSCompoundPredicate(andPredicateWithSubpredicates: [
          NSPredicate(format: "a == 1"), NSPredicate(format: "b == 2"),
        ]))
    #expect(NSPredicate(format: "TRUEPREDICATE") == NSPredicate(value: true))
  }

  // R-PRED-011
  @Test func aCopyIsTheSamePredicate() {
    for format in ["a == 1", "a == 1 OR b == 2", "TRUEPREDICATE"] {
      let predicate = NSPredicate(format: format)
      #expect(predicate.copy() as? NSPredicate === predicate)
    }
  }

  // R-PRED-012: whatever made them
  @Test func compoundsDifferWhereTheirPartsDo() {
    let (a, b) = (NSPredicate(format: "a == 1"), NSPredicate(format: "b == 2"))
    let both: NSPredicate? = NSCompoundPredicate(andPredicateWithSubpredicates: [a, b])
    #expect(both != NSCompoundPredicate(orPredicateWithSubpredicates: [b]))
    #expect(both != a)
    #expect(a != both)
    #expect(both != NSPredicate(value: false))
    #expect(both != nil)
    #expect(both == NSCompoundPredicate(andPredicateWithSubpredicates: [a, b]))
    let none: NSPredicate? = nil
    #expect(none == nil)
    #expect(none != both)
  }

  // R-PRED-012
  @Test func aNullAmongTheFilteredMeetsNoConditionOnAKey() {
    let list = NSArray(array: [["key": "1"], ["key": "2"], NSNull()])
    #expect(list.filtered(using: NSPredicate(format: "key == '2'")).count == 1)
    #expect(list.filtered(using: NSPredicate(format: "other == '2'")).isEmpty)
  }

  // R-PRED-009
  @Test func formatsOfEitherKindMakeCompoundsAndComparisons() {
    let compound = NSCompoundPredicate(format: "SELF MATCHES %@", "[0-9]+")
    #expect(compound.evaluate(with: "12"))
    #expect(!compound.evaluate(with: "a"))
    #expect(compound.formatText == "SELF MATCHES \"[0-9]+\"")
    let comparison = NSComparisonPredicate(format: "a == %@ AND b == %@", "x", "y")
    #expect(comparison.evaluate(with: ["a": "x", "b": "y"]))
    #expect(!comparison.evaluate(with: ["a": "x", "b": "z"]))
    #expect(comparison.formatText == "a == \"x\" AND b == \"y\"")
    let both = NSCompoundPredicate(orPredicateWithSubpredicates: [compound, NSPredicate()])
    #expect(both.evaluate(with: "12"))
    let open = NSComparisonPredicate(format: "a == $x AND b == 1")
    #expect(open.withSubstitutionVariables(["x": 1]).formatText == "a == 1 AND b == 1")
    #expect(NSCompoundPredicate(format: "TRUEPREDICATE").evaluate(with: nil))
  }

  // R-PRED-009
  @Test func placesForWhatIsToComeCanBeMade() {
    var (predicate, compound, order) = (NSPredicate(), NSCompoundPredicate(), NSSortDescriptor())
    #expect(!predicate.evaluate(with: 1))
    #expect(order.key == nil)
    predicate = NSPredicate(format: "a == 1")
    compound = NSCompoundPredicate(andPredicateWithSubpredicates: [predicate])
    order = NSSortDescriptor(key: "a", ascending: true)
    #expect(compound.evaluate(with: ["a": 1]))
    #expect(order.key == "a")
  }
}
