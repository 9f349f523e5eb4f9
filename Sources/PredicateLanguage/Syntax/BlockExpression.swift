// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// The closure of a block expression and its arguments.
package struct BlockExpression {
  /// Takes the evaluated object, the values of the arguments, and the context of the evaluation.
  package let body: (Any?, [Any], NSMutableDictionary?) -> Any?
  package let arguments: [ExpressionNode]
  /// Two block expressions are equal when they stem from the same initialisation.
  package let identity = BlockIdentity()

  package init(
    _ body: @escaping (Any?, [Any], NSMutableDictionary?) -> Any?, arguments: [ExpressionNode]
  ) {
    self.body = body
    self.arguments = arguments
  }
}

/// Tells closures apart, which have no identity of their own.
package final class BlockIdentity: Sendable {}
