// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Lets Foundation's `NSPredicate` be made from a format string.
///
/// An initialiser of a class cannot return another object, one in an extension of a protocol can:
/// that is why this exists. Nothing else conforms.
public protocol PredicateFormatInitializable {}

extension NSPredicate: PredicateFormatInitializable {}

extension PredicateFormatInitializable where Self: NSPredicate {
  /// Makes a predicate from a format string and its arguments.
  ///
  /// Any value is an argument for `%@`: strings, numbers, dates, UUIDs, collections, objects, nil.
  /// The result is an `NSComparisonPredicate` or an `NSCompoundPredicate`, unless the format is
  /// `TRUEPREDICATE` or `FALSEPREDICATE`. Traps when the format is malformed; a format that is not
  /// a literal is better read with `parse(format:arguments:)`.
  public init(format: String, _ args: Any?...) {
    self.init(adopting: FormatTrap.predicate(format, args))
  }

  /// Makes a predicate from a format string and an array of arguments.
  public init(format: String, argumentArray: [Any]?) {
    self.init(adopting: FormatTrap.predicate(format, argumentArray ?? []))
  }

  /// Makes a predicate that nothing fits: a place for one that is to come. On Apple's platforms it cannot
  /// be evaluated.
  public init() { self.init(adopting: FormattedPredicate(value: false)) }

  // The audited cast: a call on `NSPredicate` always passes; a subclass of the application cannot
  // be made from a format.
  init(adopting predicate: NSPredicate) {
    guard let adopted = predicate as? Self ?? Self.carrier(of: PredicateNode(predicate)) else {
      preconditionFailure("Make predicates from a format with NSPredicate, not with \(Self.self).")
    }
    self = adopted
  }

  /// Returns a compound of what is none, a comparison with the meaning of what is none: Apple's parser
  /// does not ask which class it was called for (R-PRED-009).
  static func carrier(of node: PredicateNode) -> Self? {
    if Self.self == NSCompoundPredicate.self {
      return FormattedCompoundPredicate(.and, [node]) as? Self
    }
    return Self.self == NSComparisonPredicate.self
      ? NSComparisonPredicate(carrying: node) as? Self : nil
  }
}

extension NSPredicate {
  /// Reads a format string that may be malformed.
  ///
  /// Throws `PredicateFormatError` with the position and what was expected there.
  public static func parse(
    format: String, arguments: [Any?] = []
  ) throws(PredicateFormatError) -> NSPredicate {
    try FormatParser.predicate(format, arguments: arguments).makePredicate()
  }

  /// The predicate as a format string: right for all predicates, also for compounds that were made
  /// with Foundation's initialisers, whose `predicateFormat` is not.
  public var formatText: String { FormatPrinter.text(PredicateNode(self)) }

  /// Returns a copy in which variables are replaced by values; others stay as they are.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
    let node = PredicateNode(self).substituting(variables).bounded
    return node.makePredicate() as? Self ?? Self.carrier(of: node) ?? self
  }

  /// Evaluates without a trap.
  package func holds(
    for object: Any?, variables: [String: Any]? = nil
  ) throws(EvaluationError) -> Bool {
    try PredicateEvaluator.evaluate(PredicateNode(self), with: object, variables: variables)
  }
}
