// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The conditions of a query turned into ranges of one index, column by column.
struct IndexSearch {
  private var conditions: [Filter]
  /// The beginnings that matching keys have so far.
  private(set) var prefixes = [SortableKey()]
  private(set) var hasNull = false
  private var range: [IndexPlan.Bounds]?

  init(_ conditions: [Filter]) { self.conditions = conditions }

  /// Beyond this many values a list is not worth a search each.
  private static let longestList = 1000

  var residual: Filter? {
    switch conditions.count {
    case 0: nil
    case 1: conditions[0]
    default: .and(conditions)
    }
  }

  var bounds: [IndexPlan.Bounds] {
    range
      ?? prefixes.sorted().map { IndexPlan.Bounds(lower: $0, upper: $0.upperBound) }
  }

  // MARK: - Equality

  /// Uses a condition that makes a column equal to one or several constants.
  mutating func fix(_ element: IndexCandidate.Element, _ planner: IndexPlanner) -> Bool {
    for (index, condition) in conditions.enumerated() {
      guard let values = planner.values(condition, of: element.column),
        values.count * prefixes.count <= IndexSearch.longestList,
        let longer = extended(by: values, element, planner)
      else { continue }
      prefixes = longer
      hasNull = hasNull || values.contains(.null)
      conditions.remove(at: index)
      return true
    }
    return false
  }

  private func extended(
    by values: [AttributeValue], _ element: IndexCandidate.Element, _ planner: IndexPlanner
  ) -> [SortableKey]? {
    let kind = planner.kind(element.column)
    var result: Set<SortableKey> = []
    for prefix in prefixes {
      for value in values {
        var key = prefix
        guard key.append(value, kind: kind, ascending: element.isAscending) else { return nil }
        result.insert(key)
      }
    }
    return Array(result)
  }

  // MARK: - Ranges

  /// Uses the conditions that bound a column.
  mutating func narrow(_ element: IndexCandidate.Element, _ planner: IndexPlanner) -> Bool {
    guard prefixes.count == 1, let prefix = prefixes.first else { return false }
    var bounds = ColumnBounds(prefix: prefix, element: element, kind: planner.kind(element.column))
    conditions.removeAll { bounds.add($0) }
    guard bounds.isUsed else { return false }
    range = bounds.range.map { [$0] } ?? []
    return true
  }
}

extension IndexPlanner {
  /// Returns the constants that a condition allows a column, none of them not-a-number.
  fileprivate func values(_ condition: Filter, of column: Column) -> [AttributeValue]? {
    if let (found, keys) = condition.demandedObjects {
      guard found == column, keys.allSatisfy({ isPlausible($0, in: column) }) else { return nil }
      return keys.map(AttributeValue.reference)
    }
    if let value = condition.demandedValue(of: column) { return value.isNaN ? nil : [value] }
    guard case .isIn(.column(let path), let values, let options) = condition,
      path == ColumnPath(column), options.isEmpty || options.contains(.normalized),
      !values.contains(where: { $0.isNull || $0.isNaN })
    else { return nil }
    return values
  }
}

extension AttributeValue {
  var isNaN: Bool {
    switch self {
    case .double(let value), .date(let value): value.isNaN
    case .decimal(let value): value.isNaN
    default: false
    }
  }
}
