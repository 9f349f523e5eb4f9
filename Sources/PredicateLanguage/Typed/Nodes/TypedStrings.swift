// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The common parts of comparisons of texts.
enum TypedStrings {
  /// Those of `localizedStandardContains`.
  static let standard: ComparisonOptions = [
    .caseInsensitive, .diacriticInsensitive, .localeSensitive,
  ]

  /// An order as a number: 0 for equal texts, else -1 or 1.
  static func order(
    of left: ExpressionNode, to right: ExpressionNode, options: ComparisonOptions
  ) -> TypedSyntax {
    func test(_ operation: PredicateOperator) -> PredicateNode {
      TypedSyntax.comparison(left, operation, to: right, options: options).predicate
    }
    return .expression(
      .conditional(
        test(.equal), .constant(0),
        .conditional(test(.lessThan), .constant(-1), .constant(1))))
  }

  static func call(
    _ name: String, on root: some PredicateExpression, with other: some PredicateExpression
  ) -> String {
    "\(TypedText.text(root)).\(name)(\(TypedText.text(other)))"
  }
}
