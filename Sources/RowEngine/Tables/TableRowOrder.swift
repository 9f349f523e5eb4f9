// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
package import StoreInterface

/// The order of rows of values.
package struct TableRowOrder {
  private let keys: [TableOrder]

  package init(_ keys: [TableOrder]) { self.keys = keys }

  /// Returns rows in order; equal ones stay as they stand.
  package func sorted(_ rows: [[AttributeValue]]) -> [[AttributeValue]] {
    guard rows.count > 1, !keys.isEmpty else { return rows }
    return rows.enumerated().sorted { a, b in
      let result = compare(a.element, b.element)
      return result == 0 ? a.offset < b.offset : result < 0
    }.map(\.element)
  }

  /// -1, 0 or 1.
  private func compare(_ a: [AttributeValue], _ b: [AttributeValue]) -> Int {
    for key in keys {
      let result = TableRowOrder.order(a[key.column], b[key.column], collation: key.collation)
      if result != 0 { return key.isAscending ? result : -result }
    }
    return 0
  }

  /// As ``RowComparator`` orders slots: nulls, then not-a-numbers, then values.
  private static func order(
    _ a: AttributeValue, _ b: AttributeValue, collation: Collation
  ) -> Int {
    let ranks = (rank(a), rank(b))
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 ? -1 : 1 }
    if case .string(let a) = a, case .string(let b) = b {
      return collation.language.order(a, b).rawValue
    }
    return ValueComparison.order(a, b, options: []) ?? 0
  }

  private static func rank(_ value: AttributeValue) -> Int {
    switch value {
    case .null: 0
    case .double(let double), .date(let double): double.isNaN ? 1 : 2
    case .decimal(let decimal): decimal.isNaN ? 1 : 2
    default: 2
    }
  }
}
