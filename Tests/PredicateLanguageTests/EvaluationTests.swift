// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

/// A constant format and whether it holds.
struct TruthCase: CustomTestStringConvertible, Sendable {
  let format: String
  let expected: Bool

  init(_ format: String, _ expected: Bool) {
    self.format = format
    self.expected = expected
  }

  var testDescription: String { format }
}

@Suite struct EvaluationTests {
  // R-PRED-073, R-PRED-170, R-PRED-171, R-PRED-172, R-PRED-174, R-PRED-175, R-PRED-176, R-PRED-177,
  // R-PRED-178, R-PRED-180, R-PRED-182, R-PRED-183, R-PRED-228
  @Test(arguments: [
    TruthCase("nil == nil", true), TruthCase("nil == 1", false), TruthCase("nil != 5", true),
    TruthCase("1 != nil", true), TruthCase("nil != nil", false),
    TruthCase("nil < 1", false), TruthCase("nil >= 1", false), TruthCase("1 > nil", false),
    TruthCase("nil <= nil", false), TruthCase("nil < 'a'", false),
    TruthCase("1 == 1.0", true), TruthCase("1 < 1.5", true), TruthCase("TRUE == 1", true),
    TruthCase("NO == 0", true), TruthCase("TRUE == 2", false),
    TruthCase("9007199254740993 == 9007199254740992.0", false),
    TruthCase("9223372036854775807 < 9223372036854775808.0", true),
    TruthCase("'1' == 1", false), TruthCase("'1' != 1", true), TruthCase("'1' < 2", false),
    TruthCase("'a' == 'a'", true), TruthCase("'a' == 'A'", false),
    TruthCase("'a' ==[c] 'A'", true), TruthCase("'a' !=[c] 'A'", false),
    TruthCase("'é' == 'e'", false), TruthCase("'é' ==[d] 'e'", true),
    TruthCase("'É' ==[cd] 'e'", true), TruthCase("'É' ==[d] 'e'", false),
    TruthCase("'É' ==[n] 'é'", false), TruthCase("'A' ==[cn] 'a'", false),
    TruthCase("'É' ==[cdl] 'e'", true), TruthCase("'a' ==[l] 'a'", true),
    TruthCase("'e\\u0301' == '\\u00e9'", false), TruthCase("'e\\u0301' ==[c] '\\u00e9'", true),
    TruthCase("'B' < 'a'", true), TruthCase("'B' <[c] 'a'", false),
    TruthCase("'b' <[c] 'ABC'", false), TruthCase("'a' <[c] 'ABC'", true),
    TruthCase("'a' <[l] 'B'", true), TruthCase("'z' < 'é'", true), TruthCase("'z' <[d] 'é'", false),
    TruthCase("2 BETWEEN {1, 3}", true), TruthCase("1 BETWEEN {1, 3}", true),
    TruthCase("3 BETWEEN {1, 3}", true), TruthCase("4 BETWEEN {1, 3}", false),
    TruthCase("2 BETWEEN {3, 1}", false), TruthCase("nil BETWEEN {1, 3}", false),
    TruthCase("2 BETWEEN {nil, 3}", false), TruthCase("2 BETWEEN nil", false),
    TruthCase("'b' BETWEEN {'a', 'c'}", true),
    TruthCase("1 IN {1, 2}", true), TruthCase("3 IN {1, 2}", false),
    TruthCase("1.0 IN {1, 2}", true), TruthCase("'1' IN {1, 2}", false),
    TruthCase("'A' IN {'a'}", false), TruthCase("'A' IN[c] {'a'}", true),
    TruthCase("nil IN {1, 2}", false), TruthCase("nil IN {1, nil}", true),
    TruthCase("1 IN nil", false), TruthCase("1 IN {}", false),
    TruthCase("'ell' IN 'hello'", true), TruthCase("'ELL' IN[c] 'hello'", true),
    TruthCase("'x' IN 'hello'", false), TruthCase("nil IN 'hello'", false),
    TruthCase("{1, 2} CONTAINS 2", true), TruthCase("{1, 2} CONTAINS 3", false),
    TruthCase("'hello' CONTAINS 'ell'", true), TruthCase("'hello' CONTAINS 'ELL'", false),
    TruthCase("'héllo' CONTAINS[cd] 'ELL'", true), TruthCase("'hello' CONTAINS ''", false),
    TruthCase("nil CONTAINS 'a'", false), TruthCase("'hello' CONTAINS nil", false),
    TruthCase("'hello' BEGINSWITH 'he'", true), TruthCase("'hello' BEGINSWITH 'HE'", false),
    TruthCase("'Éclair' BEGINSWITH[cd] 'ec'", true), TruthCase("'hello' BEGINSWITH ''", false),
    TruthCase("'hello' BEGINSWITH[cd] ''", false), TruthCase("'' BEGINSWITH ''", false),
    TruthCase("NOT 'hello' BEGINSWITH ''", true),
    TruthCase("'hello' BEGINSWITH[d] '\\u0301'", false),
    TruthCase("nil BEGINSWITH 'a'", false), TruthCase("'a' BEGINSWITH nil", false),
    TruthCase("'he' BEGINSWITH 'hello'", false),
    TruthCase("'hello' ENDSWITH 'lo'", true), TruthCase("'hello' ENDSWITH[c] 'LO'", true),
    TruthCase("'hello' ENDSWITH 'he'", false), TruthCase("nil ENDSWITH 'a'", false),
    TruthCase("'hello' ENDSWITH ''", false), TruthCase("'hello' ENDSWITH[cd] ''", false),
    TruthCase("'' ENDSWITH ''", false), TruthCase("NOT 'hello' ENDSWITH ''", true),
    TruthCase("'' CONTAINS ''", false), TruthCase("'hello' CONTAINS[cd] ''", false),
    TruthCase("ANY {'a', ''} BEGINSWITH ''", false), TruthCase("ALL {'a', ''} ENDSWITH ''", false),
    TruthCase("ALL {} BEGINSWITH ''", true),
    TruthCase("'hello' MATCHES 'hel{2}o'", true), TruthCase("'hello!' MATCHES 'hel{2}o'", false),
    TruthCase("'HELLO' MATCHES 'hel{2}o'", false), TruthCase("'HELLO' MATCHES[c] 'hel{2}o'", true),
    TruthCase("'héllo' MATCHES[d] 'hel+o'", true), TruthCase("'ab' MATCHES 'a|ab'", true),
    TruthCase("nil MATCHES '.*'", false), TruthCase("'a\nb' MATCHES 'a.b'", true),
    TruthCase("'a\nb c\nd' MATCHES '.*c.*'", true), TruthCase("'a\nb' MATCHES '.*^b$'", true),
    TruthCase("'a\nb' MATCHES 'a$.*'", true), TruthCase("'a\nb' MATCHES '^b$'", false),
    TruthCase("'a\r\nb' MATCHES 'a.b'", true),
    TruthCase("ANY {1, 2} == 2", true), TruthCase("ANY {} == 2", false),
    TruthCase("ALL {} == 2", true), TruthCase("ALL {2, 2} == 2", true),
    TruthCase("ALL {1, 2} == 2", false), TruthCase("NONE {1, 2} == 3", true),
    TruthCase("NONE {1, 2} == 2", false), TruthCase("SOME {1, 2} > 1", true),
    TruthCase("ANY nil == 2", false), TruthCase("ALL nil == 2", true),
    TruthCase("ANY {'a', 'b'} IN {'b', 'c'}", true),
    TruthCase("ALL {'ax', 'bx'} ENDSWITH 'x'", true),
    TruthCase("{1} == 1", false), TruthCase("{1} > 0", false), TruthCase("{1, 2} == {1, 2}", true),
    TruthCase("{1, 2} == {2, 1}", false),
    TruthCase("FALSEPREDICATE AND ANY 1 == 1", false),
    TruthCase("TRUEPREDICATE OR ANY 1 == 1", true),
    TruthCase("1 << 3 == 8", true), TruthCase("2 & 1 == 0", true), TruthCase("5 ^ 1 == 4", true),
    TruthCase("4 | 1 == 5", true), TruthCase("8 >> 1 == 4", true), TruthCase("~0 == -1", true),
    TruthCase("4 + 5 - 2 ** 3 == 1", true), TruthCase("2 ** 3 ** 2 == 512", true),
    TruthCase("7 / 2 == 3", true), TruthCase("-7 / 2 == -3", true),
    TruthCase("7 / 2.0 == 3.5", true), TruthCase("6 / 2 == 3", true),
    TruthCase("7 / 0 == nil", true), TruthCase("7 / 0.0 > 1", false),
    TruthCase("modulus:by:(1, 0) == 1", false), TruthCase("modulus:by:(-7, 2) == -1", true),
    TruthCase("2 + 3 * 4 == 14", true),
    TruthCase("9223372036854775807 + 1 > 0", true), TruthCase("-3 + 1 == -2", true),
    TruthCase("nil + 1 == nil", true),
    TruthCase("TERNARY(1 == 1, 'a', 'b') == 'a'", true),
  ])
  func constantPredicatesHoldOrNot(_ example: TruthCase) throws {
    #expect(try holds(example.format) == example.expected)
  }

