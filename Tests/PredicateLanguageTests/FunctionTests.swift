// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

@Suite struct FunctionTests {
  // R-PRED-228, R-PRED-229
  @Test(arguments: [
    ("sum({1, 2, 3})", 6.0), ("count({1, 2})", 2), ("min({3, 1, 2})", 1), ("max({3, 1, 2})", 3),
    ("average({1, 2})", 1.5), ("median({5, 1, 3})", 3), ("median({1, 2})", 1.5),
    ("stddev({2, 4, 4, 4, 5, 5, 7, 9})", 2), ("add:to:(1, 2)", 3), ("from:subtract:(5, 2)", 3),
    ("multiply:by:(2, 3)", 6), ("divide:by:(7, 2)", 3), ("divide:by:(7.0, 2)", 3.5),
    ("modulus:by:(7, 3)", 1), ("sqrt(9)", 3), ("log(100)", 2), ("ln(1)", 0), ("exp(0)", 1),
    ("raise:toPower:(2, 10)", 1024), ("abs(-3)", 3), ("ceiling(1.2)", 2), ("floor(1.8)", 1),
    ("trunc(-1.8)", -1), ("bitwiseAnd:with:(6, 3)", 2), ("bitwiseOr:with:(6, 3)", 7),
    ("bitwiseXor:with:(6, 3)", 5), ("leftshift:by:(1, 4)", 16), ("rightshift:by:(16, 4)", 1),
    ("onesComplement(0)", -1), ("length('four')", 4), ("noindex(7)", 7),
    ("castObject:toType:('1.5', 'NSNumber')", 1.5), ("objectFrom:withIndex:({4, 5}, 1)", 5),
    ("sum(1, 2)", 3), ("2 ** -1", 0.5), ("-2 ** 2", 4), ("sum({})", 0), ("count(nil)", 0),
    ("median({1, 4})", 2.5), ("median({2, 4})", 3),
  ])
  func numericFunctionsCompute(_ format: String, _ expected: Double) throws {
    #expect(try value(format) as? Double == expected)
  }

  // R-PRED-228: integers stay integers.
  @Test func integersStayIntegers() throws {
    #expect(try value("4 + 5 - 2 ** 3") as? Int == 1)
    #expect(try value("6 / 2") as? Int == 3)
    #expect(try value("7 / 2") as? Int == 3)
    #expect(try value("-9223372036854775808 / -1") as? Double == 0x1p63)
    #expect(try value("2 ** 62") as? Int == 1 << 62)
  }

  // R-PRED-228
  @Test(arguments: ["1 / 0", "1.5 / 0", "1 / 0.0", "modulus:by:(5, 0)", "modulus:by:(5.5, 0)"])
  func aDivisorOfZeroGivesNil(_ format: String) throws {
    #expect(try value(format) == nil)
  }

  // R-PRED-229
  @Test func decimalsStayDecimals() throws {
    let tenth = Decimal(string: "0.1")
    let fifth = Decimal(string: "0.2")
    #expect(try holds("%@ + %@ == %@ AND %@ / 2 == %@", tenth, tenth, fifth, fifth, tenth))
  }

  // R-PRED-229
  @Test func textFunctionsConvert() throws {
    #expect(try value("uppercase('abc')") as? String == "ABC")
    #expect(try value("lowercase:('ABC')") as? String == "abc")
    #expect(try value("canonical:('Éa')") as? String == "ea")
    #expect(try value("uppercase:(nil)") == nil)
  }

  // R-PRED-230
  @Test func modeReturnsAllModesAndRandomStaysBelowItsBound() throws {
    #expect(try value("mode({1, 2, 2, 3, 3})") as? [Int] == [2, 3])
    let random = try #require(try value("randomn:(3)") as? Int)
    #expect((0..<3).contains(random))
    #expect(try value("random:(1)") as? Int == 0)
    #expect(try value("random()") as? Int != nil)
  }

  // R-PRED-230
  @Test func statisticsMapKeyPaths() throws {
    let root = ["items": [["price": 1], ["price": 2]]]
    #expect(try value("sum:(items.price)", for: root) as? Int == 3)
  }

  // R-PRED-229
  @Test func nowIsTheCurrentDate() throws {
    let before = Date()
    let now = try #require(try value("now()") as? Date)
    #expect((before...Date()).contains(now))
    #expect(try holds("now() - 60 < now() AND now() - SELF > 0", for: Date.distantPast))
  }

