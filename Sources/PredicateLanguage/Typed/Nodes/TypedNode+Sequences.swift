// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateExpressions.Filter: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(
      try translation.subquery(over: sequence, variable.key) {
        (translation) throws(PredicateTranslationError) in try translation.predicate(filter)
      })
  }

  var sourceText: String { "\(TypedText.text(sequence)).filter { \(TypedText.text(filter)) }" }
}

extension PredicateExpressions.SequenceContainsWhere: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let members = try translation.subquery(over: sequence, variable.key) {
      (translation) throws(PredicateTranslationError) in try translation.predicate(test)
    }
    return .comparison(members.appending(["@count"]), .notEqual, to: .constant(0))
  }

  var sourceText: String { "\(TypedText.text(sequence)).contains { \(TypedText.text(test)) }" }
}

extension PredicateExpressions.SequenceAllSatisfy: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let others = try translation.subquery(over: sequence, variable.key) {
      (translation) throws(PredicateTranslationError) in .not(try translation.predicate(test))
    }
    return .comparison(others.appending(["@count"]), .equal, to: .constant(0))
  }

  var sourceText: String { "\(TypedText.text(sequence)).allSatisfy { \(TypedText.text(test)) }" }
}

extension TypedTranslation {
  /// Returns the elements of a sequence that satisfy a condition.
  fileprivate mutating func subquery(
    over sequence: some PredicateExpression, _ variable: PredicateExpressions.VariableID,
    where condition: (inout TypedTranslation) throws(PredicateTranslationError) -> PredicateNode
  ) throws(PredicateTranslationError) -> ExpressionNode {
    let name = makeLocal(for: variable)
    let collection = try expression(sequence)
    return .subquery(collection, variable: name, try condition(&self))
  }
}

extension PredicateExpressions.SequenceContains: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let isRange = LHS.Output.self is any RangeExpression.Type
    return .comparison(
      try translation.expression(element), isRange ? .between : .in,
      to: try translation.expression(sequence))
  }

  var sourceText: String { "\(TypedText.text(sequence)).contains(\(TypedText.text(element)))" }
}

extension PredicateExpressions.SequenceMinimum: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(try translation.expression(elements).appending(["@min", "self"]))
  }

  var sourceText: String { "\(TypedText.text(elements)).min()" }
}

extension PredicateExpressions.SequenceMaximum: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(try translation.expression(elements).appending(["@max", "self"]))
  }

  var sourceText: String { "\(TypedText.text(elements)).max()" }
}

extension PredicateExpressions.CollectionIndexSubscript: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(
      .index(
        try translation.expression(wrapped), .expression(try translation.expression(index))))
  }

  var sourceText: String { "\(TypedText.text(wrapped))[\(TypedText.text(index))]" }
}

extension PredicateExpressions.DictionaryKeySubscript: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(
      .index(try translation.expression(wrapped), .expression(try translation.expression(key))))
  }

  var sourceText: String { "\(TypedText.text(wrapped))[\(TypedText.text(key))]" }
}
