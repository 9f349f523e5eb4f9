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
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    guard Base.Output.self is any StringProtocol.Type else {
      throw PredicateTranslationError(self, "only a string can be asked for its beginning")
    }
    return .comparison(
      try translation.expression(base), .beginsWith, to: try translation.expression(prefix))
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
