// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
package import RowEngine
package import StoreInterface

/// A slow, obvious evaluator of filters, sorts and operands: what the fast ones are tested against.
///
/// Written from the doc comments of the query vocabulary alone, value by value; it shares no code
/// with ``FilterProgram`` or ``RowComparator``.
package struct ReferenceEvaluator {
  let schema: StoreSchema
  let source: any RowSource
  let nullSemantics: NullSemantics

  package init(_ schema: StoreSchema, source: any RowSource, nullSemantics: NullSemantics) {
    self.schema = schema
    self.source = source
    self.nullSemantics = nullSemantics
  }

  /// True, false, or nil for unknown.
  package func evaluate(
    _ filter: Filter, row: Row, key: ObjectKey, entity: Int
  ) throws(StoreError) -> Bool? {
    switch filter {
    case .constant(let value): return value
    case .and(let filters): return try all(filters, row: row, key: key, entity: entity)
    case .or(let filters):
      let inverted = try all(filters.map { .not($0) }, row: row, key: key, entity: entity)
      return inverted.map { !$0 }
    case .not(let filter):
      return try evaluate(filter, row: row, key: key, entity: entity).map { !$0 }
    case .compare(let left, let comparison, let right, let options):
      let left = try value(of: left, row: row, key: key, entity: entity)
      let right = try value(of: right, row: row, key: key, entity: entity)
      return compare(left, by: comparison, with: right, options: options)
    case .isNull(let operand):
      return try value(of: operand, row: row, key: key, entity: entity) == .null
    case .between(let operand, let lower, let upper):
      let value = try value(of: operand, row: row, key: key, entity: entity)
      let above = compare(
        try self.value(of: lower, row: row, key: key, entity: entity), by: .lessOrEqual,
        with: value, options: [])
      let below = compare(
        value, by: .lessOrEqual,
        with: try self.value(of: upper, row: row, key: key, entity: entity), options: [])
      if above == false || below == false { return false }
      return above == nil || below == nil ? nil : true
    case .isIn(let operand, let values, let options):
      let value = try value(of: operand, row: row, key: key, entity: entity)
      if values.isEmpty { return false }
      if value == .null { return nullSemantics == .unknown ? nil : false }
      return values.contains { compare(value, by: .equal, with: $0, options: options) == true }
    case .match(let kind, let operand, let pattern, let options):
      let text = try value(of: operand, row: row, key: key, entity: entity)
      return try match(
        kind, of: text, with: try value(of: pattern, row: row, key: key, entity: entity),
        options: options)
    case .isObject, .isEntity: return try evaluateObject(filter, row: row, key: key, entity: entity)
    case .quantified(let quantifier, let path, let filter):
      let outcomes = try outcomes(path, filter: filter, row: row, key: key, entity: entity)
      switch quantifier {
      case .any: return outcomes.contains(true)
      case .all: return !outcomes.contains(false)
      case .none: return !outcomes.contains(true)
      }
    }
  }

  /// -1, 0 or 1 by the sort keys alone.
  package func order(
    by keys: [SortKey], _ a: (ObjectKey, Row), _ b: (ObjectKey, Row), entity: Int
  ) throws(StoreError) -> Int {
    for sortKey in keys {
      let left = try column(sortKey.path, row: a.1, key: a.0, entity: entity)
      let right = try column(sortKey.path, row: b.1, key: b.0, entity: entity)
      let order = order(left, right, collation: sortKey.collation)
      if order != 0 { return sortKey.isAscending ? order : -order }
    }
    return 0
  }

  // MARK: - Conditions

  private func all(
    _ filters: [Filter], row: Row, key: ObjectKey, entity: Int
  ) throws(StoreError) -> Bool? {
    var outcomes: [Bool?] = []
    for filter in filters {
      outcomes.append(try evaluate(filter, row: row, key: key, entity: entity))
    }
    if outcomes.contains(false) { return false }
    return outcomes.contains(nil) ? nil : true
  }

  private func evaluateObject(
    _ filter: Filter, row: Row, key: ObjectKey, entity: Int
  ) throws(StoreError) -> Bool? {
    switch filter {
    case .isObject(let path, let keys):
      if keys.isEmpty { return false }
      guard case .reference(let found) = try column(path, row: row, key: key, entity: entity) else {
        return nullSemantics == .unknown ? nil : false
      }
      return keys.contains { isSame($0, found) }
    case .isEntity(let path, let entities):
      if entities.isEmpty { return false }
      guard case .reference(let found) = try column(path, row: row, key: key, entity: entity) else {
        return nullSemantics == .unknown ? nil : false
      }
      return entities.contains(found.entity)
    default: return nil
    }
  }

  private func compare(
    _ a: AttributeValue, by comparison: ComparisonOperator, with b: AttributeValue,
    options: StringOptions
  ) -> Bool? {
    if a == .null || b == .null {
      if nullSemantics == .unknown { return nil }
      if comparison == .equal { return a == .null && b == .null }
      if comparison == .notEqual { return !(a == .null && b == .null) }
      return false
    }
    let isEqual = isEqual(a, b, options: options)
    if comparison == .equal { return isEqual }
    if comparison == .notEqual { return !isEqual }
    guard let order = plainOrder(a, b, options: options) else { return false }
    switch comparison {
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .greater: return order > 0
    default: return order >= 0
    }
  }

  private func match(
    _ kind: StringOperator, of text: AttributeValue, with pattern: AttributeValue,
    options: StringOptions
  ) throws(StoreError) -> Bool? {
    if text == .null || pattern == .null { return nullSemantics == .unknown ? nil : false }
    guard case .string(let text) = text, case .string(let pattern) = pattern else { return false }
    let options = ComparisonOptions(rawValue: UInt(options.rawValue))
    switch kind {
    case .contains: return StringMatching.contains(text, pattern, options: options)
    case .beginsWith: return StringMatching.begins(text, with: pattern, options)
    case .endsWith: return StringMatching.ends(text, with: pattern, options)
    case .like: return StringMatching.isLike(text, pattern, options: options)
    case .matches:
      do {
        return try StringMatching.matches(text, pattern, options: options)
      } catch {
        throw StoreError(.engine, store: "", message: "\(pattern) is no regular expression.")
      }
    }
  }

  private func outcomes(
    _ path: ToManyPath, filter: Filter, row: Row, key: ObjectKey, entity: Int
  ) throws(StoreError) -> [Bool] {
    let (members, destination) = try members(of: path, row: row, key: key, entity: entity)
    var result: [Bool] = []
    for (key, row) in members {
      result.append(try evaluate(filter, row: row, key: key, entity: destination) == true)
    }
    return result
  }
}
