// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateExpressions.Value: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    guard let constant = TypedConstant.node(value) else {
      throw PredicateTranslationError(
        self, "a value of type \(Output.self) cannot stand in a predicate")
    }
    return .expression(constant)
  }

  var sourceText: String { TypedText.literal(value) }
}

extension PredicateExpressions.Variable: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    guard let node = translation.binding(of: key) else {
      throw PredicateTranslationError(self, "it stands for nothing here")
    }
    return .expression(node)
  }

  var sourceText: String { "$0" }
}

extension PredicateExpressions.NilLiteral: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(.constant(nil))
  }

  var sourceText: String { "nil" }
}

extension PredicateExpressions.ExpressionEvaluate: TypedNode {
  /// A captured expression is written where it is evaluated.
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    // Evaluation fails for an expression that depends on the object.
    guard let captured = try? expression.evaluate(PredicateBindings()) else {
      throw PredicateTranslationError(self, "the expression that it evaluates is not a constant")
    }
    repeat translation.bind(
      (each captured.variable).key, to: try translation.expression(each input))
    return try translation.syntax(captured.expression)
  }

  var sourceText: String {
    var inputs: [String] = []
    repeat inputs.append(TypedText.text(each input))
    return "\(TypedText.text(expression)).evaluate(\(inputs.joined(separator: ", ")))"
  }
}
