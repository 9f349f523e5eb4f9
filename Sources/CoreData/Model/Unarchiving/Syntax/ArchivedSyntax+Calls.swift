// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import KeyedArchives
import PredicateLanguage

extension ArchivedSyntax {
  /// The class whose methods the predefined functions are.
  private static let predefined = "_NSPredicateUtilities"
  private static let keyPathSelectors = ["valueForKey:", "valueForKeyPath:"]

  /// A key path, a predefined function, or a function that is called on a value.
  mutating func function(
    _ object: ArchivedObject, depth: Int
  ) throws(ArchivedGraph.Damage) -> ExpressionNode {
    let selector = object.text("NSSelectorName") ?? ""
    let archived = object.members("NSArguments")
    if selector == "objectFrom:withIndex:", archived.count == 2,
      archived[1].isKind(of: "NSSymbolicExpression")
    {
      return try index(archived[0], at: archived[1], depth: depth)
    }
    let arguments = try list(object.object("NSArguments"), depth: depth)
    guard let operand = object.object("NSOperand"), !isPredefined(operand) else {
      return try predefined(selector, arguments)
    }
    let target = try expression(operand, depth: depth + 1)
    if Self.keyPathSelectors.contains(selector), arguments.count == 1,
      case .keyPath(let components) = arguments[0]
    {
      return target.appending(components)
    }
    return .call(target, selector: selector, arguments)
  }

  private func isPredefined(_ operand: ArchivedObject) -> Bool {
    operand.text("NSConstantValueClassName") == Self.predefined
  }

  private func predefined(
    _ selector: String, _ arguments: [ExpressionNode]
  ) throws(ArchivedGraph.Damage) -> ExpressionNode {
    guard let node = ExpressionNode.calling(selector, arguments) else {
      throw ArchivedGraph.Damage("uses the function '\(selector)', which is not known")
    }
    return node
  }

  private mutating func index(
    _ base: ArchivedObject, at symbol: ArchivedObject, depth: Int
  ) throws(ArchivedGraph.Damage) -> ExpressionNode {
    let place: ExpressionNode.IndexNode
    switch symbol.text("NSToken") {
    case "FIRST": place = .first
    case "LAST": place = .last
    case "SIZE": place = .size
    default: throw ArchivedGraph.Damage("has an index that is not known")
    }
    return .index(try expression(base, depth: depth + 1), place)
  }

  // MARK: - Expressions with parts

  mutating func sides(
    _ operation: ExpressionNode.SetOperation, _ object: ArchivedObject, depth: Int
  ) throws(ArchivedGraph.Damage) -> ExpressionNode {
    .setOperation(
      operation, try part(object, "NSLeftExpression", depth: depth),
      try part(object, "NSRightExpression", depth: depth))
  }

  mutating func subquery(
    _ object: ArchivedObject, depth: Int
  ) throws(ArchivedGraph.Damage) -> ExpressionNode {
    guard let test = object.object("NSSubpredicate") ?? object.object("NSPredicate"),
      let variable = object.text("NSVariable")
    else { throw ArchivedGraph.Damage("has a subquery without a variable or a predicate") }
    return .subquery(
      try part(object, "NSExpression", "NSCollection", depth: depth), variable: variable,
      try predicate(test, depth: depth + 1))
  }

  mutating func assignment(
    _ object: ArchivedObject, depth: Int
  ) throws(ArchivedGraph.Damage) -> ExpressionNode {
    guard let variable = object.object("NSAssignmentVariable")?.text("NSVariable") else {
      throw ArchivedGraph.Damage("has an assignment without a variable")
    }
    return .assignment(variable, try part(object, "NSSubexpression", depth: depth))
  }

  mutating func conditional(
    _ object: ArchivedObject, depth: Int
  ) throws(ArchivedGraph.Damage) -> ExpressionNode {
    guard let test = object.object("NSPredicate") else {
      throw ArchivedGraph.Damage("has a conditional expression without a predicate")
    }
    return .conditional(
      try predicate(test, depth: depth + 1),
      try part(object, "NSTrueExpression", depth: depth),
      try part(object, "NSFalseExpression", depth: depth))
  }

  mutating func fetch(
    _ object: ArchivedObject, depth: Int
  ) throws(ArchivedGraph.Damage) -> ExpressionNode {
    .fetch(
      request: try part(object, "NSFRExpression", depth: depth),
      context: try part(object, "NSMOCExpression", depth: depth),
      countOnly: object.isTrue("NSCountOnlyFlag"))
  }
}
