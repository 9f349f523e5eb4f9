// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// The properties of related objects that a request looks at: `parent.name`, not `name`. Pending
/// changes of these are unknown to the stores (R-CTX-481, 483).
struct RelatedChanges {
  /// A property of the entities of a range; any property when `index` is nil.
  private struct Property {
    let entities: Range<Int>
    let index: Int?
  }

  private typealias Variables = [String: PropertyLayout]

  private let layout: PropertyLayout
  private var properties: [Property] = []

  init(_ predicate: PredicateNode?, _ sort: [NSSortDescriptor], of layout: PropertyLayout) {
    self.layout = layout
    if let predicate { visit(predicate, [:]) }
    for key in sort.compactMap(\.key) where key.contains(".") {
      _ = walk(key.split(separator: ".").map(String.init), from: layout, isRelated: false)
    }
  }

  /// Returns true if one of the objects has a pending change in one of the properties.
  func touch(_ objects: [NSManagedObject]) -> Bool {
    guard !properties.isEmpty else { return false }
    return objects.contains { object in
      properties.contains { property in
        property.entities.contains(object.layout.index)
          && property.index.map(object.changed.contains) ?? true
      }
    }
  }

  // MARK: - The syntax

  private mutating func visit(_ predicate: PredicateNode, _ variables: Variables) {
    switch predicate {
    case .and(let children), .or(let children):
      for child in children { visit(child, variables) }
    case .not(let child): visit(child, variables)
    case .comparison(let node):
      _ = visit(node.left, variables)
      _ = visit(node.right, variables)
    case .constant, .opaque: break
    }
  }

  /// The layout of what the expression leads to, if that is objects.
  private mutating func visit(
    _ expression: ExpressionNode, _ variables: Variables
  ) -> PropertyLayout? {
    switch expression {
    case .evaluatedObject: return layout
    case .variable(let name): return variables[name]
    case .keyPath(let keys): return walk(keys, from: layout, isRelated: false)
    case .path(let start, let keys):
      return visit(start, variables).flatMap { walk(keys, from: $0, isRelated: true) }
    case .subquery(let collection, let variable, let test):
      let members = visit(collection, variables)
      visit(test, variables.merging([variable: members ?? layout]) { _, inner in inner })
      return members
    case .conditional(let test, let first, let second):
      visit(test, variables)
      return visit([first, second], variables)
    default: return visit(parts(of: expression), variables)
    }
  }

  private mutating func visit(
    _ expressions: [ExpressionNode], _ variables: Variables
  ) -> PropertyLayout? {
    var last: PropertyLayout?
    for expression in expressions { last = visit(expression, variables) ?? last }
    return last
  }

  private func parts(of expression: ExpressionNode) -> [ExpressionNode] {
    switch expression {
    case .function(_, let arguments), .aggregate(let arguments): arguments
    case .call(let target, _, let arguments): [target] + arguments
    case .setOperation(_, let left, let right): [left, right]
    case .index(let start, .expression(let index)): [start, index]
    case .index(let start, _), .cast(let start, _), .assignment(_, let start): [start]
    case .block(let block): block.arguments
    default: []
    }
  }

  /// Follows a path; what lies behind its first relationship is noted.
  private mutating func walk(
    _ keys: [String], from start: PropertyLayout, isRelated: Bool
  ) -> PropertyLayout? {
    var current = start
    var isRelated = isRelated
    for key in keys where !key.hasPrefix("@") {
      let record = current.record(named: key)
      if isRelated {
        properties.append(Property(entities: current.schema.subtree, index: record?.index))
      }
      guard let record, record.isRelationship, record.destination >= 0 else { return nil }
      current = current.model[record.destination]
      isRelated = true
    }
    return current
  }
}
