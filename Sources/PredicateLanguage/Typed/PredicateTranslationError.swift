// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The failure to write a typed predicate, expression or sort descriptor in the format language:
/// an addition to Apple's API, whose initialisers return nil.
public struct PredicateTranslationError: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// The part that could not be written, as Swift spells it.
  public let expression: String
  /// The reason why it could not.
  public let reason: String

  /// The failure of a node.
  init(_ node: some PredicateExpression, _ reason: String) {
    self.init(expression: TypedText.text(node), reason: reason)
  }

  /// The failure of what a text spells.
  package init(expression: String, reason: String) {
    self.expression = expression
    self.reason = reason
  }

  /// A sentence with both.
  public var description: String {
    "The expression \(expression) cannot be translated: \(reason)."
  }

  /// The same sentence.
  public var errorDescription: String? { description }
}

/// Nodes as Swift spells them.
enum TypedText {
  static func text(_ node: some PredicateExpression) -> String {
    (node as? any TypedNode)?.sourceText ?? String(describing: node)
  }

  /// A value as a literal would give it, if it has one.
  static func literal(_ value: Any) -> String {
    switch OperandValue.flattened(value) {
    case nil: "nil"
    case let text as String: "\"\(text)\""
    case let value?: "\(value)"
    }
  }
}
