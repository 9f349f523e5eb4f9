// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

// Foundation on Linux lacks this node, which `#Predicate` knows; names and initialiser are Apple's.
// Foundation cannot describe a predicate with a node of another module: printing such a `Predicate`
// stops the program, printing its `expression` does not.

extension PredicateExpressions {
  /// The search of a text in another as `localizedStandardContains` does, without case and
  /// diacritics.
  public struct StringLocalizedStandardContains<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// The text that is searched.
    public let root: Root
    /// The text that is looked for.
    public let other: Other

    /// Searches a text for another.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Returns true if the text contains the other one, as a fetch would find it.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      StringMatching.contains(
        String(try root.evaluate(bindings)), String(try other.evaluate(bindings)),
        options: TypedStrings.standard)
    }
  }

  /// Builds the node of `localizedStandardContains(_:)`; `#Predicate` calls it.
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedStandardContains<Root, Other> {
    StringLocalizedStandardContains(root: root, other: other)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedStandardContains: Codable
where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedStandardContains: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    .comparison(
      try translation.expression(root), .contains, to: try translation.expression(other),
      options: TypedStrings.standard)
  }

  var sourceText: String { TypedStrings.call("localizedStandardContains", on: root, with: other) }
}
