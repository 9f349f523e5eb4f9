// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// How a query's candidates are found.
enum AccessPath {
  /// All rows of the hierarchy, by number.
  case scan
  /// The rows with these numbers, ascending.
  case numbers([Int64])
  case index(IndexAccess)

  init(_ query: Query, _ snapshot: LMDBSnapshot) throws(StoreError) {
    if let numbers = AccessPath.demandedNumbers(query) {
      self = .numbers(numbers)
      return
    }
    let store = snapshot.store
    let planner = IndexPlanner(store.layout.schema, entity: query.entity)
    guard let plan = planner.plan(query, store.candidates[query.entity]) else {
      self = .scan
      return
    }
    let index = store.layout.indexesOfEntity[query.entity][plan.index]
    self = .index(try IndexAccess(plan, store.layout.indexes[index], query, snapshot))
  }

  /// The numbers of the objects that a filter names.
  private static func demandedNumbers(_ query: Query) -> [Int64]? {
    for condition in query.filter?.conjuncts ?? [] {
      guard let (column, keys) = condition.demandedObjects, column == .key else { continue }
      return Set(keys.map(\.number)).sorted()
    }
    return nil
  }

  /// The part of the filter that the way of access does not guarantee.
  func residual(_ query: Query) -> Filter? {
    guard case .index(let access) = self else { return query.filter }
    return access.residual
  }

  /// Whether candidates come in the query's order.
  func isInOrder(_ query: Query) -> Bool {
    guard case .index(let access) = self else { return query.sort.isEmpty }
    return access.direction != nil || query.sort.isEmpty
  }
}

/// A plan fitted to the entries of one index, some of which may be cut.
struct IndexAccess {
  enum Direction { case forward, backward }

  let index: IndexLayout
  let bounds: [IndexPlan.Bounds]
  let residual: Filter?
  /// The way in which entries have the query's order; nil: they have not.
  let direction: Direction?

  init(
    _ plan: IndexPlan, _ index: IndexLayout, _ query: Query, _ snapshot: LMDBSnapshot
  ) throws(StoreError) {
    self.index = index
    bounds = plan.bounds.map(IndexAccess.shortened)
    // Bounds that had to be shortened let more through than the plan says.
    residual = bounds == plan.bounds ? plan.residual : query.filter
    if plan.isInOrder || plan.isInReverseOrder, try !snapshot.hasCutEntries(index) {
      direction = plan.isInOrder ? .forward : .backward
    } else {
      direction = nil
    }
  }

  /// Bounds that agree with whole and with cut entries.
  private static func shortened(_ bounds: IndexPlan.Bounds) -> IndexPlan.Bounds {
    var result = bounds
    let length = IndexLayout.cutLength
    if bounds.lower.bytes.count > length {
      result.lower = SortableKey(bytes: Array(bounds.lower.bytes.prefix(length)))
    }
    if let upper = bounds.upper, upper.bytes.count > length {
      result.upper = SortableKey(bytes: Array(upper.bytes.prefix(length))).upperBound
    }
    return result
  }
}
#endif
