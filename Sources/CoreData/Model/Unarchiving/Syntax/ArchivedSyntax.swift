// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import PredicateLanguage

/// The trees of archived predicates and expressions.
///
/// Archives may share parts, or have circles: a tree has a greatest depth and a greatest size.
struct ArchivedSyntax {
  private static let greatestDepth = 200
  private var allowance = 50_000

  /// Runs a reading, whose failure then names the place.
  static func naming<T>(
    _ place: String, _ body: () throws(ArchivedGraph.Damage) -> T
  ) throws(ArchivedGraph.Damage) -> T {
    do { return try body() } catch { throw ArchivedGraph.Damage("\(place) \(error)") }
  }

  private mutating func enter(_ depth: Int) throws(ArchivedGraph.Damage) {
    allowance -= 1
    guard depth < Self.greatestDepth, allowance > 0 else {
      throw ArchivedGraph.Damage("has a predicate or an expression that is too large")
    }
  }

  // MARK: - Predicates

  mutating func predicate(
    _ object: ArchivedObject, depth: Int
  ) throws(ArchivedGraph.Damage) -> PredicateNode {
    try enter(depth)
    if object.isKind(of: "NSComparisonPredicate") {
      return .comparison(try comparison(object, depth: depth))
    }
    if object.isKind(of: "NSCompoundPredicate") { return try compound(object, depth: depth) }
    if object.isKind(of: "NSTruePredicate") { return .constant(true) }
    if object.isKind(of: "NSFalsePredicate") { return .constant(false) }
    throw ArchivedGraph.Damage("has a predicate of the unknown class '\(object.className)'")
  }

  private mutating func compound(
    _ object: ArchivedObject, depth: Int
  ) throws(ArchivedGraph.Damage) -> PredicateNode {
    var children: [PredicateNode] = []
    for child in object.members("NSSubpredicates") {
      children.append(try predicate(child, depth: depth + 1))
    }
    let number = UInt(clamping: object.integer("NSCompoundPredicateType") ?? -1)
    switch NSCompoundPredicate.LogicalType(rawValue: number) {
    case .and: return .and(children)
    case .or: return .or(children)
    case .not where children.count == 1: return .not(children[0])
    default: throw ArchivedGraph.Damage("has a compound predicate of an unknown kind")
    }
  }

  private mutating func comparison(
    _ object: ArchivedObject, depth: Int
  ) throws(ArchivedGraph.Damage) -> ComparisonNode {
    guard let left = object.object("NSLeftExpression"),
      let right = object.object("NSRightExpression"),
      let operation = object.object("NSPredicateOperator").flatMap(ArchivedOperator.init)
    else { throw ArchivedGraph.Damage("has a comparison without sides or a known operator") }
    return operation.comparison(
      try expression(left, depth: depth + 1), try expression(right, depth: depth + 1))
  }

  // MARK: - Expressions

  mutating func expression(
    _ object: ArchivedObject, depth: Int
  ) throws(ArchivedGraph.Damage) -> ExpressionNode {
    try enter(depth)
    switch object.integer("NSExpressionType") {
    case 0: return .constant(try constant(object))
    case 1: return .evaluatedObject
    case 2: return .variable(object.text("NSVariable") ?? "")
    case 3, 4: return try function(object, depth: depth)
    case 5: return try sides(.union, object, depth: depth)
    case 6: return try sides(.intersect, object, depth: depth)
    case 7: return try sides(.minus, object, depth: depth)
    case 10: return .keyPath(try components(object))
    case 12: return try assignment(object, depth: depth)
    case 13: return try subquery(object, depth: depth)
    case 14: return .aggregate(try list(object.object("NSCollection"), depth: depth))
    case 15: return .anyKey
    case 20: return try conditional(object, depth: depth)
    case 50: return try fetch(object, depth: depth)
    default:
      throw ArchivedGraph.Damage("has an expression of the unknown kind '\(object.className)'")
    }
  }

  private func constant(_ object: ArchivedObject) throws(ArchivedGraph.Damage) -> Any? {
    if let name = object.text("NSConstantValueClassName") { return name }
    guard let archived = object.object("NSConstantValue") else { return inlineConstant(object) }
    guard let value = FoundationValue.of(archived) else {
      throw ArchivedGraph.Damage("has a constant of the class '\(archived.className)'")
    }
    return value
  }

  private func inlineConstant(_ object: ArchivedObject) -> Any? {
    switch object.value("NSConstantValue") {
    case .text(let text): text
    case .integer(let integer): NSNumber(value: integer)
    case .real(let real): NSNumber(value: real)
    case .boolean(let boolean): NSNumber(value: boolean)
    case .data(let data): data
    case .date(let date): date
    case nil: nil
    }
  }

  private func components(
    _ object: ArchivedObject
  ) throws(ArchivedGraph.Damage) -> [String] {
    let components = (object.text("NSKeyPath") ?? "")
      .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard components.allSatisfy({ !$0.isEmpty }) else {
      throw ArchivedGraph.Damage("has a key path with an empty key")
    }
    return components
  }

  mutating func list(
    _ object: ArchivedObject?, depth: Int
  ) throws(ArchivedGraph.Damage) -> [ExpressionNode] {
    var nodes: [ExpressionNode] = []
    for member in object?.members ?? [] {
      nodes.append(try expression(member, depth: depth + 1))
    }
    return nodes
  }

  /// Returns the expression under the first of some keys that there is.
  mutating func part(
    _ object: ArchivedObject, _ keys: String..., depth: Int
  ) throws(ArchivedGraph.Damage) -> ExpressionNode {
    guard let part = keys.lazy.compactMap(object.object).first else {
      throw ArchivedGraph.Damage("has an expression without \(keys[0])")
    }
    return try expression(part, depth: depth + 1)
  }
}
