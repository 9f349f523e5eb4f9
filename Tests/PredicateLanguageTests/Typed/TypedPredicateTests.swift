// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Forced unwrapping is an operator of predicates, which run nowhere.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import PredicateLanguage
import Testing

/// A row of the table each: what a typed predicate is in the format language.
@Suite struct TypedPredicateTests {
  private func format(_ predicate: Predicate<Gadget>) throws -> String {
    try NSPredicate(translating: predicate).formatText
  }

  /// As if the format had been written by hand.
  private func same(_ format: String) -> String { NSPredicate(format: format).formatText }

  @Test func theInitialiserIsApples() throws {  // R-PRED-300
    let least = 2
    let predicate = try #require(NSPredicate(#Predicate<Gadget> { $0.a == least }))
    #expect(predicate.formatText == "a == 2")
    #expect(predicate is NSComparisonPredicate)
    #expect(!predicate.evaluate(with: Gadget()))
    #expect(NSPredicate(#Predicate<Gadget> { $0.nameless == 2 }) == nil)
  }

  @Test func expressionsTranslateToo() throws {  // R-PRED-300
    let sum = try #require(NSExpression(#Expression<Gadget, Int> { $0.a + $0.d * 2 }))
    #expect(sum.description == "a + d * 2")
    #expect(sum.expressionValue(with: Gadget(), context: nil) as? Int == 9)
    #expect(NSExpression(#Expression<Gadget, Int> { $0.nameless }) == nil)
  }

  @Test func variablesAndValues() throws {  // R-PRED-303: Variable, Value
    let (uuid, date, data) = (UUID(), Date(timeIntervalSinceReferenceDate: 7), Data([1]))
    let texts = ["x", "y"]
    let large = Gadget.Size.large
    #expect(try format(#Predicate { $0.k == uuid }) == "k == \(uuid.uuidString)")
    #expect(try format(#Predicate { $0.i > date }) == "i > CAST(7.000000, \"NSDate\")")
    #expect(try format(#Predicate { $0.l == data }) == "l == \(data)")
    #expect(try format(#Predicate { $0.b == "x" }) == "b == \"x\"")
    #expect(try format(#Predicate { $0.c < 2.5 }) == "c < 2.5")
    #expect(try format(#Predicate { $0.j == nil }) == "j == nil")
    #expect(try format(#Predicate { texts.contains($0.b) }) == "b IN {\"x\", \"y\"}")
    #expect(try format(#Predicate { $0.width == large }) == "width == 1")
  }

  @Test func keyPaths() throws {  // R-PRED-303: KeyPath
    #expect(try format(#Predicate { $0.b.count == 5 }) == "b.length == 5")
    #expect(try format(#Predicate { $0.b.isEmpty }) == "b.length == 0")
    #expect(try format(#Predicate { $0.g.count == 5 }) == "g.@count == 5")
    #expect(try format(#Predicate { $0.g.isEmpty }) == "g.@count == 0")
    #expect(try format(#Predicate { $0.g.first == 5 }) == same("g[FIRST] == 5"))
    #expect(try format(#Predicate { $0.g.last == 5 }) == same("g[LAST] == 5"))
    #expect(try format(#Predicate { $0.next!.next!.a == 5 }) == "next.next.a == 5")
    #expect(try format(#Predicate { $0.set!.count == 5 }) == "set.@count == 5")
  }

  @Test func comparisons() throws {  // R-PRED-303: Equal, NotEqual, Comparison
    #expect(try format(#Predicate { $0.a == 0 }) == "a == 0")
    #expect(try format(#Predicate { $0.a != 0 }) == "a != 0")
    #expect(try format(#Predicate { $0.a < $0.d }) == "a < d")
    #expect(try format(#Predicate { $0.a <= 3 }) == "a <= 3")
    #expect(try format(#Predicate { $0.a > 3 }) == "a > 3")
    #expect(try format(#Predicate { $0.a >= 3 }) == "a >= 3")
  }

