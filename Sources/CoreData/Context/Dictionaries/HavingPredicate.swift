// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage

/// The condition on the groups of a dictionary result (R-REQ-036).
///
/// The columns of the result and the grouped properties are keys, and variables of the same names:
/// both `total > 100` and `$total > 100` are in use. Any other property is that of one object of the group,
/// as a store's of Apple's takes it from some row. Statistics such as `count:(name)` or
/// `price.@sum` are computed over the group.
struct HavingPredicate {
  private let node: PredicateNode

  init(_ predicate: NSPredicate) { node = PredicateNode(predicate) }

  /// Returns true if a group fits.
  ///
  /// - Parameter names: the values of the columns and of what is grouped by, `NSNull` for none.
  /// - Throws: 134060 for what cannot be evaluated.
  func holds(for group: [NSManagedObject], names: [String: Any]) throws -> Bool {
    let row = GroupedRow(values: names, group: group)
    do {
      let test = try node.replacing { (node) throws(EvaluationError) in try row.statistic(node) }
      return try PredicateEvaluator.evaluate(test, with: row, variables: names)
    } catch {
      throw CocoaError.make(
        exception: .invalidArgument, reason: "The having predicate cannot be evaluated: \(error)")
    }
  }
}

extension HavingPredicate {
  /// Returns the function and the operand of a statistic over the group; nil for any other expression.
  static func statistic(
    _ node: ExpressionNode
  ) -> (function: PredefinedFunction, operand: ExpressionNode)? {
    switch node {
    case .function(let function, let arguments) where function.isStatistic && arguments.count == 1:
      // What a column says already is not a collection of the group's values.
      switch arguments[0] {
      case .keyPath, .path(.evaluatedObject, _): return (function, arguments[0])
      default: return nil
      }
    case .keyPath(let path):
      guard let place = path.firstIndex(where: { $0.hasPrefix("@") }), path.count > 1,
        let function = Self.functions[path[place]]
      else { return nil }
      var operand = path
      operand.remove(at: place)
      return (function, .keyPath(operand))
    default: return nil
    }
  }

  private static let functions: [String: PredefinedFunction] = [
    "@count": .count, "@sum": .sum, "@avg": .average, "@min": .minimum, "@max": .maximum,
  ]
}

/// A group as a predicate reads it.
private struct GroupedRow: PredicateReading {
  let values: [String: Any]
  let group: [NSManagedObject]

  func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    if let value = values[key] { return value }
    guard let object = group.first, object.layout.index(of: key) != nil else {
      throw .unsupported(
        "'\(key)' is neither a column of the result nor a property of the grouped objects.")
    }
    return object.value(forKey: key)
  }

  /// Returns the constant that a statistic over the group is; nil for any other expression.
  func statistic(_ node: ExpressionNode) throws(EvaluationError) -> ExpressionNode? {
    guard let (function, operand) = HavingPredicate.statistic(node) else { return nil }
    return try reduced(function, operand)
  }

  private func reduced(
    _ function: PredefinedFunction, _ operand: ExpressionNode
  ) throws(EvaluationError) -> ExpressionNode {
    var values: [Any] = []
    for object in group {
      if let members = try operand.valuesOfMembers(of: object) {
        values += members
      } else if let value = try PredicateEvaluator.value(of: operand, with: object) {
        values.append(value)
      }
    }
    let operands = LooseNumber.operands(of: function, values)
    return .constant(
      try PredicateEvaluator.value(of: .function(function, [.constant(operands)]), with: nil))
  }
}
