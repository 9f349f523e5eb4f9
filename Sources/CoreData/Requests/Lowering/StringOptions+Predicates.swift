// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage
import StoreInterface

extension StringOptions {
  /// The options of a predicate, which are the same by other numbers.
  init(_ options: ComparisonOptions) {
    self = []
    if options.contains(.caseInsensitive) { insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { insert(.diacriticInsensitive) }
    if options.contains(.normalized) { insert(.normalized) }
    if options.contains(.localeSensitive) { insert(.localeSensitive) }
  }
}

extension ComparisonOperator {
  /// The operator of a predicate; `nil` for those that do not order.
  init?(_ operation: PredicateOperator) {
    switch operation {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .lessThan: self = .less
    case .lessThanOrEqual: self = .lessOrEqual
    case .greaterThan: self = .greater
    case .greaterThanOrEqual: self = .greaterOrEqual
    default: return nil
    }
  }
}