  @Test func connectives() throws {  // R-PRED-303: Conjunction, Disjunction, Negation
    let nested = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(format: "a == 1 AND d == 2"), NSPredicate(format: "f == YES"),
    ])
    #expect(try format(#Predicate { $0.a == 1 && $0.d == 2 && $0.f }) == nested.formatText)
    #expect(try format(#Predicate { $0.a == 1 || !$0.f }) == same("a == 1 OR NOT f == YES"))
  }

  @Test func arithmetic() throws {  // R-PRED-303: Arithmetic, FloatDivision, UnaryMinus
    #expect(try format(#Predicate { $0.a + 2 == 4 }) == "a + 2 == 4")
    #expect(try format(#Predicate { ($0.a - $0.d) * 2 == 4 }) == "(a - d) * 2 == 4")
    #expect(try format(#Predicate { $0.c / 2 > 1.5 }) == same("c / 2.0 > 1.5"))
    #expect(try format(#Predicate { -$0.a < 0 }) == "a * -1 < 0")
    #expect(try format(#Predicate { $0.a < -2 }) == "a < -2")
  }

  @Test func integersDivide() throws {  // R-PRED-307
    #expect(try format(#Predicate { $0.a / 2 == 4 }) == "a / 2 == 4")
    #expect(try format(#Predicate { $0.a % 2 == 0 }) == "modulus:by:(a, 2) == 0")
  }

  @Test func sequences() throws {  // R-PRED-303: Filter, SequenceContainsWhere, AllSatisfy
    #expect(
      try format(#Predicate { gadget in gadget.g.filter { $0 == gadget.d }.count > 0 })
        == "SUBQUERY(g, $_local_1, $_local_1 == d).@count > 0")
    #expect(
      try format(#Predicate { $0.g.contains { $0 == 2 } })
        == "SUBQUERY(g, $_local_1, $_local_1 == 2).@count != 0")
    #expect(
      try format(#Predicate { $0.g.allSatisfy { $0 == 2 } })
        == same("SUBQUERY(g, $_local_1, NOT ($_local_1 == 2)).@count == 0"))
    #expect(
      try format(#Predicate { $0.rest.contains { $0.rest.contains { $0.a == 1 } } })
        == "SUBQUERY(rest, $_local_1, "
        + "SUBQUERY($_local_1.rest, $_local_2, $_local_2.a == 1).@count != 0).@count != 0")
  }

  @Test func membership() throws {  // R-PRED-303: SequenceContains
    #expect(try format(#Predicate { $0.g.contains($0.a) }) == "a IN g")
    #expect(try format(#Predicate { $0.g.contains(3) }) == "3 IN g")
  }

  @Test func ranges() throws {  // R-PRED-303: RangeExpressionContains, ClosedRange
    #expect(try format(#Predicate { (2...5).contains($0.a) }) == "a BETWEEN {2, 5}")
    #expect(try format(#Predicate { ($0.d...9).contains($0.a) }) == "a BETWEEN {d, 9}")
    #expect(try format(#Predicate { (2..<5).contains($0.a) }) == "a >= 2 AND a < 5")
    #expect(try format(#Predicate { ($0.d..<9).contains($0.a) }) == "a >= d AND a < 9")
    let (closed, half, from, through, upTo) = (1...2, 1..<2, 3..., ...4, ..<5)
    #expect(try format(#Predicate { closed.contains($0.a) }) == "a BETWEEN {1, 2}")
    #expect(try format(#Predicate { half.contains($0.a) }) == "a >= 1 AND a < 2")
    #expect(try format(#Predicate { from.contains($0.a) }) == "a >= 3")
    #expect(try format(#Predicate { through.contains($0.a) }) == "a <= 4")
    #expect(try format(#Predicate { upTo.contains($0.a) }) == "a < 5")
  }

  @Test func extremes() throws {  // R-PRED-303: SequenceMinimum, SequenceMaximum
    #expect(try format(#Predicate { $0.g.min() == 5 }) == "g.@min.#self == 5")
    #expect(try format(#Predicate { $0.g.max() == 5 }) == "g.@max.#self == 5")
  }

  @Test func conditions() throws {  // R-PRED-303: Conditional
    #expect(
      try format(#Predicate { $0.f ? true : false }) == same("TERNARY(f == YES, YES, NO) == YES"))
    #expect(
      try format(#Predicate { ($0.f ? $0.a : 3) == 3 }) == same("TERNARY(f == YES, a, 3) == 3"))
  }

  @Test func optionals() throws {  // R-PRED-303: NilCoalesce, OptionalFlatMap; R-PRED-306
    #expect(
      try format(#Predicate { ($0.j ?? "") == "x" }) == same("TERNARY(j != nil, j, '') == 'x'"))
    #expect(
      try format(#Predicate { ($0.j ?? "").isEmpty })
        == same("TERNARY(j != nil, j, '').length == 0"))
    #expect(
      try format(#Predicate { ($0.j?.count ?? -1) > 1 })
        == same(
          "TERNARY(TERNARY(j != nil, j.length, nil) != nil, TERNARY(j != nil, j.length, nil), -1) > 1"
        ))
    #expect(try format(#Predicate { $0.j! == "x" }) == "j == \"x\"")  // R-PRED-307
    #expect(
      try format(#Predicate { if let j = $0.j { j == "x" } else { false } })
        == same(
          "TERNARY(TERNARY(j != nil, TERNARY(j == 'x', YES, NO), nil) != nil, "
            + "TERNARY(j != nil, TERNARY(j == 'x', YES, NO), nil), NO) == YES"))
  }

  @Test func subscripts() throws {  // R-PRED-303: CollectionIndexSubscript, DictionaryKeySubscript
    #expect(try format(#Predicate { $0.g[0] == 2 }) == same("g[0] == 2"))
    #expect(try format(#Predicate { $0.h["A"] == 1 }) == same("h['A'] == 1"))
    #expect(
      try NSPredicate(translating: #Predicate<Gadget> { $0.g[1] == 6 }).evaluate(with: Gadget()))
  }

  @Test func strings() throws {  // R-PRED-303: CollectionContainsCollection, SequenceStartsWith
    #expect(try format(#Predicate { $0.b.contains("foo") }) == "b CONTAINS \"foo\"")
    #expect(try format(#Predicate { $0.b.starts(with: "foo") }) == "b BEGINSWITH \"foo\"")
  }

  @Test func everyTextStartsWithAnEmptyOne() throws {  // R-PRED-178, R-PRED-303
    #expect(try format(#Predicate { $0.b.starts(with: "") }) == same("YES == YES"))
    #expect(
      try format(#Predicate { $0.b.starts(with: $0.b) }) == same("b == '' OR b BEGINSWITH b"))
  }

  @Test func regularExpressions() throws {  // R-PRED-303: StringContainsRegex
    #expect(try format(#Predicate { $0.b.contains(#/l+o/#) }) == "b MATCHES \".*l+o.*\"")
    #expect(try format(#Predicate { $0.b.contains(#/x|H/#) }) == "b MATCHES \".*(?:x|H).*\"")
  }

  @Test func localisedStrings() throws {  // R-PRED-303: StringLocalizedStandardContains and others
    #expect(
      try format(#Predicate { $0.b.localizedStandardContains("É") }) == "b CONTAINS[cdl] \"É\"")
    let (same, before) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
    #expect(
      try format(#Predicate { $0.b.caseInsensitiveCompare("x") == same })
        == self.same("TERNARY(b ==[c] 'x', 0, TERNARY(b <[c] 'x', -1, 1)) == 0"))
    #expect(
      try format(#Predicate { $0.b.localizedCompare("x") == before })
        == self.same("TERNARY(b ==[l] 'x', 0, TERNARY(b <[l] 'x', -1, 1)) == -1"))
  }

  @Test func whatNeedsNoObjectIsAConstant() throws {  // R-PRED-304
    let captured = Captured()
    #expect(try format(#Predicate { $0.a == captured.a }) == "a == 1")
    #expect(try format(#Predicate { $0.f == captured.b.contains([1, 2]) }) == same("f == YES"))
    #expect(
      try format(#Predicate { $0.a == (captured.c ?? 8) })
        == same("a == TERNARY(nil != nil, nil, 8)"))
  }

  @Test func truthValuesAndPredicates() throws {  // R-PRED-305
    #expect(try format(#Predicate { $0.f }) == same("f == YES"))
    #expect(try format(#Predicate { _ in true }) == same("YES == YES"))
    #expect(try format(#Predicate { _ in false }) == same("NO == YES"))
    #expect(
      try format(#Predicate { _ in true && false }) == same("YES == YES AND NO == YES"))
    #expect(
      try format(#Predicate { ($0.f && true) == false })
        == same("TERNARY(f == YES AND YES == YES, YES, NO) == NO"))
  }

  // R-PRED-303: ExpressionEvaluate
  @Test func expressionsAreWrittenWhereTheyAreEvaluated() throws {
    let next = #Expression<Gadget, Int> { $0.a + 1 }
    let evaluated = Predicate<Gadget> { gadget in
      PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_evaluate(Kept(expression: next), gadget),
        rhs: PredicateExpressions.build_Arg(2))
    }
    #expect(try format(evaluated) == "a + 1 == 2")
  }

  @Test(arguments: [0, 1, 2, 3]) func aFailureQuotesTheExpression(_ index: Int) {
    let (predicate, text, reason) = Self.failures[index]
    let error = #expect(throws: PredicateTranslationError.self) {
      try NSPredicate(translating: predicate)
    }
    #expect(error?.expression.contains(text) == true, "\(error?.description ?? "")")
    #expect(error?.reason.contains(reason) == true)
    #expect(error?.description.contains(text) == true)
    #expect(error?.localizedDescription == error?.description)
  }

  private static let failures: [(Predicate<Gadget>, text: String, reason: String)] = [
    (#Predicate { $0.a > 3 && $0.nameless == 2 }, "$0.<a property of type Int>", "by name"),
    (#Predicate { $0.g.starts(with: [1, 2]) }, "$0.g.starts(with: [1, 2])", "string"),
    (#Predicate { $0.g[0..<1].contains(5) }, "CollectionRangeSubscript", "counterpart"),
    (#Predicate { $0.h["A", default: 1] == 1 }, "DictionaryKeyDefault", "counterpart"),
  ]
}
