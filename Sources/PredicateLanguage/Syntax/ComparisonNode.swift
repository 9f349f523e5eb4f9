// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A comparison of two expressions.
package struct ComparisonNode {
  package let left: ExpressionNode
  package let operation: ComparisonOperator
  package let right: ExpressionNode
  /// The quantifier of the left side.
  package let modifier: ComparisonModifier
  package let options: StringOptions

  package init(
    left: ExpressionNode, operation: ComparisonOperator, right: ExpressionNode,
    modifier: ComparisonModifier = .direct, options: StringOptions = []
  ) {
    self.left = left
    self.operation = operation
    self.right = right
    self.modifier = modifier
    self.options = options
  }
}
