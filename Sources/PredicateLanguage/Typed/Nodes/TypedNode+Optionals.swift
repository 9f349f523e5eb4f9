// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateExpressions.NilCoalesce: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let value = try translation.syntax(lhs)
    if Self.isNeverNil(value) || RelationshipType.isMany(RHS.Output.self) { return value }
    let expression = value.expression
    return .expression(
      .conditional(
        .isPresent(expression), expression, try translation.expression(rhs)))
  }

  /// A count and a truth value, which only an optional to-many could have kept from being there.
  private static func isNeverNil(_ syntax: TypedSyntax) -> Bool {
    switch syntax {
    case .predicate: true
    case .expression(.keyPath(let path)), .expression(.path(_, let path)): path.last == "@count"
    case .expression: false
    }
  }

  var sourceText: String { "(\(TypedText.text(lhs)) ?? \(TypedText.text(rhs)))" }
}

extension PredicateExpressions.OptionalFlatMap: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let value = try translation.expression(wrapped)
    translation.bind(variable.key, to: value)
    let result = try translation.syntax(transform)
    // A to-many is there always, empty or not.
    if RelationshipType.isMany(Wrapped.self) { return result }
    return .expression(
      .conditional(.isPresent(value), result.expression, .constant(nil)))
  }

  var sourceText: String { "\(TypedText.text(wrapped)).flatMap { \(TypedText.text(transform)) }" }
}

/// Dropped, as if it were `?`: the format language has nil everywhere. An addition to Apple's
/// (R-PRED-307).
extension PredicateExpressions.ForcedUnwrap: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    try translation.syntax(inner)
  }

  var sourceText: String { "\(TypedText.text(inner))!" }
}

extension PredicateNode {
  /// `node != nil`.
  fileprivate static func isPresent(_ node: ExpressionNode) -> PredicateNode {
    .comparison(ComparisonNode(left: node, operation: .notEqual, right: .constant(nil)))
  }
}

/// The Swift types of to-many relationships.
enum RelationshipType {
  /// Returns true for sets and ordered sets of Foundation, and Swift collections of objects.
  static func isMany(_ type: Any.Type) -> Bool {
    if type == NSSet.self || type == NSOrderedSet.self { return true }
    return (type as? any ElementKnowing.Type)?.elementType is any KeyPathNaming.Type
  }
}

/// A collection that tells the type of its elements.
private protocol ElementKnowing {
  static var elementType: Any.Type { get }
}

extension Set: ElementKnowing {
  fileprivate static var elementType: Any.Type { Element.self }
}

extension Array: ElementKnowing {
  fileprivate static var elementType: Any.Type { Element.self }
}
