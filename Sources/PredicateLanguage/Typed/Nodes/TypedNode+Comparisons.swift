// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateExpressions.Equal: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .comparison(try translation.expression(lhs), .equal, to: try translation.expression(rhs))
  }

  var sourceText: String { "\(TypedText.text(lhs)) == \(TypedText.text(rhs))" }
}

extension PredicateExpressions.NotEqual: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .comparison(try translation.expression(lhs), .notEqual, to: try translation.expression(rhs))
  }

  var sourceText: String { "\(TypedText.text(lhs)) != \(TypedText.text(rhs))" }
}

extension PredicateExpressions.Comparison: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .comparison(try translation.expression(lhs), operation, to: try translation.expression(rhs))
  }

  private var operation: PredicateOperator {
    switch op {
    case .lessThan: .lessThan
    case .lessThanOrEqual: .lessThanOrEqual
    case .greaterThan: .greaterThan
    case .greaterThanOrEqual: .greaterThanOrEqual
    }
  }

  var sourceText: String {
    "\(TypedText.text(lhs)) \(operation.rawValue) \(TypedText.text(rhs))"
  }
}
