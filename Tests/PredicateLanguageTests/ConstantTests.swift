// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

import class PredicateLanguage.NSComparisonPredicate

/// The constants of expressions, for those who look into predicates. // R-PRED-075
@Suite struct ConstantTests {
  private func constant(_ format: String, _ arguments: Any?...) throws -> Any? {
    let predicate = try NSPredicate.parse(format: format, arguments: arguments)
    return try #require(predicate as? NSComparisonPredicate).rightExpression.constantValue
  }

  @Test(arguments: ["a == TRUE", "a == YES", "a == 1", "a == 1.0"])
  func aNumberOfAFormatCanBeCastToEveryNumber(_ format: String) throws {
    let value = try constant(format)
    #expect(value as? NSNumber == 1)
    #expect(value as? Int == 1)
    #expect(value as? Int32 == 1)
    #expect(value as? Double == 1)
    #expect(value as? Bool == true)
  }

  @Test func falseIsZero() throws {
    let value = try constant("a == NO")
    #expect(value as? Bool == false)
    #expect(value as? Int == 0)
  }

  @Test func argumentsOfSwiftsTypesAreNumbersToo() throws {
    #expect(try constant("a == %d", 7) as? NSNumber == 7)
    #expect(try constant("a == %@", 7) as? Int16 == 7)
    #expect(try constant("a == %@", UInt8(7)) as? Int == 7)
    #expect(try constant("a == %@", true) as? NSNumber == 1)
    #expect(try constant("a == %@", true) as? Bool == true)
    #expect(try constant("a == %f", 0.5) as? Double == 0.5)
    #expect(try constant("a == %@", Float(0.5)) as? Float == 0.5)
    #expect(try constant("a == %@", Decimal(7)) as? NSNumber == NSDecimalNumber(value: 7))
  }

  @Test func otherConstantsStayWhatTheyAre() throws {
    #expect(try constant("a == 'x'") as? String == "x")
    #expect(try constant("a == nil") == nil)
    #expect(try constant("a IN %@", [1, 2]) as? [Int] == [1, 2])
    let number = NSNumber(value: 7)
    #expect(try constant("a == %@", number) as? NSNumber === number)
  }
}
