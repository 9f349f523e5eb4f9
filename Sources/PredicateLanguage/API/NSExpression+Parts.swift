// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

extension NSExpression {
  /// Returns the value for an object, or the error that `expressionValue` traps with.
  package func value(
    with object: Any?, context: NSMutableDictionary? = nil
  ) throws(EvaluationError) -> Any? {
    let evaluator = PredicateEvaluator(object: object, context: context, isStrict: true)
    let value = try evaluator.value(of: node)
    // `value is NSNumber` would be true of Swift's numbers too, which bridge.
    guard let value, !(type(of: value) is AnyClass), case .number(let number) = OperandValue(value)
    else { return value }
    return (value as? Bool).map { NSNumber(value: $0) } ?? number.boxed
  }

  static func kind(of node: ExpressionNode) -> ExpressionType {
    switch node {
    case .constant: .constantValue
    case .evaluatedObject: .evaluatedObject
    case .variable, .assignment: .variable
    case .keyPath: .keyPath
    case .path, .function, .call, .index, .cast: .function
    case .aggregate: .aggregate
    case .setOperation(.union, _, _): .unionSet
    case .setOperation(.intersect, _, _): .intersectSet
    case .setOperation(.minus, _, _): .minusSet
    case .subquery: .subquery
    case .conditional: .conditional
    case .fetch: .fetchRequest
    case .anyKey: .anyKey
    case .block: .block
    case .excessive: .function
    }
  }

  static func require<Part>(_ part: Part?, named name: String, of expression: NSExpression) -> Part
  {
    guard let part else {
      preconditionFailure("The expression \(expression) has no \(name).")
    }
    return part
  }

  // Wrapped twice: a constant may be nil.
  var constantPart: Any?? {
    if case .constant(let value) = node { return .some(value.map(Self.boxed)) }
    return .none
  }

  // Numbers are kept as Swift's, which are faster to compute with, and leave as `NSNumber`, which
  // can be cast to every type of number and to `Bool`.
  private static func boxed(_ value: Any) -> Any {
    if type(of: value) is AnyClass { return value }
    if type(of: value) == Bool.self { return (value as? Bool).map { NSNumber(value: $0) } ?? value }
    guard case .number(let number) = OperandValue(value) else { return value }
    return number.boxed
  }

  var keyPathPart: String? {
    if case .keyPath(let components) = node { return components.joined(separator: ".") }
    return nil
  }

  var variablePart: String? {
    switch node {
    case .variable(let name), .assignment(let name, _), .subquery(_, let name, _): name
    default: nil
    }
  }

  var functionPart: String? {
    switch node {
    case .function(let function, _): function.rawValue
    case .call(_, let selector, _): selector
    case .path: "valueForKeyPath:"
    case .index: "objectFrom:withIndex:"
    case .cast: "castObject:toType:"
    default: nil
    }
  }

  var operandPart: NSExpression? {
    switch node {
    case .path(let base, _): NSExpression(node: base)
    case .call(let target, _, _): NSExpression(node: target)
    case .function, .index, .cast: NSExpression(node: .constant(PredefinedFunctions()))
    default: nil
    }
  }

  var argumentParts: [NSExpression]? {
    let nodes: [ExpressionNode]? =
      switch node {
      case .function(_, let arguments), .call(_, _, let arguments): arguments
      case .path(_, let components): [.keyPath(components)]
      case .index(let base, let index): [base, index.argument]
      case .cast(let child, let name): [child, .constant(name)]
      case .block(let block): block.arguments
      default: nil
      }
    return nodes?.map { NSExpression(node: $0) }
  }

  var collectionPart: Any? {
    switch node {
    case .aggregate(let elements): elements.map { NSExpression(node: $0) }
    case .subquery(let collection, _, _): NSExpression(node: collection)
    default: nil
    }
  }

  var predicatePart: NSPredicate? {
    switch node {
    case .subquery(_, _, let test), .conditional(let test, _, _): test.makePredicate()
    default: nil
    }
  }

  var sides: (left: NSExpression, right: NSExpression)? {
    guard case .setOperation(_, let left, let right) = node else { return nil }
    return (NSExpression(node: left), NSExpression(node: right))
  }

  var branches: (affirmative: NSExpression, negative: NSExpression)? {
    guard case .conditional(_, let affirmative, let negative) = node else { return nil }
    return (NSExpression(node: affirmative), NSExpression(node: negative))
  }

  var blockPart: ((Any?, [Any], NSMutableDictionary?) -> Any)? {
    guard case .block(let block) = node else { return nil }
    return { object, arguments, context in block.body(object, arguments, context) ?? NSNull() }
  }
}

extension ExpressionNode.IndexNode {
  /// The index as an argument of `objectFrom:withIndex:`.
  fileprivate var argument: ExpressionNode {
    switch self {
    case .first: .constant(IndexSymbol.first)
    case .last: .constant(IndexSymbol.last)
    case .size: .constant(IndexSymbol.size)
    case .expression(let node): node
    }
  }
}
