// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// Comparisons whose left or right side is an object or its entity.
struct ObjectComparison {
  private let lowering: PredicateLowering
  private let scope: LoweringScope

  init(_ comparison: ComparisonLowering) {
    lowering = comparison.lowering
    scope = comparison.scope
  }

  private var constants: ConstantLowering { lowering.constants }

  /// The filter of an equality of objects or entities; `nil` when neither side is one.
  func filter(_ node: ComparisonNode) throws -> Filter? {
    let (left, right) = (try target(node.left), try target(node.right))
    guard left != nil || right != nil else { return nil }
    guard node.operation == .equal || node.operation == .notEqual else { throw Untranslatable() }
    let isEqual: Filter
    switch (left, right) {
    case (let left?, nil): isEqual = try equality(left, node.right)
    case (nil, let right?): isEqual = try equality(right, node.left)
    case (.object(let first, _)?, .object(let second, _)?):
      isEqual = .compare(.column(first), .equal, .column(second), [])
    default: throw Untranslatable()
    }
    return node.operation == .equal ? isEqual : .not(isEqual)
  }

  /// The filter of a membership among constants; `nil` when the element is no object or entity, or
  /// there is no collection.
  func isIn(_ element: ExpressionNode, _ collection: Any?) throws -> Filter? {
    guard let target = try target(element),
      let values = ConstantLowering.elements(collection)
    else { return nil }
    let present = values.compactMap { $0 is NSNull ? nil : $0 }
    switch target {
    case .object(let path, _):
      guard present.allSatisfy(constants.isObject) else { throw Untranslatable() }
      let isOne = Filter.isObject(path, present.compactMap(constants.key))
      return present.count == values.count ? isOne : .or([isOne, .isNull(.column(path))])
    case .entity(let path, let root):
      return .isEntity(
        path, entities(root) { name in present.contains { constants.entityName($0) == name } })
    case .entityName(let path, let root):
      let names = present.compactMap(ConstantLowering.text)
      return .isEntity(path, entities(root, where: names.contains))
    default: return nil
    }
  }

  /// Where an expression leads, if that is an object or an entity.
  private func target(_ expression: ExpressionNode) throws -> PathTarget? {
    guard let path = try scope.path(of: expression) else { return nil }
    let target = try lowering.resolver.resolve(path, from: scope.entity)
    switch target {
    case .object, .entity, .entityName: return target
    case .attribute, .computed, .toMany: return nil
    }
  }

  private func equality(_ target: PathTarget, _ other: ExpressionNode) throws -> Filter {
    guard case .constant(let constant) = other else { throw Untranslatable() }
    let isNull = constant == nil || constant is NSNull
    switch target {
    case .object(let path, _):
      if isNull { return .isNull(.column(path)) }
      guard constants.isObject(constant) else { throw Untranslatable() }
      return .isObject(path, [constants.key(constant)].compactMap { $0 })
    case .entity(let path, let root):
      let name = constants.entityName(constant)
      return .isEntity(path, entities(root) { $0 == name })
    case .entityName(let path, let root):
      let name = ConstantLowering.text(constant)
      return .isEntity(path, entities(root) { $0 == name })
    default: throw Untranslatable()
    }
  }

  /// The concrete entities that an object of an entity may have and whose names satisfy a
  /// condition.
  private func entities(
    _ root: any NamedEntity, where condition: (String) -> Bool
  ) -> [Int] {
    root.schema.subtree.filter { condition(lowering.resolver.model.entity($0).schema.name) }
  }
}
