// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateExpressions.Arithmetic: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(
      .function(function, [try translation.expression(lhs), try translation.expression(rhs)]))
  }

  private var function: PredefinedFunction {
    switch op {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    }
  }

  var sourceText: String {
    "(\(TypedText.text(lhs)) \(function.infix?.symbol ?? "") \(TypedText.text(rhs)))"
  }
}

extension PredicateExpressions.FloatDivision: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(
      .function(.divide, [try translation.expression(lhs), try translation.expression(rhs)]))
  }

  var sourceText: String { "(\(TypedText.text(lhs)) / \(TypedText.text(rhs)))" }
}

/// Integers divide as integers in the format language too: an addition to Apple's (R-PRED-307).
extension PredicateExpressions.IntDivision: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(
      .function(.divide, [try translation.expression(lhs), try translation.expression(rhs)]))
  }

  var sourceText: String { "(\(TypedText.text(lhs)) / \(TypedText.text(rhs)))" }
}

/// An addition to Apple's (R-PRED-307).
extension PredicateExpressions.IntRemainder: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(
      .function(.modulus, [try translation.expression(lhs), try translation.expression(rhs)]))
  }

  var sourceText: String { "(\(TypedText.text(lhs)) % \(TypedText.text(rhs)))" }
}

extension PredicateExpressions.UnaryMinus: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let value = try translation.expression(wrapped)
    // A negative literal is one: `#Predicate` makes a node of its sign.
    if case .constant(let constant) = value, case .number(let number) = OperandValue(constant) {
      return .expression(.constant(number.negated.value))
    }
    return .expression(.function(.multiply, [value, .constant(-1)]))
  }

  var sourceText: String { "-\(TypedText.text(wrapped))" }
}
