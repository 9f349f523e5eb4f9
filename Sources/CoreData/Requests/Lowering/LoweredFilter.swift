// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A predicate translated for stores.
struct LoweredFilter {
  /// The filter that stores evaluate; `nil` accepts every object.
  var filter: Filter?
  /// True if the filter accepts more than the predicate, which then must be evaluated on objects.
  var needsResidual: Bool
  /// True if the predicate has a part that cannot be seen into, as a block.
  var isOpaque = false

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
