// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension PredicateEvaluator {
  /// Returns true if a comparison holds; `ANY` and `ALL` quantify its left side.
  func holds(_ node: ComparisonNode) throws(EvaluationError) -> Bool {
    let left = OperandValue(try value(of: node.left))
    let right = OperandValue(try value(of: node.right))
    switch node.modifier {
    case .direct:
      return try Self.compare(left, by: node.operation, with: right, options: node.options)
    case .any:
      for element in try Self.elements(of: left, node, "ANY")
      where try Self.compare(
        OperandValue(element), by: node.operation, with: right, options: node.options)
      { return true }
      return false
    case .all:
      for element in try Self.elements(of: left, node, "ALL")
      where try !Self.compare(
        OperandValue(element), by: node.operation, with: right, options: node.options)
      {
        return false
      }
      return true
    }
  }

  /// No elements for nil, so that `ANY` is false and `ALL` true.
  private static func elements(
    of operand: OperandValue, _ node: ComparisonNode, _ quantifier: String
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
    _ left: OperandValue, by operation: PredicateOperator, with right: OperandValue,
    options: ComparisonOptions
  ) throws(EvaluationError) -> Bool {
    switch operation {
    case .equal: return OperandComparison.areEqual(left, right, options: options)
    case .notEqual: return !OperandComparison.areEqual(left, right, options: options)
    case .lessThan:
      return OperandComparison.order(left, right, options: options) == .orderedAscending
    case .greaterThan:
      return OperandComparison.order(left, right, options: options) == .orderedDescending
    case .lessThanOrEqual:
      return OperandComparison.order(left, right, options: options).map { $0 != .orderedDescending }
        ?? false
    case .greaterThanOrEqual:
      return OperandComparison.order(left, right, options: options).map { $0 != .orderedAscending }
        ?? false
    case .between: return try isBetween(left, bounds: right, options: options)
    case .in: return try isMember(left, of: right, options)
    case .contains: return try contains(left, right, options: options)
    case .beginsWith, .endsWith, .like, .matches:
      return try fits(left, operation: operation, pattern: right, options: options)
    }
  }

  private static func isBetween(
    _ value: OperandValue, bounds: OperandValue, options: ComparisonOptions
  ) throws(EvaluationError) -> Bool {
    if bounds.isNull { return false }
    guard case .collection(let bounds) = bounds, bounds.elements.count == 2 else {
      throw .invalidBounds(bounds.kind)
    }
    let lower = OperandComparison.order(value, OperandValue(bounds.elements[0]), options: options)
    let upper = OperandComparison.order(value, OperandValue(bounds.elements[1]), options: options)
    guard let lower, let upper else { return false }
    return lower != .orderedAscending && upper != .orderedDescending
  }

  private static func isMember(
    _ value: OperandValue, of container: OperandValue, _ options: ComparisonOptions
  ) throws(EvaluationError) -> Bool {
    switch container.searched {
    case .null: return false
    case .collection(let collection):
      if let members = collection.members { return members.contains(value, options: options) }
      return collection.elements.contains {
        OperandComparison.areEqual(OperandValue($0), value, options: options)
      }
    case .dictionary(let entries):
      return entries.values.contains {
        OperandComparison.areEqual(OperandValue($0), value, options: options)
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
    _ container: OperandValue, _ value: OperandValue, options: ComparisonOptions
  ) throws(EvaluationError) -> Bool {
    switch container {
    case .null, .collection, .dictionary, .string, .url:
      return try isMember(value, of: container, options)
    default: throw .notACollection("CONTAINS", found: container.kind)
    }
  }

  private static func fits(
    _ value: OperandValue, operation: PredicateOperator, pattern: OperandValue,
    options: ComparisonOptions
  ) throws(EvaluationError) -> Bool {
    if value.isNull || pattern.isNull { return false }
    guard case .string(let text) = value.searched else {
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

extension OperandValue {
  /// An address is searched as its text, which SQLite stores compare (R-REQ-080).
  fileprivate var searched: OperandValue {
    if case .url(let url) = self { .string(url.absoluteString) } else { self }
  }
}
