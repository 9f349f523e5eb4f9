// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateExpressions.Conjunction: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .predicate(.and([try translation.predicate(lhs), try translation.predicate(rhs)]))
  }

  var sourceText: String { "\(TypedText.text(lhs)) && \(TypedText.text(rhs))" }
}

extension PredicateExpressions.Disjunction: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .predicate(.or([try translation.predicate(lhs), try translation.predicate(rhs)]))
  }

  var sourceText: String { "(\(TypedText.text(lhs)) || \(TypedText.text(rhs)))" }
}

extension PredicateExpressions.Negation: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .predicate(.not(try translation.predicate(wrapped)))
  }

  var sourceText: String { "!(\(TypedText.text(wrapped)))" }
}

extension PredicateExpressions.Conditional: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(
      .conditional(
        try translation.predicate(test), try translation.expression(trueBranch),
        try translation.expression(falseBranch)))
  }

  var sourceText: String {
    "(\(TypedText.text(test)) ? \(TypedText.text(trueBranch)) : \(TypedText.text(falseBranch)))"
  }
}
