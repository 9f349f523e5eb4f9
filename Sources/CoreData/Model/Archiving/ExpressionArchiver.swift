// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import PredicateLanguage

/// Archives expressions in the classes of Apple's framework (R-MOD-307).
enum ExpressionArchiver {
  /// The class on which Apple's framework calls predefined functions.
  private static let functions = "_NSPredicateUtilities"
  private static let keyPathFunction = "valueForKeyPath:"

  /// Throws for closures, and for constants that cannot be archived.
  static func node(of expression: ExpressionNode) throws(Unarchivable) -> ArchiveNode {
    switch expression {
    case .constant(let value): return try constant(value)
    case .evaluatedObject: return made("NSSelfExpression", 1)
    case .variable(let name): return variable(name)
    case .keyPath(let components): return keyPath(components)
    case .path(let base, let components): return path(from: try node(of: base), components)
    case .function(let function, let arguments):
      return call(
        utilities, function.rawValue,
        arguments: .collection(try nodes(of: arguments), class: "NSArray"))
    case .call(let target, let selector, let arguments):
      return call(
        try node(of: target), selector,
        arguments: .collection(try nodes(of: arguments), class: "NSArray"))
    case .aggregate, .setOperation, .subquery, .conditional: return try composed(expression)
    case .index, .cast, .assignment, .fetch, .anyKey: return try rare(expression)
    case .block: throw Unarchivable("an expression of a closure")
    case .excessive: throw Unarchivable("an expression that is nested too deeply")
    }
  }

  private static func nodes(of list: [ExpressionNode]) throws(Unarchivable) -> [ArchiveNode] {
    var nodes: [ArchiveNode] = []
    for expression in list { nodes.append(try node(of: expression)) }
    return nodes
  }

  private static func made(_ className: String, _ type: Int) -> ArchiveNode {
    let node = ArchiveNode(class: className)
    node.add("NSExpressionType", .integer(type))
    return node
  }

  private static func constant(_ value: Any?) throws(Unarchivable) -> ArchiveNode {
    let node = made("NSConstantValueExpression", 0)
    node.add("NSConstantValue", .node(try ValueArchiver.node(of: value)))
    return node
  }

  private static func variable(_ name: String) -> ArchiveNode {
    let node = made("NSVariableExpression", 2)
    node.add("NSVariable", text: name)
    return node
  }

  // MARK: - Functions

  private static var utilities: ArchiveNode {
    let node = made("NSConstantValueExpression", 0)
    node.add("NSConstantValueClassName", text: functions)
    return node
  }

  private static func call(
    _ operand: ArchiveNode, _ selector: String, arguments: ArchiveNode,
    className: String = "NSFunctionExpression", type: Int = 4
  ) -> ArchiveNode {
    let node = made(className, type)
    node.add("NSSelectorName", text: selector)
    node.add("NSOperand", .node(operand))
    node.add("NSArguments", .node(arguments))
    return node
  }

  private static func keyPath(_ components: [String]) -> ArchiveNode {
    call(
      made("NSSelfExpression", 1), components.count == 1 ? "valueForKey:" : keyPathFunction,
      arguments: specifier(components), className: "NSKeyPathExpression", type: 3)
  }

  private static func path(from base: ArchiveNode, _ components: [String]) -> ArchiveNode {
    call(
      base, keyPathFunction, arguments: specifier(components), className: "NSKeyPathExpression")
  }

  private static func specifier(_ components: [String]) -> ArchiveNode {
    let node = made("NSKeyPathSpecifierExpression", 10)
    node.add("NSKeyPath", text: components.joined(separator: "."))
    return .collection([node])
  }

  // MARK: - Compositions

  private static func composed(_ expression: ExpressionNode) throws(Unarchivable) -> ArchiveNode {
    switch expression {
    case .aggregate(let elements):
      let node = made("NSAggregateExpression", 14)
      node.add("NSCollection", .node(.collection(try nodes(of: elements), class: "NSArray")))
      return node
    case .setOperation(let operation, let left, let right):
      let node = made("NSSetExpression", type(of: operation))
      node.add("NSLeftExpression", .node(try self.node(of: left)))
      node.add("NSRightExpression", .node(try self.node(of: right)))
      return node
    case .subquery(let collection, let variable, let predicate):
      let node = made("NSSubqueryExpression", 13)
      node.add("NSExpression", .node(try self.node(of: collection)))
      node.add("NSVariable", text: variable)
      node.add("NSSubpredicate", .node(try PredicateArchiver.node(of: predicate)))
      return node
    case .conditional(let predicate, let affirmative, let negative):
      let node = made("NSTernaryExpression", 20)
      node.add("NSPredicate", .node(try PredicateArchiver.node(of: predicate)))
      node.add("NSTrueExpression", .node(try self.node(of: affirmative)))
      node.add("NSFalseExpression", .node(try self.node(of: negative)))
      return node
    default: return try rare(expression)
    }
  }

  private static func type(of operation: ExpressionNode.SetOperation) -> Int {
    switch operation {
    case .union: 5
    case .intersect: 6
    case .minus: 7
    }
  }

  private static func rare(_ expression: ExpressionNode) throws(Unarchivable) -> ArchiveNode {
    switch expression {
    case .index(let base, let index):
      let arguments = [try node(of: base), try node(of: index)]
      return call(
        utilities, "objectFrom:withIndex:", arguments: .collection(arguments, class: "NSArray"))
    case .cast(let value, let name):
      let arguments = [try node(of: value), try constant(name)]
      return call(
        utilities, "castObject:toType:", arguments: .collection(arguments, class: "NSArray"))
    case .assignment(let name, let value):
      let node = made("NSVariableAssignmentExpression", 12)
      node.add("NSAssignmentVariable", .node(variable(name)))
      node.add("NSSubexpression", .node(try self.node(of: value)))
      return node
    case .fetch(let request, let context, let countOnly):
      let node = made("NSFetchRequestExpression", 50)
      node.add("NSFRExpression", .node(try self.node(of: request)))
      node.add("NSMOCExpression", .node(try self.node(of: context)))
      node.add("NSCountOnlyFlag", .boolean(countOnly))
      return node
    case .anyKey: return made("NSAnyKeyExpression", 15)
    default: throw Unarchivable("an expression of an unknown kind")
    }
  }

  private static func node(
    of index: ExpressionNode.IndexNode
  ) throws(Unarchivable) -> ArchiveNode {
    let name: String
    switch index {
    case .first: name = "FIRST"
    case .last: name = "LAST"
    case .size: name = "SIZE"
    case .expression(let expression): return try node(of: expression)
    }
    let node = made("NSSymbolicExpression", 11)
    node.add("NSToken", text: name)
    return node
  }
}
