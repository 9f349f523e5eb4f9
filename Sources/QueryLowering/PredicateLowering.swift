// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation
package import PredicateLanguage
package import StoreInterface

/// Translates predicates into filters over columns.
///
/// A part without a translation stays behind: the filter is then a superset made of the parts that have
/// one. Key paths that do not exist, unquantified to-many keys and variables without values are
/// errors. Linear in the size of the predicate and its constants.
package struct PredicateLowering {
  let resolver: KeyPathResolver
  let constants: ConstantLowering

  /// - Parameters:
  ///   - model: what names and constants mean.
  ///   - leavesUnstoredKeys: whether conditions on properties that no store has are left to the
  ///     evaluation on objects; an error otherwise. Asked for where there are such.
  package init(
    _ model: any PredicateModel, leavesUnstoredKeys: @autoclosure @escaping () -> Bool
  ) {
    resolver = KeyPathResolver(model: model, leavesUnstoredKeys: leavesUnstoredKeys)
    constants = ConstantLowering(model: model)
  }

  /// The predicate with its constants of the attributes' types; see ``ConstantCoercion``.
  package func coerced(_ predicate: PredicateNode, for entity: any NamedEntity) -> PredicateNode {
    ConstantCoercion(resolver: resolver, entity: entity).coerced(predicate)
  }

  /// The filter of a predicate on objects of an entity. What would be too much for a store, by its
  /// nesting or its length, is left to the evaluation on objects; an error for a tree that even that
  /// refuses.
  package func lower(
    _ predicate: PredicateNode, for entity: any NamedEntity
  ) throws -> LoweredFilter {
    if predicate.isExcessive { throw LoweringError.excessive }
    return try lower(predicate, LoweringScope(entity: entity, variable: nil)).bearable
  }

  /// The sort keys of an order; `nil` when it must be made on objects.
  package func lower(
    _ order: [NSSortDescriptor], for entity: any NamedEntity
  ) throws -> [SortKey]? {
    try SortLowering(resolver: resolver).lower(order, for: entity)
  }

  func lower(_ node: PredicateNode, _ scope: LoweringScope) throws -> LoweredFilter {
    switch node {
    case .constant(let value): return .exact(.constant(value))
    case .and(let children): return Self.conjunction(try children.map { try lower($0, scope) })
    case .or(let children): return Self.disjunction(try children.map { try lower($0, scope) })
    case .not(let child): return try negation(child, scope)
    case .comparison(let comparison):
      do {
        let comparison = comparison.folded
        return .exact(try ComparisonLowering(lowering: self, scope: scope).filter(comparison))
      } catch is Untranslatable {
        return .residual
      }
    case .opaque: return LoweredFilter(filter: nil, needsResidual: true, isOpaque: true)
    }
  }

  /// The filter of a condition that must be translated as a whole.
  func exactFilter(_ node: PredicateNode, _ scope: LoweringScope) throws -> Filter {
    let lowered = try lower(node, scope)
    guard !lowered.needsResidual, let filter = lowered.filter else { throw Untranslatable() }
    return filter
  }

  /// The to-many of a subquery, and its condition on the members.
  func members(
    of collection: ExpressionNode, variable: String, where condition: PredicateNode,
    in scope: LoweringScope
  ) throws -> (ToManyPath, Filter) {
    guard let path = try scope.path(of: collection),
      case .toMany(let toMany, let destination, let rest) = try resolver.resolve(
        path, from: scope.entity), rest.isEmpty
    else { throw Untranslatable() }
    let inner = LoweringScope(entity: destination, variable: variable)
    return (toMany, try exactFilter(condition, inner))
  }

  // MARK: - Compounds

  private static func conjunction(_ parts: [LoweredFilter]) -> LoweredFilter {
    let filters = parts.compactMap(\.filter)
    return LoweredFilter(
      filter: filters.isEmpty ? (parts.isEmpty ? .constant(true) : nil) : joined(filters),
      needsResidual: parts.contains(where: \.needsResidual),
      isOpaque: parts.contains(where: \.isOpaque))
  }

  private static func joined(_ filters: [Filter]) -> Filter {
    filters.count == 1 ? filters[0] : .and(filters)
  }

  /// A part that may accept anything makes the whole accept anything.
  private static func disjunction(_ parts: [LoweredFilter]) -> LoweredFilter {
    let filters = parts.compactMap(\.filter).joiningEqualities
    return LoweredFilter(
      filter: parts.contains { $0.filter == nil }
        ? nil : filters.count == 1 ? filters[0] : .or(filters),
      needsResidual: parts.contains(where: \.needsResidual),
      isOpaque: parts.contains(where: \.isOpaque))
  }

  /// Only an exact part can be negated. `NOT ANY` asks for no member, whatever nulls mean.
  private func negation(_ child: PredicateNode, _ scope: LoweringScope) throws -> LoweredFilter {
    let lowered = try lower(child, scope)
    guard !lowered.needsResidual, let filter = lowered.filter else {
      return LoweredFilter(filter: nil, needsResidual: true, isOpaque: lowered.isOpaque)
    }
    if case .quantified(.any, let toMany, let condition) = filter {
      return .exact(.quantified(.none, toMany, condition))
    }
    return .exact(.not(filter))
  }
}

/// A predicate translated for stores.
package struct LoweredFilter {
  /// The part that stores evaluate; `nil` accepts every object.
  package var filter: Filter?
  /// True if the filter accepts more than the predicate, which then must be evaluated on objects.
  package var needsResidual: Bool
  /// True if the predicate has a part that cannot be seen into, as a block.
  package var isOpaque = false

  /// The whole predicate.
  static func exact(_ filter: Filter) -> LoweredFilter {
    LoweredFilter(filter: filter, needsResidual: false)
  }

  /// The filter without the conditions that would be too much for a store.
  var bearable: LoweredFilter {
    guard let filter, filter.isExcessive else { return self }
    var result = self
    result.needsResidual = true
    result.filter = nil
    if case .and(let parts) = filter {
      let kept = parts.filter { !$0.isExcessive }
      if !kept.isEmpty, !Filter.and(kept).isExcessive { result.filter = .and(kept) }
    }
    return result
  }

  /// Nothing of the predicate.
  static var residual: LoweredFilter { LoweredFilter(filter: nil, needsResidual: true) }
}