  // R-PRED-231
  @Test func castsConvert() throws {
    #expect(try value("CAST(5, 'NSDate')") as? Date == Date(timeIntervalSinceReferenceDate: 5))
    #expect(
      try value("CAST(SELF, 'NSDate')", for: 5) as? Date == Date(timeIntervalSinceReferenceDate: 5))
    #expect(
      try value("CAST(SELF, 'NSNumber')", for: Date(timeIntervalSinceReferenceDate: 5)) as? Double
        == 5)
    #expect(
      try value("CAST('1.5', 'NSDecimalNumber')") as? NSDecimalNumber
        == NSDecimalNumber(string: "1.5"))
    #expect(try value("CAST(1.5, 'NSString')") as? String == "1.5")
    let uuid = UUID()
    #expect(try value("CAST(SELF, 'NSUUID')", for: uuid.uuidString) as? UUID == uuid)
    #expect(try value("CAST('x://a', 'NSURL')") as? URL == URL(string: "x://a"))
    #expect(try value("CAST(nil, 'NSDate')") == nil)
  }

  // R-PRED-232
  @Test func functionsAreCalledBySelector() throws {
    NSExpression.register("pow:") { target, arguments in
      guard let base = target as? Int, let exponent = arguments.first as? Int else { return nil }
      return Int(pow(Double(base), Double(exponent)))
    }
    #expect(try value("FUNCTION(2, 'pow:', 3)") as? Int == 8)
    #expect(try value("FUNCTION('a', 'uppercase')") as? String == "A")
    #expect(try value("FUNCTION('a', 'uppercaseString')") as? String == "A")
    #expect(try value("FUNCTION('ab', 'hasPrefix:', 'a')") as? Bool == true)
    #expect(try value("FUNCTION('ab', 'hasPrefix:', '')") as? Bool == true)
    #expect(try value("FUNCTION('ab', 'hasSuffix:', '')") as? Bool == true)
    #expect(try value("FUNCTION('a', 'stringByAppendingString:', 'b')") as? String == "ab")
    #expect(try value("FUNCTION({1, 2}, 'containsObject:', 2)") as? Bool == true)
    #expect(try value("FUNCTION(SELF, 'valueForKey:', 'a')", for: ["a": 3]) as? Int == 3)
    #expect(throws: EvaluationError.unknownFunction("nosuch:")) {
      try value("FUNCTION('a', 'nosuch:', 1)")
    }
  }

  // R-PRED-232
  @Test func whatAFunctionThrowsIsAnError() {
    struct Refusal: Error {}
    NSExpression.register("refuse") { _, _ in throw Refusal() }
    #expect(throws: EvaluationError.failed("Refusal()")) { try value("FUNCTION(1, 'refuse')") }
  }

  // R-PRED-163, R-PRED-233
  @Test func subqueriesFilter() throws {
    let root: [String: Any] = ["items": [["p": 1], ["p": 5]], "limit": 3]
    #expect(try holds("SUBQUERY(items, $x, $x.p > limit).@count == 1", for: root))
    #expect(try value("SUBQUERY(items, $x, $x.p > 3).p", for: root) as? [Int] == [5])
    #expect(
      try value("SUBQUERY(SELF, $x, $x > 1)", for: NSSet(array: [1, 2])) as? NSSet
        == NSSet(array: [2]))
    #expect(try holds("SUBQUERY(nil, $x, $x > 1).@count == 0"))
    let shadowed = NSPredicate(format: "SUBQUERY(SELF, $x, $x > 1).@count == 2 AND $x == 9")
    #expect(shadowed.evaluate(with: [1, 2, 3], substitutionVariables: ["x": 9]))
  }

  // R-PRED-234
  @Test func aConditionEvaluatesOneBranchOnly() throws {
    let sample = Sample(0, ["a": 1])
    #expect(try value("TERNARY(a == 1, 'yes', nosuch)", for: sample) as? String == "yes")
    #expect(throws: EvaluationError.self) {
      try value("TERNARY(a == 2, 'yes', nosuch)", for: sample)
    }
  }

  @Test func setOperationsKeepTheKindOfTheirLeftSide() throws {
    let root: [String: Any] = ["a": NSSet(array: [1, 2]), "b": [2, 3], "c": [1, 2]]
    #expect(try value("a UNION b", for: root) as? NSSet == NSSet(array: [1, 2, 3]))
    #expect(try value("a INTERSECT b", for: root) as? NSSet == NSSet(array: [2]))
    #expect(try value("a MINUS b", for: root) as? NSSet == NSSet(array: [1]))
    #expect(try value("c UNION b", for: root) as? [Int] == [1, 2, 3])
  }

  @Test func anyKeyStandsForAllValuesOfADictionary() throws {
    #expect(try holds("ANY ANYKEY == 2", for: ["a": 1, "b": 2]))
  }

  @Test func anAssignmentFillsTheContext() throws {
    let context = NSMutableDictionary()
    let expression = NSExpression(format: "$x := 1 + 2")
    #expect(expression.expressionValue(with: nil, context: context) as? Int == 3)
    #expect(context["x"] as? Int == 3)
  }
}
