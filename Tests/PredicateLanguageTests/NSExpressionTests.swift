// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

@Suite struct NSExpressionTests {
  @Test(arguments: [
    ("1", 0), ("SELF", 1), ("$x", 2), ("a.b", 3), ("sum:(a)", 4), ("a[0]", 4), ("$x.a", 4),
    ("CAST(a, 'NSDate')", 4), ("FUNCTION(a, 'b')", 4), ("a UNION b", 5), ("a INTERSECT b", 6),
    ("a MINUS b", 7), ("SUBQUERY(a, $x, $x == 1)", 13), ("{1}", 14), ("ANYKEY", 15),
    ("TERNARY(a == 1, 2, 3)", 20),
  ])
  func theKindsHaveApplesRawValues(_ format: String, _ rawValue: UInt) {
    #expect(NSExpression(format: format).expressionType.rawValue == rawValue)
  }

  @Test func aBlockIsAKindOfItsOwn() {
    let block = NSExpression(block: { _, _, _ in 1 }, arguments: nil)
    #expect(block.expressionType.rawValue == 19)
  }

  @Test func thePartsAreThoseItWasMadeOf() {
    #expect(NSExpression(forConstantValue: "x").constantValue as? String == "x")
    #expect(NSExpression(forConstantValue: nil).constantValue == nil)
    #expect(NSExpression(forKeyPath: "a.b").keyPath == "a.b")
    #expect(NSExpression(forVariable: "v").variable == "v")
    let sum = NSExpression(forFunction: "add:to:", arguments: [NSExpression(forKeyPath: "a"), 2])
    #expect(sum.function == "add:to:")
    #expect(sum.arguments == [NSExpression(forKeyPath: "a"), NSExpression(forConstantValue: 2)])
    let union = NSExpression(
      forUnionSet: NSExpression(forKeyPath: "a"), with: NSExpression(forKeyPath: "b"))
    #expect(union.left.keyPath == "a")
    #expect(union.right.keyPath == "b")
    let subquery = NSExpression(
      forSubquery: NSExpression(forKeyPath: "a"), usingIteratorVariable: "x",
      predicate: NSPredicate(format: "$x == 1"))
    #expect((subquery.collection as? NSExpression)?.keyPath == "a")
    #expect(subquery.predicate == NSPredicate(format: "$x == 1"))
    #expect(subquery.variable == "x")
    let condition = NSExpression(
      forConditional: NSPredicate(format: "a == 1"),
      trueExpression: NSExpression(forConstantValue: 1),
      falseExpression: NSExpression(forConstantValue: 2))
    #expect(condition.true.constantValue as? Int == 1)
    #expect(condition.false.constantValue as? Int == 2)
    #expect((NSExpression(forAggregate: [1, 2]).collection as? [NSExpression])?.count == 2)
  }

  // R-PRED-070
  @Test func aPathOfAVariableIsAFunction() {
    let path = NSExpression(format: "$v.a.b")
    #expect(path.expressionType == .function)
    #expect(path.function == "valueForKeyPath:")
    #expect(path.operand.variable == "v")
    #expect(path.arguments?.first?.keyPath == "a.b")
  }

  // R-PRED-070
  @Test func aKeyPathMayBeginWithAVariable() {
    #expect(NSExpression(forKeyPath: "$v.a.b") == NSExpression(format: "$v.a.b"))
    #expect(NSExpression(forKeyPath: "$v") == NSExpression(forVariable: "v"))
    #expect("\(NSExpression(forKeyPath: "$v.a"))" == "$v.a")
  }

  // R-PRED-225
  @Test func aPartThatIsNotThereIsAMisuse() async {
    await #expect(processExitsWith: .failure) {
      _ = NSExpression(forConstantValue: 1).keyPath
    }
  }

  // R-PRED-226
  @Test func anUnknownFunctionIsAMisuse() async {
    await #expect(processExitsWith: .failure) {
      _ = NSExpression(forFunction: "nosuch:", arguments: [1])
    }
  }

  // R-PRED-226
  @Test func canonicalIsAFunctionOfTheInitialiserToo() {
    let expression = NSExpression(forFunction: "canonical:", arguments: ["É"])
    #expect(expression.expressionValue(with: nil, context: nil) as? String == "e")
  }

  // R-PRED-227
  @Test func arithmeticWithNilIsAMisuseButNilInAFetch() async throws {
    #expect(throws: EvaluationError.self) { try value("a + 1", for: ["b": 1]) }
    let node = NSExpression(format: "a + 1").node
    #expect(try PredicateEvaluator.value(of: node, with: ["b": 1]) == nil)
    await #expect(processExitsWith: .failure) {
      _ = NSExpression(format: "a + 1").expressionValue(with: nil, context: nil)
    }
  }

  // R-PRED-227
  @Test func aKeyPathOfNilIsNil() {
    #expect(NSExpression(forKeyPath: "a").expressionValue(with: nil, context: nil) == nil)
  }

  @Test func valuesLeaveAsNSNumber() {
    let value = NSExpression(format: "1 + 2").expressionValue(with: nil, context: nil)
    #expect(value is NSNumber)
    #expect(value as? Int == 3)
    #expect(value as? Double == 3)
    #expect(NSExpression(format: "TRUE").expressionValue(with: nil, context: nil) as? Bool == true)
  }

  @Test func blocksSeeTheObjectTheArgumentsAndTheContext() {
    let block = NSExpression(
      block: { object, arguments, context in
        "\(object ?? 0) \(arguments[0]) \(context?["k"] ?? 0)"
      }, arguments: [NSExpression(forConstantValue: 2)])
    let value = block.expressionValue(with: 1, context: ["k": 3])
    #expect(value as? String == "1 2 3")
    #expect(block.expressionBlock(1, [2], ["k": 3]) as? String == "1 2 3")
  }

  // R-PRED-012
  @Test func expressionsAreEqualByStructure() {
    #expect(NSExpression(format: "a + 1") == NSExpression(format: "a+1.0"))
    #expect(NSExpression(format: "a + 1") != NSExpression(format: "a + 2"))
    #expect(NSExpression(format: "a + 1").hash == NSExpression(format: "a + 1").hash)
    let expression = NSExpression(format: "a")
    #expect(expression.copy() as? NSExpression === expression)
  }
}