  // R-PRED-172
  @Test(arguments: [
    "Int", "Double", "Decimal", "Bool", "NSNumber", "Int8", "UInt64", "Float", "NSDecimalNumber",
  ])
  func numbersOfAllClassesAreEqualByValue(_ name: String) throws {
    let ones: [String: Any] = [
      "Int": 1, "Double": 1.0, "Decimal": Decimal(1), "Bool": true, "NSNumber": NSNumber(value: 1),
      "Int8": Int8(1), "UInt64": UInt64(1), "Float": Float(1),
      "NSDecimalNumber": NSDecimalNumber(value: 1),
    ]
    for other in ones.values {
      #expect(try holds("%@ == %@", ones[name], other))
      #expect(try holds("%@ < %@ + 1", ones[name], other))
    }
  }

  // R-PRED-173
  @Test func datesIdentifiersAndDataHaveEqualityAndOrder() throws {
    let early = Date(timeIntervalSinceReferenceDate: 1)
    let late = Date(timeIntervalSinceReferenceDate: 2)
    #expect(try holds("%@ < %@ AND %@ == %@", early, late, early, early as NSDate))
    let low = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000001"))
    let high = try #require(UUID(uuidString: "F0000000-0000-0000-0000-000000000000"))
    #expect(try holds("%@ < %@ AND %@ == %@", low, high, low, low as NSUUID))
    #expect(
      try holds(
        "%@ < %@ AND %@ == %@", Data([1]), Data([1, 0]), Data([1]), NSData(data: Data([1]))))
    let url = try #require(URL(string: "http://a"))
    #expect(try holds("%@ == %@ AND %@ != %@", url, url as NSURL, url, "http://a"))
    #expect(try !holds("%@ == %@", early, 1))
  }

  // R-PRED-181
  @Test(arguments: [
    "1 CONTAINS 'a'", "1 BEGINSWITH 'a'", "'a' ENDSWITH 1", "1 LIKE 'a'", "{1} MATCHES 'a'",
    "1 IN 'abc'", "1 IN 2", "ANY 1 == 1", "ALL 'a' == 1", "1 BETWEEN 3", "1 BETWEEN {1}",
    "'a' MATCHES '('", "'a' MATCHES 'a)(b'", "$x == 1",
    "FUNCTION('a', 'nosuch:', 1) == 1", "CAST('a', 'NSDate') == 1", "CAST(1, 'Other') == 1",
    "{1}[3] == 1", "'a' + 1 == 2", "uppercase:(1) == 1",
    "distanceToLocation:fromLocation:(1, 2) == 1",
  ])
  func whatHasNoMeaningIsAnError(_ format: String) {
    #expect(throws: EvaluationError.self) { try holds(format) }
  }

  // R-PRED-184
  @Test func compoundsStopAtTheFirstOperandThatDecides() throws {
    let sample = Sample(0, ["a": 1, "b": 2])
    #expect(try !holds("a == 2 AND b == 2", for: sample))
    #expect(try holds("a == 1 OR b == 3", for: sample))
    #expect(sample.reads == 2)
  }

  // R-PRED-162
  @Test func constantPredicatesNeedNoObject() {
    #expect(NSPredicate(format: "1 < 2").evaluate(with: nil))
    #expect(NSPredicate(format: "TRUEPREDICATE").evaluate(with: nil))
    #expect(NSPredicate(format: "SELF == 'x'").evaluate(with: "x"))
  }

  // R-PRED-163
  @Test func variablesAreBoundAtEvaluation() {
    let predicate = NSPredicate(format: "SELF > $low AND SELF IN $list")
    #expect(
      predicate.evaluate(with: 3, substitutionVariables: ["low": 2, "list": [3, 4]]))
    #expect(
      !predicate.evaluate(with: 3, substitutionVariables: ["low": 5, "list": [3, 4]]))
  }

  // R-PRED-006
  @Test func variablesAreSubstituted() {
    let predicate = NSPredicate(
      format: "a == $x AND SUBQUERY(b, $x, $x.c == $y).@count > 0 AND d == $z")
    #expect(
      predicate.withSubstitutionVariables(["x": 1, "y": NSNull()]).formatText
        == "a == 1 AND SUBQUERY(b, $x, $x.c == nil).@count > 0 AND d == $z")
    let compound = NSCompoundPredicate(orPredicateWithSubpredicates: [predicate])
    #expect(compound.withSubstitutionVariables(["z": "q"]).formatText.hasSuffix("d == \"q\""))
  }

  // R-PRED-185
  @Test func objectsCompareByIdentity() throws {
    let object = Sample(7)
    #expect(try holds("SELF == %@", Sample(7), for: object))
    #expect(try holds("SELF == %@ AND SELF IN %@", SampleID(id: 7), [SampleID(id: 7)], for: object))
    #expect(try holds("SELF != %@", Sample(8), for: object))
    #expect(try holds("SELF == %@", object.identityURL, for: object))
    #expect(try holds("rel == %@", SampleID(id: 7), for: Sample(1, ["rel": object])))
    #expect(try holds("rel CONTAINS %@", object, for: ["rel": [Sample(6), Sample(7)]]))
  }

  // R-PRED-008
  @Test func blockPredicatesAreEvaluatedInMemory() {
    let block = NSPredicate { object, _ in object as? Int == 3 }
    let compound = NSCompoundPredicate(
      andPredicateWithSubpredicates: [block, NSPredicate(format: "SELF > 2")])
    #expect(compound.evaluate(with: 3))
    #expect(!compound.evaluate(with: 4))
    guard case .and(let children) = PredicateNode(compound), case .opaque = children[0] else {
      Issue.record("not opaque")
      return
    }
  }

  // R-PRED-002
  @Test func foundationCollectionsFilterWithOurPredicates() {
    let filtered = ([1, 2, 3] as NSArray).filtered(using: NSPredicate(format: "SELF >= 2"))
    #expect(filtered as? [Int] == [2, 3])
  }

  // R-PRED-160
  @Test func anUnknownKeyIsAnErrorAndATrap() async {
    #expect(throws: EvaluationError.undefinedKey("b", type: "Sample")) {
      try holds("b == 1", for: Sample())
    }
    await #expect(processExitsWith: .failure) {
      _ = NSPredicate(format: "b == 1").evaluate(with: "text")
    }
  }
}
