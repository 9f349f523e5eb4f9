// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A predicate that compares two expressions. Immutable; may be evaluated on any thread on which
/// the evaluated object may be read.
open class NSComparisonPredicate: NSPredicate {
  /// How the left side is quantified.
  public enum Modifier: UInt, Sendable {
    /// Compares the left side itself.
    case direct = 0
    /// Every element of the left side has to fit.
    case all
    /// One element of the left side has to fit.
    case any
  }

  /// The comparison operators, with the raw values of Apple's platforms.
  public enum Operator: UInt, Sendable {
    /// The left side is less, `<`.
    case lessThan = 0
    /// The left side is less or equal, `<=`.
    case lessThanOrEqualTo
    /// The left side is greater, `>`.
    case greaterThan
    /// The left side is greater or equal, `>=`.
    case greaterThanOrEqualTo
    /// The sides are equal, `==`; nil equals nil.
    case equalTo
    /// The sides are not equal, `!=`.
    case notEqualTo
    /// The left text matches a regular expression as a whole, `MATCHES`.
    case matches
    /// The left text matches a pattern with `?` and `*`, `LIKE`.
    case like
    /// The left text begins with the right one, `BEGINSWITH`.
    case beginsWith
    /// The left text ends with the right one, `ENDSWITH`.
    case endsWith
    /// The left side is an element, or a part of the text, on the right, `IN`.
    case `in`
    /// A method named by a selector. It cannot be used here: Linux has no selectors.
    case customSelector
    /// The left side contains the right one as an element or a part of the text, `CONTAINS`.
    case contains = 99
    /// The left side lies between the two values on the right, both included, `BETWEEN`.
    case between = 100
  }

  /// How strings compare.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// `[c]`.
    public static let caseInsensitive = Options(rawValue: 1)
    /// `[d]`.
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// `[n]`: the strings are prepared already and compare as they are.
    public static let normalized = Options(rawValue: 4)
    /// `[l]`: by the rules of the current locale.
    public static let localeSensitive = Options(rawValue: 8)
  }

  package let node: PredicateNode
  private let comparison: ComparisonNode

  /// Compares two expressions. `customSelector` is not an operator that can be used here.
  public convenience init(
    leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier,
    type: Operator, options: Options = []
  ) {
    self.init(
      node: ComparisonNode(
        left: lhs.node, operation: PredicateOperator(type), right: rhs.node,
        modifier: ComparisonModifier(modifier),
        options: ComparisonOptions(rawValue: options.rawValue)))
  }

  /// Traps: without the Objective-C runtime no method can be called by its name.
  public convenience init(
    leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, customSelector: Selector
  ) {
    preconditionFailure(
      "A comparison by \(customSelector) is not possible here; use a block predicate.")
  }

  /// A predicate that carries a comparison.
  package init(node: ComparisonNode) {
    comparison = node
    self.node = .comparison(node)
    super.init(value: false)
  }

  /// A predicate that carries what is no comparison; its sides are unequal, for who reads them.
  package init(carrying node: PredicateNode) {
    comparison = ComparisonNode(left: .constant(true), operation: .equal, right: .constant(false))
    self.node = node
    super.init(value: false)
  }

  /// The left side.
  open var leftExpression: NSExpression { NSExpression(node: comparison.left) }
  /// The right side.
  open var rightExpression: NSExpression { NSExpression(node: comparison.right) }
  /// How the left side is quantified.
  open var comparisonPredicateModifier: Modifier { Modifier(comparison.modifier) }
  /// The operator.
  open var predicateOperatorType: Operator { Operator(comparison.operation) }
  /// How strings compare.
  open var options: Options { Options(rawValue: comparison.options.rawValue) }
  /// Always nil: methods cannot be called by name.
  open var customSelector: Selector? { nil }

  /// Returns true if the object fits. Traps when the comparison has no meaning for its values.
  open override func evaluate(with object: Any?) -> Bool {
    FormatTrap.evaluate(node, with: object, variables: nil)
  }

  /// Returns true if the object fits, with values for the variables.
  open override func evaluate(
    with object: Any?, substitutionVariables bindings: [String: Any]?
  ) -> Bool {
    FormatTrap.evaluate(node, with: object, variables: bindings)
  }

  /// The predicate in the format language.
  open override var predicateFormat: String { FormatPrinter.text(node) }
  /// The same as `predicateFormat`.
  open override var description: String { FormatPrinter.text(node) }
  /// Returns the predicate itself, which never changes.
  open override func copy(with zone: NSZone? = nil) -> Any { self }
  /// Returns true if the other predicate has the same structure and equal constants.
  open override func isEqual(_ object: Any?) -> Bool { node.isEqual(toPredicate: object) }
  /// Equal for equal predicates.
  open override var hash: Int { FormatPrinter.text(node).hashValue }
}
