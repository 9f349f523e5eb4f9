// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A node of a typed predicate that has a spelling in the format language.
///
/// The nodes are Foundation's public types; each conforms beside its relatives (R-PRED-301).
protocol TypedNode: PredicateExpression {
  /// Returns the node in the format language.
  func translated(
    _ translation: inout TypedTranslation
  ) throws(PredicateTranslationError) -> TypedSyntax

  /// The node as Swift would spell it, for errors.
  var sourceText: String { get }
}

/// The outcome for a node: the format language tells expressions and predicates apart, Swift does not.
enum TypedSyntax {
  case expression(ExpressionNode)
  case predicate(PredicateNode)

  /// A predicate as an expression is `TERNARY(p, YES, NO)` (R-PRED-305).
  var expression: ExpressionNode {
    switch self {
    case .expression(let node): node
    case .predicate(let node): .conditional(node, .constant(true), .constant(false))
    }
  }

  /// An expression as a predicate is `x == YES` (R-PRED-305).
  var predicate: PredicateNode {
    switch self {
    case .expression(let node):
      .comparison(ComparisonNode(left: node, operation: .equal, right: .constant(true)))
    case .predicate(let node): node
    }
  }

  /// A comparison without options.
  static func comparison(
    _ left: ExpressionNode, _ operation: PredicateOperator, to right: ExpressionNode,
    options: ComparisonOptions = []
  ) -> TypedSyntax {
    .predicate(
      .comparison(
        ComparisonNode(left: left, operation: operation, right: right, options: options)))
  }
}

/// The translation of one typed predicate or expression: what its variables stand for.
struct TypedTranslation {
  private var bindings: [PredicateExpressions.VariableID: ExpressionNode]
  private var localCount = 0

  /// - Parameter root: the variable of the object that is asked about.
  init(root: PredicateExpressions.VariableID) { bindings = [root: .evaluatedObject] }

  /// Makes a variable of the format language for the elements that a closure gets.
  mutating func makeLocal(for variable: PredicateExpressions.VariableID) -> String {
    localCount += 1
    let name = "_local_\(localCount)"
    bindings[variable] = .variable(name)
    return name
  }

  /// Has a variable stand for an expression, which is repeated wherever the variable is.
  mutating func bind(_ variable: PredicateExpressions.VariableID, to node: ExpressionNode) {
    bindings[variable] = node
  }

  /// Returns the expression that a variable stands for.
  func binding(of variable: PredicateExpressions.VariableID) -> ExpressionNode? {
    bindings[variable]
  }

  /// Returns a node as an expression.
  mutating func expression(
    _ node: some PredicateExpression
  ) throws(PredicateTranslationError) -> ExpressionNode {
    try syntax(node).expression
  }

  /// Returns a node as a predicate.
  mutating func predicate(
    _ node: some PredicateExpression
  ) throws(PredicateTranslationError) -> PredicateNode {
    try syntax(node).predicate
  }

  /// Returns a node as what it is. One that has no translation, and needs no object, is a constant
  /// (R-PRED-304).
  mutating func syntax(
    _ node: some PredicateExpression
  ) throws(PredicateTranslationError) -> TypedSyntax {
    let failure: PredicateTranslationError
    do throws(PredicateTranslationError) {
      guard let typed = node as? any TypedNode else {
        throw PredicateTranslationError(node, "it has no counterpart in the format language")
      }
      return try typed.translated(&self)
    } catch {
      failure = error
    }
    return try constant(node, or: failure)
  }

  private func constant(
    _ node: some PredicateExpression, or failure: PredicateTranslationError
  ) throws(PredicateTranslationError) -> TypedSyntax {
    // Evaluation fails for whatever names a variable, and then the translation's failure counts.
    guard let value = try? node.evaluate(PredicateBindings()),
      let constant = TypedConstant.node(value)
    else { throw failure }
    return .expression(constant)
  }
}
