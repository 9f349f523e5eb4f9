// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateExpressions.CollectionContainsCollection: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    guard Base.Output.self is any StringProtocol.Type else {
      throw PredicateTranslationError(
        self, "only a string can be asked for a part of several elements")
    }
    return .comparison(
      try translation.expression(base), .contains, to: try translation.expression(other))
  }

  var sourceText: String { "\(TypedText.text(base)).contains(\(TypedText.text(other)))" }
}

extension PredicateExpressions.SequenceStartsWith: TypedNode {
  /// In Swift every text starts with an empty one, to `BEGINSWITH` none does (R-PRED-178).
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    guard Base.Output.self is any StringProtocol.Type else {
      throw PredicateTranslationError(self, "only a string can be asked for its beginning")
    }
    let beginning = try translation.expression(prefix)
    let begins = ComparisonNode(
      left: try translation.expression(base), operation: .beginsWith, right: beginning)
    guard case .constant(let constant) = beginning else {
      let isEmpty = ComparisonNode(left: beginning, operation: .equal, right: .constant(""))
      return .predicate(.or([.comparison(isEmpty), .comparison(begins)]))
    }
    return constant as? String == ""
      ? .expression(.constant(true)) : .predicate(.comparison(begins))
  }

  var sourceText: String { "\(TypedText.text(base)).starts(with: \(TypedText.text(prefix)))" }
}

extension PredicateExpressions.StringContainsRegex: TypedNode {
  /// `MATCHES` wants the whole text: whatever stands around the expression is let through. An
  /// alternative stays one.
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    guard case .constant(let constant) = try translation.expression(regex),
      let pattern = constant as? String
    else { throw PredicateTranslationError(self, "the regular expression is not a constant") }
    let whole = pattern.contains("|") ? "(?:\(pattern))" : pattern
    return .comparison(
      try translation.expression(subject), .matches, to: .constant(".*\(whole).*"))
  }

  var sourceText: String { "\(TypedText.text(subject)).contains(\(TypedText.text(regex)))" }
}
