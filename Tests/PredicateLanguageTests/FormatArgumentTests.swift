// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

@Suite struct FormatArgumentTests {
  private func text(_ format: String, _ arguments: Any?...) throws -> String {
    try NSPredicate.parse(format: format, arguments: arguments).formatText
  }

  // R-PRED-080
  @Test func aStringArgumentIsAConstantEvenIfItLooksLikeAKey() throws {
    #expect(try text("%@ LIKE %@", "firstName", "Adam") == "\"firstName\" LIKE \"Adam\"")
  }

  // R-PRED-080
  @Test func nilAndNullAreTheNilConstant() throws {
    #expect(try text("a == %@ OR a == %@", nil, NSNull()) == "a == nil OR a == nil")
  }

  // R-PRED-080
  @Test func anOptionalInsideAnyCountsAsItsValue() throws {
    let inner: String? = "x"
    let outer: Any = inner as Any
    #expect(try text("a == %@", outer) == "a == \"x\"")
  }

  // R-PRED-080
  @Test func anExpressionIsSpliced() throws {
    #expect(try text("a == %@", NSExpression(format: "b + 1")) == "a == b + 1")
  }

  // R-PRED-080
  @Test func aCollectionIsAConstantCollection() throws {
    #expect(try text("a IN %@", [1, 2]) == "a IN {1, 2}")
    #expect(try text("a IN %@", Set(["y", "x"])) == "a IN {\"x\", \"y\"}")
    #expect(try text("a IN %@", NSArray(array: [1, "x"])) == "a IN {1, \"x\"}")
  }

  // R-PRED-081
  @Test(arguments: [
    FormatCase("name", "name == 1"),
    FormatCase("a.b.c", "a.b.c == 1"),
    FormatCase("a.@count", "a.@count == 1"),
    FormatCase("size", "#size == 1"),
    FormatCase("a.first", "a.#first == 1"),
    FormatCase("self", "SELF == 1"),
    FormatCase("SELF.a", "a == 1"),
  ])
  func aKeyPathArgumentIsReadAsAPath(_ example: FormatCase) throws {
    #expect(try text("%K == 1", example.format) == example.canonical)
  }

