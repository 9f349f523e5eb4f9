// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A comparison of two expressions.
package struct ComparisonNode {
  package let left: ExpressionNode
  package let operation: PredicateOperator
  package let right: ExpressionNode
  /// The quantifier of the left side.
  package let modifier: ComparisonModifier
  package let options: ComparisonOptions

  package init(
    left: ExpressionNode, operation: PredicateOperator, right: ExpressionNode,
    modifier: ComparisonModifier = .direct, options: ComparisonOptions = []
  ) {
    self.left = left
    self.operation = operation
    self.right = operation == .between ? right.withBoundsTakenApart : right
    self.modifier = modifier
    self.options = options
  }
}

extension ExpressionNode {
  /// A list of expressions for a constant that is one (R-PRED-175); else itself.
  fileprivate var withBoundsTakenApart: ExpressionNode {
    guard case .constant(let value) = self, let bounds = value as? [Any],
      bounds.contains(where: { $0 is NSExpression })
    else { return self }
    return .aggregate(bounds.map { ($0 as? NSExpression)?.node ?? .constant($0) })
  }
}

/// How the left side of a comparison is quantified.
package enum ComparisonModifier: Sendable {
  case direct
  /// Every element of the left side.
  case all
  /// At least one element of the left side.
  case any
}
