// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

extension PredicateFormatInitializable where Self: NSPredicate {
  /// Makes a predicate that holds for the objects for which a typed one does; nil when the format
  /// language lacks an operator or a value of it, or a property's name is not known.
  ///
  /// ```swift
  /// let least: Int64 = 3
  /// let predicate = NSPredicate(#Predicate<Employee> { $0.salary > least && $0.name != "Eve" })
  /// ```
  ///
  /// Captured values become constants. The properties of managed objects are known by name if they
  /// are generated or `@NSManaged`. See R-PRED-303 for the translation of each operator, and
  /// `init(translating:)` for the reason of a failure. Cost: O(predicate).
  public init?<Input: NSObject>(_ predicate: Predicate<Input>) {
    // The failure's reason is for those who ask with `init(translating:)`.
    guard let translated = try? Self(translating: predicate) else { return nil }
    self = translated
  }

  /// Makes a predicate that holds for the objects for which a typed one does: an addition to
  /// Apple's API, where a failure has no reason.
  ///
  /// - Throws: `PredicateTranslationError`, which quotes the expression that has no translation.
  public init<Input: NSObject>(
    translating predicate: Predicate<Input>
  ) throws(PredicateTranslationError) {
    var translation = TypedTranslation(root: predicate.variable.key)
    let node = try translation.predicate(predicate.expression)
    self.init(adopting: node.bounded.makePredicate())
  }
}

extension NSExpression {
  /// Makes an expression that has the value of a typed one for each object; nil when it has no
  /// translation, as for predicates.
  public convenience init?<Input: NSObject, Output>(_ expression: Expression<Input, Output>) {
    // The failure's reason is for those who ask with `init(translating:)`.
    guard let translated = try? NSExpression(translating: expression) else { return nil }
    self.init(node: translated.node)
  }

  /// Makes an expression that has the value of a typed one for each object: an addition to Apple's
  /// API, where a failure has no reason.
  ///
  /// - Throws: `PredicateTranslationError`, which quotes the expression that has no translation.
  public convenience init<Input: NSObject, Output>(
    translating expression: Expression<Input, Output>
  ) throws(PredicateTranslationError) {
    var translation = TypedTranslation(root: expression.variable.key)
    self.init(node: try translation.expression(expression.expression).bounded)
  }
}
