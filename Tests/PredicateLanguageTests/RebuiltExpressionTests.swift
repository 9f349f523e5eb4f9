// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

/// Expressions made again of their parts, as programs make them that rewrite expressions.
@Suite struct RebuiltExpressionTests {
  private final class Plain: NSObject {
    var stored = 1
    var other: Plain?
  }

  // R-PRED-070
  @Test func theKeyPathOfAPlainClassHasItsName() {
    #expect(NSExpression(forKeyPath: \Plain.stored).keyPath == "stored")
    #expect(NSExpression(forKeyPath: \Plain.other?.stored).keyPath == "other.stored")
  }

  // R-PRED-235
  @Test(arguments: [
    "a + 1", "a / b", "uppercase:(name)", "max:({1, 2})", "sum:(a, b)", "now()", "$x.name",
    "$x.a.b", "SUBQUERY(a, $x, $x > 1).@count", "names[0]", "names[FIRST]", "names[LAST]",
    "names[SIZE]", "d['LAST']", "CAST(a, 'NSDate')", "FUNCTION(a, 'b:', 1)",
  ])
  func theyAreTheSame(_ format: String) {
    let whole = NSExpression(format: format)
    let made = NSExpression(
      forFunction: whole.operand, selectorName: whole.function, arguments: whole.arguments)
    #expect(made == whole)
    #expect("\(made)" == "\(whole)")
  }

  // R-PRED-235, R-PRED-228
  @Test(arguments: [("1 / 2", 0.5), ("(3 + 4) * 2 - 1", 13), ("abs:(0 - 7) / 2", 3.5)])
  func integersMayBeMadeFloatingPointNumbers(_ format: String, _ value: Double) throws {
    let made = NSExpression(format: format).floatingPoint
    #expect(try made.value(with: nil) as? Double == value)
  }

  // R-PRED-235
  @Test func aPathIsFollowedFromItsTarget() throws {
    let path = NSExpression(
      forFunction: NSExpression(forVariable: "x"), selectorName: "valueForKeyPath:",
      arguments: [NSExpression(forKeyPath: "name")])
    let context = NSMutableDictionary()
    context["x"] = ["name": "Ada"]
    #expect(try path.value(with: ["name": "Bob"], context: context) as? String == "Ada")
  }

  // R-PRED-235
  @Test func whatIsNoPredefinedFunctionIsAnErrorWhereItIsEvaluated() {
    let sum = NSExpression(format: "1 + 2")
    let made = NSExpression(
      forFunction: sum.operand, selectorName: "nosuch:", arguments: sum.arguments)
    #expect(throws: EvaluationError.unknownFunction("nosuch:")) { try made.value(with: nil) }
  }
}

extension NSExpression {
  /// The expression with floating-point numbers for its integers, so that quotients have fractions.
  fileprivate var floatingPoint: NSExpression {
    switch expressionType {
    case .constantValue:
      guard let number = constantValue as? NSNumber else { return self }
      return NSExpression(forConstantValue: NSNumber(value: number.doubleValue))
    case .function:
      return NSExpression(
        forFunction: operand, selectorName: function, arguments: arguments?.map(\.floatingPoint))
    default: return self
    }
  }
}
