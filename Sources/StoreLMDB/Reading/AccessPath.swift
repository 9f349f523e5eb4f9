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
    self = .index(
      try IndexAccess(
        plan: plan, index: store.layout.indexes[index], query: query, snapshot: snapshot))
  }

  /// Returns the numbers of the objects that a filter names.
  private static func demandedNumbers(_ query: Query) -> [Int64]? {
    for condition in query.filter?.conjuncts ?? [] {
      guard let (column, keys) = condition.demandedObjects, column == .key else { continue }
      return Set(keys.map(\.number)).sorted()
    }
    return nil
  }

  /// Returns the part of the filter that the way of access does not guarantee.
  func residual(_ query: Query) -> Filter? {
    guard case .index(let access) = self else { return query.filter }
    return access.residual
  }

  /// Returns true if candidates come in the query's order.
  func isInOrder(_ query: Query) -> Bool {
    guard case .index(let access) = self else { return query.sort.isEmpty }
    return access.direction != nil || query.sort.isEmpty
  }
}
#endif
