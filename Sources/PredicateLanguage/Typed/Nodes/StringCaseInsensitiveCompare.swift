// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

// Foundation on Linux lacks this node, which `#Predicate` knows; names and initialiser are Apple's.
// Foundation cannot describe a predicate with a node of another module: printing such a `Predicate`
// stops the program, printing its `expression` does not.

extension PredicateExpressions {
  /// The order of two texts without regard to case.
  public struct StringCaseInsensitiveCompare<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// The text on the left.
    public let root: Root
    /// The text on the right.
    public let other: Other

    /// Compares two texts.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Returns the order, as a fetch would find it.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      StringMatching.order(
        String(try root.evaluate(bindings)), String(try other.evaluate(bindings)),
        options: .caseInsensitive)
    }
  }

  /// Builds the node of `caseInsensitiveCompare(_:)`; `#Predicate` calls it.
  public static func build_caseInsensitiveCompare<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringCaseInsensitiveCompare<Root, Other> {
    StringCaseInsensitiveCompare(root: root, other: other)
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Codable
where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringCaseInsensitiveCompare: TypedNode {
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax {
    TypedStrings.order(
      of: try translation.expression(root), to: try translation.expression(other),
      options: .caseInsensitive)
  }

  var sourceText: String { TypedStrings.call("caseInsensitiveCompare", on: root, with: other) }
}
