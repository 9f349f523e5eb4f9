// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// Comparisons of a link with objects: of the URIs that stores keep.
struct LinkComparison {
  /// Where an expression leads, if that is a link.
  private struct Target {
    let column: ColumnPath
    let kind: LinkKind
    let path: [String]
    /// True if the expression is the number of members.
    let isCount: Bool
  }

  private let lowering: PredicateLowering
  private let scope: LoweringScope

  init(_ comparison: ComparisonLowering) {
    lowering = comparison.lowering
    scope = comparison.scope
  }

  private var model: any PredicateModel { lowering.resolver.model }

  /// The filter of a comparison with a link; `nil` when neither side is one.
  func filter(_ node: ComparisonNode) throws -> Filter? {
    if let link = try target(node.left) {
      if link.isCount { return try existence(link, node) }
      return try link.kind == .toOne ? toOne(link, node) : toMany(link, node)
    }
    guard let link = try target(node.right), !link.isCount else { return nil }
    guard link.kind == .toMany, node.operation == .in, node.modifier == .direct else {
      return try toOne(link, reversed(node))
    }
    return contains(link, try references(node.left))
  }

  /// Returns true if an expression leads to a to-many link.
  func isToMany(_ expression: ExpressionNode) throws -> Bool {
    guard let target = try target(expression) else { return false }
    return target.kind == .toMany && !target.isCount
  }

  // MARK: - One destination

  private func toOne(_ link: Target, _ node: ComparisonNode) throws -> Filter {
    guard node.modifier == .direct, link.kind == .toOne else { throw Untranslatable() }
    switch node.operation {
    case .equal: return try equality(link, node.right)
    case .notEqual: return .not(try equality(link, node.right))
    case .in: return try membership(link, node.right)
    default: throw Untranslatable()
    }
  }

  private func equality(_ link: Target, _ other: ExpressionNode) throws -> Filter {
    if let second = try target(other), second.kind == .toOne, !second.isCount {
      return .compare(.column(link.column), .equal, .column(second.column), [])
    }
    if try isNull(other) { return .isNull(.column(link.column)) }
    return isOne(of: try references(other), link)
  }

  private func membership(_ link: Target, _ collection: ExpressionNode) throws -> Filter {
    let values = try elements(collection)
    let present = values.filter { !isNull($0) }
    let isOne = isOne(of: try present.flatMap { try references($0) }, link)
    return present.count == values.count ? isOne : .or([isOne, .isNull(.column(link.column))])
  }

  private func isOne(of uris: [String], _ link: Target) -> Filter {
    if uris.count == 1 {
      return .compare(.column(link.column), .equal, .value(.string(uris[0])), [])
    }
    return .isIn(.column(link.column), uris.map { .string($0) }, [])
  }

  // MARK: - Many

  private func toMany(_ link: Target, _ node: ComparisonNode) throws -> Filter {
    switch (node.modifier, node.operation) {
    case (.any, .equal), (.direct, .contains): return contains(link, try references(node.right))
    case (.any, .in):
      return contains(link, try elements(node.right).flatMap { try references($0) })
    case (.direct, .equal) where try isNull(node.right): return .isNull(.column(link.column))
    case (.direct, .notEqual) where try isNull(node.right):
      return .not(.isNull(.column(link.column)))
    case (.direct, _):
      throw LoweringError.toManyNotAllowed(link.path, entity: scope.entity.schema.name)
    default: throw Untranslatable()
    }
  }

  /// False, and never unknown, for an empty link: its negation then holds whatever nulls mean.
  private func contains(_ link: Target, _ uris: [String]) -> Filter {
    let column = Operand.column(link.column)
    let matches = uris.map { uri in
      Filter.match(.contains, column, pattern: .value(.string(model.linkMember(uri))), [])
    }
    let isAny: Filter = matches.count == 1 ? matches[0] : .or(matches)
    return matches.isEmpty ? .constant(false) : .and([.not(.isNull(column)), isAny])
  }

  /// `link.@count == 0` and its like.
  private func existence(_ link: Target, _ node: ComparisonNode) throws -> Filter {
    guard case .constant(let constant?) = node.right, let number = constant as? Int,
      let quantifier = ComparisonLowering.quantifier(node.operation, number)
    else { throw Untranslatable() }
    let isEmpty = Filter.isNull(.column(link.column))
    return quantifier == .any ? .not(isEmpty) : isEmpty
  }

  // MARK: - Sides

  private func target(_ expression: ExpressionNode) throws -> Target? {
    guard var path = try scope.path(of: expression), !path.isEmpty else { return nil }
    let isCount = path.last == "@count"
    if isCount { path.removeLast() }
    guard !path.isEmpty,
      case .attribute(let column, _, let number) = try lowering.resolver.resolve(
        path, from: scope.entity), let kind = model.link(number)
    else { return nil }
    return Target(column: column, kind: kind, path: path, isCount: isCount)
  }

  private func reversed(_ node: ComparisonNode) throws -> ComparisonNode {
    guard node.operation == .equal || node.operation == .notEqual else { throw Untranslatable() }
    return ComparisonNode(
      left: node.right, operation: node.operation, right: node.left, modifier: node.modifier,
      options: node.options)
  }

  private func references(_ expression: ExpressionNode) throws -> [String] {
    guard case .constant(let constant) = expression else { throw Untranslatable() }
    return try references(constant)
  }

  private func references(_ constant: Any?) throws -> [String] {
    guard let uris = constant.flatMap(model.references) else { throw Untranslatable() }
    return uris
  }

  private func elements(_ expression: ExpressionNode) throws -> [Any?] {
    switch expression {
    case .constant(let constant):
      guard let elements = ConstantLowering.elements(constant) else { throw Untranslatable() }
      return elements
    case .aggregate(let elements):
      return try elements.map { element in
        guard case .constant(let constant) = element else { throw Untranslatable() }
        return constant
      }
    default: throw Untranslatable()
    }
  }

  private func isNull(_ expression: ExpressionNode) throws -> Bool {
    guard case .constant(let constant) = expression else { return false }
    return isNull(constant)
  }

  private func isNull(_ constant: Any?) -> Bool { constant.map { $0 is NSNull } ?? true }
}
