// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

@Suite struct FormatPrinterTests {
  // R-PRED-130, R-PRED-135, R-PRED-136, R-PRED-137, R-PRED-138, R-PRED-139, R-PRED-140, R-PRED-142
  @Test(arguments: [
    "name == \"John\"", "age >= 18 AND age < 65", "name == \"Foo\" AND (age < 13 OR age > 18)",
    "NOT x CONTAINS[cd] \"t\"", "(NOT a == 1) OR b == 2", "ANY age == 21", "NOT ANY age == 21",
    "ALL tags.name BEGINSWITH[c] \"a\"", "x BETWEEN {1, 3}", "x IN {\"a\", \"b\"}",
    "a.firstName.length > 3", "a == nil", "SELF == $v", "a[SIZE] == 2", "a[FIRST] == \"x\"",
    "(a.b)[1].c == 2", "FUNCTION(a, \"pow:\" , 3) == 8", "FUNCTION(\"a\", \"uppercase\") == \"A\"",
    "TERNARY(a != nil, a, \"\") == b", "a + 2 * b == (c - 1) / 2", "-1 < a", "a ** 2 ** 3 == 1",
    "SUBQUERY(items, $x, $x.price > 3 AND $x.tags.@count == 0).@count > 0",
    "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y.c == $x.d).@count > 0).@count > 0",
    "a == \"quo\\\"te \\\\ back\"", "a == \"100%\"", "a == \"%%%%\"", "#size == #first.#self",
    "canonical:(name) == \"x\"", "now() > date", "a UNION b == c", "TRUEPREDICATE",
    "FALSEPREDICATE", "d == CAST(682000000.250000, \"NSDate\")", "items.@sum.price < 1000",
    "id ==[n] \"x\"", "name ==[cdl] \"x\"", "$x := 1 == 1",
  ])
  func theCanonicalTextIsAFixedPoint(_ text: String) throws {
    let predicate = try NSPredicate.parse(format: text)
    #expect(predicate.formatText == text)
    #expect(try NSPredicate.parse(format: predicate.formatText) == predicate)
  }

  // R-PRED-134
  @Test func dateConstantsReadBack() throws {
    let date = Date(timeIntervalSinceReferenceDate: 682_000_000.125)
    let predicate = NSPredicate(format: "d == %@", date)
    #expect(predicate.formatText == "d == CAST(682000000.125000, \"NSDate\")")
    #expect(try NSPredicate.parse(format: predicate.formatText) == predicate)
  }

  // R-PRED-132
  @Test func numbersPrintAsTheirValues() {
    let values: [Any] = [
      30, 25.8, -1, true, false, 2.0, NSNumber(value: true), Decimal(string: "0.1") as Any, Int8(3),
      UInt64.max,
    ]
    let predicate = NSPredicate(format: "a IN %@", values)
    #expect(
      predicate.formatText == "a IN {30, 25.8, -1, 1, 0, 2, 1, 0.1, 3, 18446744073709551615}")
  }

  // R-PRED-143
  @Test func identifiersPrintWithoutQuotationMarks() throws {
    let uuid = UUID()
    #expect(NSPredicate(format: "a == %@", uuid).formatText == "a == \(uuid.uuidString)")
    let url = try #require(URL(string: "x://a/b"))
    #expect(NSPredicate(format: "a == %@", url).formatText == "a == x://a/b")
  }

  // R-PRED-141
  @Test func blocksPrintTheirAddress() {
    let block = NSPredicate { _, _ in true }
    #expect(block.formatText.hasPrefix("BLOCKPREDICATE(0x"))
  }

  // R-PRED-142
  @Test func emptyAndSingleCompoundsPrintWhatTheyMean() {
    let one = NSPredicate(format: "a == 1")
    func text(_ type: NSCompoundPredicate.LogicalType, _ children: [NSPredicate]) -> String {
      NSCompoundPredicate(type: type, subpredicates: children).formatText
    }
    #expect(text(.and, []) == "TRUEPREDICATE")
    #expect(text(.or, []) == "FALSEPREDICATE")
    #expect(text(.and, [one]) == "a == 1")
    #expect(text(.or, [one]) == "a == 1")
    #expect(text(.not, [one]) == "NOT a == 1")
  }

  // R-PRED-142: as the tests of CosmicMind's Graph have it
  @Test func everyCompoundWithinACompoundHasParentheses() {
    func text(_ type: NSCompoundPredicate.LogicalType, _ children: [NSPredicate]) -> String {
      NSCompoundPredicate(type: type, subpredicates: children).formatText
    }
    let one = NSCompoundPredicate(
      type: .and, subpredicates: [NSPredicate(format: "ANY a.b LIKE[cd] 'x'")])
    let negated = NSCompoundPredicate(notPredicateWithSubpredicate: one)
    #expect(text(.not, [one]) == #"NOT (ANY a.b LIKE[cd] "x")"#)
    #expect(text(.and, [one, one]) == #"(ANY a.b LIKE[cd] "x") AND (ANY a.b LIKE[cd] "x")"#)
    #expect(
      text(.or, [negated, one]) == #"(NOT (ANY a.b LIKE[cd] "x")) OR (ANY a.b LIKE[cd] "x")"#)
  }

  // R-PRED-007
  @Test func compoundsOfTheApplicationHaveARightText() {
    let a = NSPredicate(format: "a == 1")
    let b = NSPredicate(format: "b == 2 OR c == 3")
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [a, b])
    #expect(both.formatText == "a == 1 AND (b == 2 OR c == 3)")
    let negated = NSCompoundPredicate(notPredicateWithSubpredicate: both)
    #expect(negated.formatText == "NOT (a == 1 AND (b == 2 OR c == 3))")
  }

  // R-PRED-002, R-PRED-007
  @Test func predicatesFromAFormatKnowTheirFormat() {
    let predicates = [
      NSPredicate(format: "a == 1"), NSPredicate(format: "a == 1 AND b == 2"),
      NSPredicate(format: "TRUEPREDICATE"),
    ]
    #expect(
      predicates.map(\.foundationFormat) == ["a == 1", "a == 1 AND b == 2", "TRUEPREDICATE"])
    #expect("\(predicates[1])" == "a == 1 AND b == 2")
  }
}
