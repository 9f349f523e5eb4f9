// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Replaces an expression, or leaves it by returning nil.
package typealias ExpressionReplacement =
  (ExpressionNode) throws(EvaluationError) -> ExpressionNode?

extension PredicateNode {
  /// Returns the tree with expressions replaced, outermost first; what has been replaced is not
  /// looked into. Subqueries, whose paths belong to other objects, stay as they are. Cost: O(tree).
  package func replacing(_ replace: ExpressionReplacement) throws(EvaluationError) -> PredicateNode
  {
    switch self {
    case .constant, .opaque: return self
    case .and(let children): return .and(try Self.replacing(children, replace))
    case .or(let children): return .or(try Self.replacing(children, replace))
    case .not(let child): return .not(try child.replacing(replace))
    case .comparison(let node):
      return .comparison(
        ComparisonNode(
          left: try node.left.replacing(replace), operation: node.operation,
          right: try node.right.replacing(replace),
          modifier: node.modifier, options: node.options))
    }
  }

  private static func replacing(
    _ nodes: [PredicateNode], _ replace: ExpressionReplacement
  ) throws(EvaluationError) -> [PredicateNode] {
    var result: [PredicateNode] = []
    for node in nodes { result.append(try node.replacing(replace)) }
    return result
  }
}

extension ExpressionNode {
  /// Returns the tree with expressions replaced, as of a predicate.
  package func replacing(
    _ replace: ExpressionReplacement
  ) throws(EvaluationError) -> ExpressionNode {
    if let replacement = try replace(self) { return replacement }
    switch self {
    case .path(let base, let path): return .path(try base.replacing(replace), path)
    case .function(let function, let arguments):
      return .function(function, try Self.replacing(arguments, replace))
    case .aggregate(let elements): return .aggregate(try Self.replacing(elements, replace))
    case .setOperation(let operation, let left, let right):
      return .setOperation(operation, try left.replacing(replace), try right.replacing(replace))
    case .conditional(let test, let first, let second):
      return .conditional(
        try test.replacing(replace), try first.replacing(replace), try second.replacing(replace))
    case .index(let base, let index): return .index(try base.replacing(replace), index)
    case .cast(let child, let name): return .cast(try child.replacing(replace), to: name)
    default: return self
    }
  }

  private static func replacing(
    _ nodes: [ExpressionNode], _ replace: ExpressionReplacement
  ) throws(EvaluationError) -> [ExpressionNode] {
    var result: [ExpressionNode] = []
    for node in nodes { result.append(try node.replacing(replace)) }
    return result
  }
}
