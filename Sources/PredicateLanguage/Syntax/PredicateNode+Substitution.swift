// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateNode {
  /// Returns the tree with variables replaced by constants; a subquery's own variable is left
  /// alone.
  package func substituting(_ variables: [String: Any]) -> PredicateNode {
    switch self {
    case .constant: return self
    case .and(let children): return .and(children.map { $0.substituting(variables) })
    case .or(let children): return .or(children.map { $0.substituting(variables) })
    case .not(let child): return .not(child.substituting(variables))
    case .comparison(let node):
      return .comparison(
        ComparisonNode(
          left: node.left.substituting(variables), operation: node.operation,
          right: node.right.substituting(variables),
          modifier: node.modifier, options: node.options))
    case .opaque(let predicate):
      return .opaque(Self.binding(predicate, variables))
    }
  }

  // Two closures would be two predicates: a block keeps its identity when nothing changes.
  private static func binding(_ predicate: NSPredicate, _ variables: [String: Any]) -> NSPredicate {
    if variables.isEmpty { return predicate }
    return NSPredicate { object, bindings in
      let all = variables.merging(bindings ?? [:]) { _, later in later }
      return predicate.evaluate(with: object, substitutionVariables: all)
    }
  }
}

extension ExpressionNode {
  /// Returns the tree with variables replaced by constants, or spliced in when they are
  /// expressions.
  package func substituting(_ variables: [String: Any]) -> ExpressionNode {
    func replaced(_ node: ExpressionNode) -> ExpressionNode { node.substituting(variables) }
    switch self {
    case .constant, .evaluatedObject, .keyPath, .anyKey, .excessive: return self
    case .variable(let name): return Self.value(variables[name]) ?? self
    case .path(let base, let components): return replaced(base).appending(components)
    case .function(let function, let arguments):
      return .function(function, arguments.map(replaced))
    case .call(let target, let selector, let arguments):
      return .call(replaced(target), selector: selector, arguments.map(replaced))
    case .aggregate(let elements): return .aggregate(elements.map(replaced))
    case .setOperation(let operation, let left, let right):
      return .setOperation(operation, replaced(left), replaced(right))
    case .subquery(let collection, let variable, let test):
      var inner = variables
      inner[variable] = nil
      return .subquery(replaced(collection), variable: variable, test.substituting(inner))
    case .conditional(let test, let affirmative, let negative):
      return .conditional(
        test.substituting(variables), replaced(affirmative), replaced(negative))
    case .index(let base, .expression(let index)):
      return .index(replaced(base), .expression(replaced(index)))
    case .index(let base, let index): return .index(replaced(base), index)
    case .cast(let child, let name): return .cast(replaced(child), to: name)
    case .assignment(let name, let child): return .assignment(name, replaced(child))
    case .fetch(let request, let context, let countOnly):
      return .fetch(request: replaced(request), context: replaced(context), countOnly: countOnly)
    case .block(let block):
      return .block(BlockExpression(block.body, arguments: block.arguments.map(replaced)))
    }
  }

  private static func value(_ value: Any?) -> ExpressionNode? {
    guard let value else { return nil }
    if let expression = value as? NSExpression { return expression.node }
    return .constant(OperandValue.flattened(value))
  }
}
