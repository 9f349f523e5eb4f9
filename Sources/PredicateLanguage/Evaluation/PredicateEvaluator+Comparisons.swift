// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension PredicateEvaluator {
  /// Returns true if a comparison holds; `ANY` and `ALL` quantify its left side.
  func holds(_ node: ComparisonNode) throws(EvaluationError) -> Bool {
    let left = Operand(try value(of: node.left))
    let right = Operand(try value(of: node.right))
    switch node.modifier {
    case .direct:
      return try Self.compare(left, by: node.operation, with: right, options: node.options)
    case .any:
      for element in try Self.elements(of: left, node, "ANY")
      where try Self.compare(
        Operand(element), by: node.operation, with: right, options: node.options)
      { return true }
      return false
    case .all:
      for element in try Self.elements(of: left, node, "ALL")
      where try !Self.compare(
        Operand(element), by: node.operation, with: right, options: node.options)
      {
        return false
      }
      return true
    }
  }

  /// No elements for nil, so that `ANY` is false and `ALL` true.
  private static func elements(
    of operand: Operand, _ node: ComparisonNode, _ quantifier: String
  ) throws(EvaluationError) -> [Any?] {
    switch operand {
    case .null: return []
    case .collection(let collection):
      switch node.left {
      // Over several to-many steps the quantifier reaches the innermost values, as in a store.
      case .keyPath, .path: return CollectionOperator.flattened(collection.elements)
      default: return collection.elements
      }
    default: throw .notACollection(quantifier, found: operand.kind)
    }
  }

  /// Compares two values. Nil equals nil, has no order, and fits no string operator.
  package static func compare(
    _ left: Operand, by operation: ComparisonOperator, with right: Operand, options: StringOptions
  ) throws(EvaluationError) -> Bool {
    switch operation {
    case .equal: return ValueComparison.areEqual(left, right, options: options)
    case .notEqual: return !ValueComparison.areEqual(left, right, options: options)
    case .lessThan: return ValueComparison.order(left, right, options: options) == .orderedAscending
    case .greaterThan:
      return ValueComparison.order(left, right, options: options) == .orderedDescending
    case .lessThanOrEqual:
      return ValueComparison.order(left, right, options: options).map { $0 != .orderedDescending }
        ?? false
    case .greaterThanOrEqual:
      return ValueComparison.order(left, right, options: options).map { $0 != .orderedAscending }
        ?? false
    case .between: return try isBetween(left, bounds: right, options: options)
    case .in: return try isMember(left, of: right, options)
    case .contains: return try contains(left, right, options: options)
    case .beginsWith, .endsWith, .like, .matches:
      return try fits(left, operation: operation, pattern: right, options: options)
    }
  }

  private static func isBetween(
    _ value: Operand, bounds: Operand, options: StringOptions
  ) throws(EvaluationError) -> Bool {
    if bounds.isNull { return false }
    guard case .collection(let bounds) = bounds, bounds.elements.count == 2 else {
      throw .invalidBounds(bounds.kind)
    }
    let lower = ValueComparison.order(value, Operand(bounds.elements[0]), options: options)
    let upper = ValueComparison.order(value, Operand(bounds.elements[1]), options: options)
    guard let lower, let upper else { return false }
    return lower != .orderedAscending && upper != .orderedDescending
  }

  private static func isMember(
    _ value: Operand, of container: Operand, _ options: StringOptions
  ) throws(EvaluationError) -> Bool {
    switch container {
    case .null: return false
    case .collection(let collection):
      return collection.elements.contains {
        ValueComparison.areEqual(Operand($0), value, options: options)
      }
    case .dictionary(let entries):
      return entries.values.contains {
        ValueComparison.areEqual(Operand($0), value, options: options)
      }
    case .string(let text):
      if value.isNull { return false }
      guard case .string(let needle) = value else {
        throw .notAString("IN with a string", found: value.kind)
      }
      return StringMatching.contains(text, needle, options: options)
    default: throw .notACollection("IN", found: container.kind)
    }
  }

  private static func contains(
    _ container: Operand, _ value: Operand, options: StringOptions
  ) throws(EvaluationError) -> Bool {
    switch container {
    case .null, .collection, .dictionary, .string:
      return try isMember(value, of: container, options)
    default: throw .notACollection("CONTAINS", found: container.kind)
    }
  }

  private static func fits(
    _ value: Operand, operation: ComparisonOperator, pattern: Operand,
    options: StringOptions
  ) throws(EvaluationError) -> Bool {
    if value.isNull || pattern.isNull { return false }
    guard case .string(let text) = value else {
      throw .notAString(operation.rawValue, found: value.kind)
    }
    guard case .string(let pattern) = pattern else {
      throw .notAString(operation.rawValue, found: pattern.kind)
    }
    switch operation {
    case .beginsWith: return StringMatching.begins(text, with: pattern, options)
    case .endsWith: return StringMatching.ends(text, with: pattern, options)
    case .like: return StringMatching.isLike(text, pattern, options: options)
    default: return try StringMatching.matches(text, pattern, options: options)
    }
  }
}
