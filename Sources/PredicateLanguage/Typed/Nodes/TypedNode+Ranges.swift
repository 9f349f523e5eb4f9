// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateExpressions.ClosedRange: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .expression(
      .aggregate([try translation.expression(lower), try translation.expression(upper)]))
  }

  var sourceText: String { "(\(TypedText.text(lower))...\(TypedText.text(upper)))" }
}

extension PredicateExpressions.Range: TypedNode, HalfOpenRange {
  /// The format language has no half-open range; ``PredicateExpressions/RangeExpressionContains``
  /// compares with its bounds.
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    throw PredicateTranslationError(self, "a half-open range can only be asked what it contains")
  }

  var sourceText: String { "(\(TypedText.text(lower))..<\(TypedText.text(upper)))" }

  func bounds(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> [TypedBound] {
    [
      TypedBound(.greaterThanOrEqual, try translation.expression(lower)),
      TypedBound(.lessThan, try translation.expression(upper)),
    ]
  }
}

/// A range whose bounds are expressions, without the upper one.
protocol HalfOpenRange {
  func bounds(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> [TypedBound]
}

/// A condition that a range puts on its elements.
struct TypedBound {
  let operation: PredicateOperator
  let value: ExpressionNode

  init(_ operation: PredicateOperator, _ value: ExpressionNode) {
    self.operation = operation
    self.value = value
  }
}

extension PredicateExpressions.RangeExpressionContains: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let element = try translation.expression(element)
    let bounds: [TypedBound]
    if let range = range as? any HalfOpenRange {
      bounds = try range.bounds(&translation)
    } else if let known = Self.bounds(of: range) {
      bounds = known
    } else {
      return .comparison(element, .between, to: try translation.expression(range))
    }
    let conditions = bounds.map {
      TypedSyntax.comparison(element, $0.operation, to: $0.value).predicate
    }
    return .predicate(conditions.count == 1 ? conditions[0] : .and(conditions))
  }

  /// The conditions of a captured range that is open on one side or on none.
  private static func bounds(of range: RangeExpression) -> [TypedBound]? {
    // A range that depends on the object has no value here.
    guard let value = try? range.evaluate(PredicateBindings()) else { return nil }
    typealias Bound = RangeExpression.Output.Bound
    let ends: [(PredicateOperator, Bound)]? =
      switch value {
      case let range as Swift.Range<Bound>:
        [(.greaterThanOrEqual, range.lowerBound), (.lessThan, range.upperBound)]
      case let range as PartialRangeFrom<Bound>: [(.greaterThanOrEqual, range.lowerBound)]
      case let range as PartialRangeThrough<Bound>: [(.lessThanOrEqual, range.upperBound)]
      case let range as PartialRangeUpTo<Bound>: [(.lessThan, range.upperBound)]
      default: nil
      }
    guard let ends else { return nil }
    let bounds = ends.compactMap { end in
      TypedConstant.node(end.1).map { TypedBound(end.0, $0) }
    }
    return bounds.count == ends.count ? bounds : nil
  }

  var sourceText: String { "\(TypedText.text(range)).contains(\(TypedText.text(element)))" }
}
