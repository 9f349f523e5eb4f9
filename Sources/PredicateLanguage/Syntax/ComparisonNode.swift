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
    self.right = right
    self.modifier = modifier
    self.options = options
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