  // R-PRED-081, R-PRED-083
  @Test func keyPathArgumentsJoinPaths() throws {
    #expect(try text("%K.%K == 1", "a", "b") == "a.b == 1")
    #expect(try text("%K.name == 1", "a") == "a.name == 1")
    #expect(
      try text("SUBQUERY(%K, $x, $x.%K == %@).@count > 0", "items", "price", 3)
        == "SUBQUERY(items, $x, $x.price == 3).@count > 0")
  }

  // R-PRED-081
  @Test(arguments: ["", "a..b", "a b", "1a", "a."])
  func whatIsNoKeyPathIsAnError(_ argument: String) {
    let error = #expect(throws: PredicateFormatError.self) { try text("%K == 1", argument) }
    #expect(error?.reason == .unsuitableArgument)
  }

  // R-PRED-082
  @Test(arguments: [
    "%d", "%D", "%i", "%ld", "%lld", "%hd", "%hhd", "%qd", "%zd", "%u", "%U", "%lu", "%llu", "%lud",
    "%ul",
    "%qu", "%x", "%X", "%o",
  ])
  func integerConversionsTakeIntegers(_ conversion: String) throws {
    #expect(try text("a == \(conversion)", 7) == "a == 7")
    #expect(try text("a == \(conversion)", 7.9) == "a == 7")
    #expect(try text("a == \(conversion)", NSNumber(value: 7)) == "a == 7")
  }

  // R-PRED-082
  @Test(arguments: ["%f", "%F", "%e", "%g", "%a", "%lf", "%.2f"])
  func floatConversionsTakeNumbers(_ conversion: String) throws {
    #expect(try text("a == \(conversion)", 1.25) == "a == 1.25")
    #expect(try text("a == \(conversion)", 3) == "a == 3")
  }

  // R-PRED-082
  @Test func characterAndStringConversionsTakeText() throws {
    #expect(try text("a == %c", "x") == "a == \"x\"")
    #expect(try text("a == %c", 65) == "a == \"A\"")
    #expect(try text("a == %s", "text") == "a == \"text\"")
  }

  // R-PRED-082
  @Test func aStringForANumberIsAnError() {
    let error = #expect(throws: PredicateFormatError.self) { try text("a == %d", "x") }
    #expect(error?.reason == .unsuitableArgument)
    #expect(throws: PredicateFormatError.self) { try text("a == %p", 1) }
  }

  // R-PRED-083
  @Test func placeholdersStandWhereverAnExpressionMay() throws {
    #expect(try text("a IN {%@, %@}", 1, "x") == "a IN {1, \"x\"}")
    #expect(try text("a[%d] == 1", 2) == "a[2] == 1")
    #expect(try text("lowercase:(%@) == %@", "X", "x") == "lowercase:(\"X\") == \"x\"")
  }

  // R-PRED-051
  @Test func placeholdersInQuotationMarksAreText() throws {
    #expect(try text("a == '%@' AND b == %@", 1) == "a == \"%@\" AND b == 1")
  }

  // R-PRED-084
  @Test func anArgumentArrayIsReadLikeArguments() {
    let predicate = NSPredicate(
      format: "a == %@ AND b == %d AND %K > %f", argumentArray: ["x", NSNumber(value: 2), "c", 3.5])
    #expect(predicate.formatText == "a == \"x\" AND b == 2 AND c > 3.5")
    #expect(NSPredicate(format: "a == 1", argumentArray: nil).formatText == "a == 1")
  }

  // R-PRED-001, R-PRED-005
  @Test func argumentsOfAllClassesCompile() {
    let date = Date(timeIntervalSinceReferenceDate: 1)
    let uuid = UUID()
    let optional: String? = nil
    let predicates: [NSPredicate] = [
      NSPredicate(format: "a == %@", date as any CVarArg),
      NSPredicate(format: "a == %@", uuid as any CVarArg),
      NSPredicate(format: "a == %@", date as NSDate),
      NSPredicate(format: "a IN %@", [1, 2] as any CVarArg),
      NSPredicate(format: "a IN %@", Set([1]) as any CVarArg),
      NSPredicate(format: "a == %@", Data() as any CVarArg),
      NSPredicate(format: "a == %@", Decimal(1) as any CVarArg),
      NSPredicate(format: "a == %@", URL(filePath: "/a") as any CVarArg),
      NSPredicate(format: "a == %@", ["k": 1] as any CVarArg),
      NSPredicate(format: "a == %@", NSObject()),
      NSPredicate(format: "a == %@ OR b == %@", date, uuid),
      NSPredicate(format: "a == %@", optional as Any),
      NSPredicate(format: "a == %@", optional),
      NSPredicate(format: "a == %ld AND b == %@", 3, NSNumber(value: true)),
      NSPredicate(format: "a IN %@", [optional]),
    ]
    #expect(predicates.count == 15)
    #expect(predicates[12].formatText == "a == nil")
  }

  // R-PRED-005: where such an argument does reach a C-style function, it is the object.
  @Test func objectsPassThroughStringFormats() {
    #expect(String(format: "%@ %@", NSNumber(value: 1), "s" as NSString) == "1 s")
  }

  // R-PRED-083
  @Test func anArgumentBehindADotIsAKey() throws {
    let predicate = try NSPredicate.parse(format: "self.%@ == %@", arguments: ["name", "Ada"])
    #expect(predicate.formatText == "name == \"Ada\"")
    let path = try NSPredicate.parse(format: "a.%@.c == 1", arguments: ["b.d"])
    #expect(path.formatText == "a.b.d.c == 1")
    for argument in [7, "a b", "$x"] as [Any] {
      #expect(throws: PredicateFormatError.self) {
        try NSPredicate.parse(format: "self.%@ == 1", arguments: [argument])
      }
    }
  }
}
