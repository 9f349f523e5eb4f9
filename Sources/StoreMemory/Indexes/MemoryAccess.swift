// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// The way to a query's candidates in one state.
struct MemoryAccess {
  /// The numbers among which all matches are; nil: all rows have to be looked at.
  let numbers: [Int64]?
  /// True if the candidates come in the query's order.
  let isInOrder: Bool

  init(_ query: Query, _ published: PublishedState) {
    let numbers = published.candidates(query)
    if numbers?.count ?? .max > MemoryAccess.few,
      let access = MemoryAccess.ordered(query, published, insteadOf: numbers?.count)
    {
      self = access
    } else {
      self.init(numbers, isInOrder: query.sort.isEmpty)
    }
  }

  private init(_ numbers: [Int64]?, isInOrder: Bool) {
    self.numbers = numbers
    self.isInOrder = isInOrder
  }

  // MARK: - Ordered indexes

  /// Ranges beyond this part of what is known to match are found faster by looking at all of them.
  private static let worthwhile = 8
  /// So many candidates are looked at sooner than a better index is asked for, and made.
  private static let few = 1024

  /// - Parameter known: how many candidates there are without an ordered index; nil: all its rows.
  private static func ordered(
    _ query: Query, _ published: PublishedState, insteadOf known: Int?
  ) -> MemoryAccess? {
    let layout = published.state.layout
    let indexes = layout.indexesOfEntity[query.entity]
    guard !indexes.isEmpty, query.filter != nil || query.limit > 0,
      let plan = IndexPlanner(layout.schema, entity: query.entity)
        .plan(query, layout.candidatesOfEntity[query.entity]),
      let index = published.index(indexes[plan.index])
    else { return nil }
    let isInOrder = plan.isInOrder || plan.isInReverseOrder
    let estimate = plan.bounds.reduce(0) { $0 + index.estimate($1) }
    let enough =
      query.limit > 0 && isInOrder && plan.residual == nil && plan.coversExactly
      ? query.offset + query.limit : Int.max
    guard min(estimate, enough) * worthwhile <= known ?? index.count else { return nil }
    var numbers = numbers(plan, index, enough: enough)
    if !isInOrder { numbers.sort() }
    return MemoryAccess(numbers, isInOrder: isInOrder || query.sort.isEmpty)
  }

  private static func numbers(
    _ plan: IndexPlan, _ index: OrderedIndex, enough: Int
  ) -> [Int64] {
    if plan.isInReverseOrder { return reversed(plan, index) }
    var numbers: [Int64] = []
    for bounds in plan.bounds {
      index.forEach(bounds) { entry in
        numbers.append(SortableKey.trailingNumber(entry))
        return numbers.count < enough
      }
    }
    return numbers
  }

  /// Backwards, but entries that are equal except for the number by ascending number.
  private static func reversed(_ plan: IndexPlan, _ index: OrderedIndex) -> [Int64] {
    var runs: [[Int64]] = []
    var stem: [UInt8] = []
    for bounds in plan.bounds {
      index.forEach(bounds) { entry in
        if runs.isEmpty || !entry.dropLast(8).elementsEqual(stem) {
          stem = Array(entry.dropLast(8))
          runs.append([])
        }
        runs[runs.count - 1].append(SortableKey.trailingNumber(entry))
        return true
      }
    }
    return runs.reversed().flatMap { $0 }
  }
}
