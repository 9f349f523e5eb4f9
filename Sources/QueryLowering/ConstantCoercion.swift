// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// Gives the constants of a fetch's predicate the type of the attribute that they are compared with,
/// as the columns of a SQL store do: `code == 7` finds the text "7", `age == '7'` the number
/// (R-PRED-172); and takes quantifiers away that such columns ignore. The predicate is changed before it is
/// translated, so that stores and the evaluation on pending objects agree.
struct ConstantCoercion {
  /// The type that an attribute converts constants to.
  enum Target {
    case text
    case number
    case uri
    case uuid
  }

  private typealias Scope = [String: any NamedEntity]

  let resolver: KeyPathResolver
  /// The entity that bare key paths begin at.
  let entity: any NamedEntity

  /// The predicate with its constants converted. Cost: O(tree and constants).
  func coerced(_ predicate: PredicateNode) -> PredicateNode { coerced(predicate, [:]) }

  private func coerced(_ node: PredicateNode, _ scope: Scope) -> PredicateNode {
    switch node {
    case .constant, .opaque: node
    case .and(let children): .and(children.map { coerced($0, scope) })
    case .or(let children): .or(children.map { coerced($0, scope) })
    case .not(let child): .not(coerced(child, scope))
    case .comparison(let comparison): .comparison(coerced(comparison, scope))
    }
  }

  private func coerced(_ quantified: ComparisonNode, _ scope: Scope) -> ComparisonNode {
    let node = unquantified(quantified, scope)
    guard node.operation.comparesValues, !searchesAddress(node, scope) else {
      return inside(node, scope)
    }
    if let target = target(node.left, scope) {
      return replacing(
        node, left: node.left, right: target.converted(node.right) ?? inside(node.right, scope))
    }
    if let target = target(node.right, scope) {
      return replacing(
        node, left: target.converted(node.left) ?? inside(node.left, scope), right: node.right)
    }
    return inside(node, scope)
  }

  /// True if a part of the text of an address is looked for (R-REQ-080).
  private func searchesAddress(_ node: ComparisonNode, _ scope: Scope) -> Bool {
    let searched: ExpressionNode
    switch node.operation {
    case .contains: searched = node.left
    case .in: searched = node.right
    default: return false
    }
    // What does not resolve is reported by the translation.
    guard let (path, entity) = path(searched, scope),
      case .attribute(_, .uri, _)? = try? resolver.resolve(path, from: entity)
    else { return false }
    return true
  }

  /// Without the quantifier before a path that leads over to-ones only: to SQL stores that is the plain
  /// comparison (R-PRED-182).
  private func unquantified(_ node: ComparisonNode, _ scope: Scope) -> ComparisonNode {
    guard node.modifier != .direct, let (path, entity) = path(node.left, scope) else { return node }
    // What does not resolve is reported by the translation.
    switch try? resolver.resolve(path, from: entity) {
    case .attribute(_, .transformable, _): return node
    case .attribute(_, _, let number) where resolver.model.link(number) == .toMany: return node
    case .attribute, .computed, .object:
      return ComparisonNode(
        left: node.left, operation: node.operation, right: node.right, modifier: .direct,
        options: node.options)
    default: return node
    }
  }

  private func inside(_ node: ComparisonNode, _ scope: Scope) -> ComparisonNode {
    replacing(node, left: inside(node.left, scope), right: inside(node.right, scope))
  }

  private func replacing(
    _ node: ComparisonNode, left: ExpressionNode, right: ExpressionNode
  ) -> ComparisonNode {
    ComparisonNode(
      left: left, operation: node.operation, right: right, modifier: node.modifier,
      options: node.options)
  }

  /// The predicates within an expression converted.
  private func inside(_ node: ExpressionNode, _ scope: Scope) -> ExpressionNode {
    switch node {
    case .subquery(let collection, let variable, let test):
      var inner = scope
      inner[variable] = destination(collection, scope)
      return .subquery(collection, variable: variable, coerced(test, inner))
    case .conditional(let test, let first, let second):
      return .conditional(coerced(test, scope), inside(first, scope), inside(second, scope))
    case .path(let base, let path): return .path(inside(base, scope), path)
    case .function(let function, let arguments):
      return .function(function, arguments.map { inside($0, scope) })
    default: return node
    }
  }

  // MARK: - Attributes

  /// Returns the type to which the attribute converts that an expression leads to; nil for any
  /// other expression.
  private func target(_ node: ExpressionNode, _ scope: Scope) -> Target? {
    guard let (path, entity) = path(node, scope) else { return nil }
    return target(path, entity)
  }

  private func target(_ path: [String], _ entity: any NamedEntity) -> Target? {
    // What does not resolve is reported by the translation.
    switch try? resolver.resolve(path, from: entity) {
    case .attribute(_, let type, _): Target(type)
    case .toMany(_, let destination, var rest):
      if let place = rest.firstIndex(where: { $0.hasPrefix("@") }) {
        switch rest.remove(at: place) {
        case "@count", "@sum", "@avg": .number
        case "@min", "@max": target(rest, destination)
        default: nil
        }
      } else {
        rest.isEmpty ? nil : target(rest, destination)
      }
    default: nil
    }
  }

  private func destination(_ collection: ExpressionNode, _ scope: Scope) -> (any NamedEntity)? {
    // A path that leads nowhere is reported where it is lowered.
    guard let (path, entity) = path(collection, scope),
      case .toMany(_, let destination, let rest) = try? resolver.resolve(path, from: entity)
    else { return nil }
    return rest.isEmpty ? destination : nil
  }

  private func path(
    _ node: ExpressionNode, _ scope: Scope
  ) -> (path: [String], entity: any NamedEntity)? {
    switch node {
    case .keyPath(let path), .path(.evaluatedObject, let path): (path, entity)
    case .path(.variable(let name), let path): scope[name].map { (path, $0) }
    default: nil
    }
  }
}

extension PredicateOperator {
  /// True if both sides are values of one type, or one a collection of such.
  fileprivate var comparesValues: Bool {
    switch self {
    case .matches, .like, .beginsWith, .endsWith: false
    default: true
    }
  }
}
