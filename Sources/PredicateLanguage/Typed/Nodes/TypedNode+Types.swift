// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A class of objects that knows which entities its objects have: what a type is to stores.
package protocol EntityNaming: AnyObject {
  /// Returns the names of the class's entity and of all below it; nil if the class has no entity, or
  /// several.
  static func entityNames() -> [String]?
}

/// The entity is asked for: an addition to Apple's (R-PRED-307).
extension PredicateExpressions.TypeCheck: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let object = try translation.expression(input)
    guard let test = TypedClass.test(object, Desired.self) else {
      throw PredicateTranslationError(self, TypedClass.reason(Desired.self))
    }
    return .predicate(test)
  }

  var sourceText: String { "(\(TypedText.text(input)) is \(Desired.self))" }
}

/// Nil for objects of another entity: an addition to Apple's (R-PRED-307).
extension PredicateExpressions.ConditionalCast: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let object = try translation.expression(input)
    if TypedClass.isSame(Input.Output.self, Desired.self) { return .expression(object) }
    guard let test = TypedClass.test(object, Desired.self) else {
      throw PredicateTranslationError(self, TypedClass.reason(Desired.self))
    }
    return .expression(.conditional(test, object, .constant(nil)))
  }

  var sourceText: String { "(\(TypedText.text(input)) as? \(Desired.self))" }
}

/// Dropped, as a forced unwrapping is: an addition to Apple's (R-PRED-307).
extension PredicateExpressions.ForceCast: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let isKnown = TypedClass.isSame(Input.Output.self, Desired.self)
    guard isKnown || Desired.self is any EntityNaming.Type else {
      throw PredicateTranslationError(self, TypedClass.reason(Desired.self))
    }
    return try translation.syntax(input)
  }

  var sourceText: String { "(\(TypedText.text(input)) as" + "! \(Desired.self))" }
}

/// The meaning of types to stores.
enum TypedClass {
  /// Returns the test for objects of a class.
  static func test(_ object: ExpressionNode, _ type: Any.Type) -> PredicateNode? {
    guard let names = (type as? any EntityNaming.Type)?.entityNames() else { return nil }
    return .comparison(
      ComparisonNode(
        left: object.appending(["entity", "name"]), operation: .in, right: .constant(names)))
  }

  /// Returns true if the cast changes nothing for a store: from one spelling of a to-many to
  /// another, or of an element of an untyped set.
  static func isSame(_ type: Any.Type, _ desired: Any.Type) -> Bool {
    RelationshipType.isMany(desired) || type == Any.self && desired is any EntityNaming.Type
      || type == AnyHashable.self && desired is any EntityNaming.Type
  }

  static func reason(_ type: Any.Type) -> String {
    type is any EntityNaming.Type
      ? "\(type) is the class of no entity that is known, or of several"
      : "a store cannot tell what is of type \(type)"
  }
}
