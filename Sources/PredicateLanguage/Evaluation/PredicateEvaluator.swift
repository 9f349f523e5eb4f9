// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// Evaluates syntax trees against an object.
///
/// A value type for one evaluation on one thread; what it reads is read on that thread.
package struct PredicateEvaluator {
  /// `SELF`.
  package let object: Any?
  /// The values of the variables.
  package var variables: [String: Any]
  /// The dictionary that the application passed to an expression; blocks see it, assignments fill
  /// it.
  package let context: NSMutableDictionary?
  /// True if arithmetic with nil is an error instead of nil.
  package let isStrict: Bool

  package init(
    object: Any?, variables: [String: Any] = [:], context: NSMutableDictionary? = nil,
    isStrict: Bool = false
  ) {
    self.object = object
    self.variables = variables
    self.context = context
    self.isStrict = isStrict
  }

  /// Returns true if an object satisfies a predicate. Arithmetic with nil gives nil.
  package static func evaluate(
    _ node: PredicateNode, with object: Any?, variables: [String: Any]? = nil
  ) throws(EvaluationError) -> Bool {
    try PredicateEvaluator(object: object, variables: variables ?? [:]).holds(node)
  }

  /// Returns the value of an expression for an object. Arithmetic with nil gives nil.
  package static func value(
    of node: ExpressionNode, with object: Any?, variables: [String: Any]? = nil
  ) throws(EvaluationError) -> Any? {
    try PredicateEvaluator(object: object, variables: variables ?? [:]).value(of: node)
  }

  /// Returns true if the predicate holds. `AND` and `OR` stop at the first operand that decides.
  package func holds(_ node: PredicateNode) throws(EvaluationError) -> Bool {
    switch node {
    case .constant(let value): return value
    case .not(let child): return try !holds(child)
    case .comparison(let comparison): return try holds(comparison)
    case .opaque(let predicate):
      return predicate.evaluate(with: object, substitutionVariables: variables)
    case .and(let children):
      for child in children where try !holds(child) { return false }
      return true
    case .or(let children):
      for child in children where try holds(child) { return true }
      return false
    }
  }

  /// Returns the value of an expression; numbers come as `Int`, `Double` or `Decimal` when
  /// computed.
  package func value(of node: ExpressionNode) throws(EvaluationError) -> Any? {
    switch node {
    case .constant(let value): return value
    case .evaluatedObject: return object
    case .variable(let name): return try variable(name)
    case .keyPath(let components): return try KeyPathReader.value(at: components[...], of: object)
    case .path(let base, let components):
      return try KeyPathReader.value(at: components[...], of: try value(of: base))
    case .function(let function, let arguments):
      return try apply(function, to: try values(of: arguments))
    case .call(let target, let selector, let arguments):
      return try FunctionTable.call(
        selector, on: try value(of: target), with: try values(of: arguments))
    case .aggregate(let elements): return try values(of: elements).map { $0 ?? NSNull() }
    case .setOperation(let operation, let left, let right):
      return try combine(operation, try value(of: left), with: try value(of: right))
    case .subquery(let collection, let variable, let test):
      return try subquery(try value(of: collection), variable: variable, where: test)
    case .conditional(let test, let affirmative, let negative):
      return try value(of: try holds(test) ? affirmative : negative)
    case .index(let base, let index): return try element(of: try value(of: base), at: index)
    case .cast(let child, let name): return try ValueCast.cast(try value(of: child), to: name)
    case .assignment(let name, let child): return try assign(name, child)
    case .fetch(let request, let context, let countOnly):
      return try fetch(request, in: context, countOnly: countOnly)
    case .anyKey: return try allValues()
    case .block(let block): return try run(block)
    case .excessive: throw .unsupported(TreeDepth.sentence)
    }
  }

  func values(of nodes: [ExpressionNode]) throws(EvaluationError) -> [Any?] {
    var values: [Any?] = []
    values.reserveCapacity(nodes.count)
    for node in nodes { values.append(try value(of: node)) }
    return values
  }

  private func variable(_ name: String) throws(EvaluationError) -> Any? {
    if let value = variables[name] { return OperandValue.flattened(value) }
    if let value = context?[name] { return OperandValue.flattened(value) }
    throw .unboundVariable(name)
  }

  private func assign(
    _ name: String, _ node: ExpressionNode
  ) throws(EvaluationError) -> Any? {
    let value = try value(of: node)
    context?[name] = value ?? NSNull()
    return value
  }

  private func fetch(
    _ request: ExpressionNode, in contextNode: ExpressionNode, countOnly: Bool
  ) throws(EvaluationError) -> Any? {
    guard let context = try value(of: contextNode) as? any FetchEvaluating else {
      throw .unsupported("A fetch expression needs a managed object context.")
    }
    return try context.evaluateFetch(try value(of: request), countOnly: countOnly)
  }

  private func allValues() throws(EvaluationError) -> Any? {
    guard case .dictionary(let entries) = OperandValue(object) else {
      throw .unsupported("ANYKEY can only be evaluated for a dictionary.")
    }
    return Array(entries.values)
  }

  private func run(_ block: BlockExpression) throws(EvaluationError) -> Any? {
    let arguments = try values(of: block.arguments).map { $0 ?? NSNull() }
    return block.body(object, arguments, context)
  }
}
