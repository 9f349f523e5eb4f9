// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Chooses the index that narrows a query most: columns that must equal constants first, then one
/// range or prefix, then a wanted order.
///
/// Only conditions on the row's own columns that all matches must meet are used. Without such a
/// condition an index is chosen for its order alone when a limit makes that worthwhile.
package struct IndexPlanner {
  private let schema: EntitySchema
  private let isSame: (ObjectKey, Int) -> Bool

  /// - Parameter entity: the entity whose columns the queries speak of.
  package init(_ schema: StoreSchema, entity: Int) {
    self.schema = schema.entities[entity]
    isSame = { key, entity in
      key.store == 0 && schema.entities[key.entity].root == schema.entities[entity].root
    }
  }

  /// Returns the best plan; nil when scanning the rows is better.
  package func plan(_ query: Query, _ candidates: [IndexCandidate]) -> IndexPlan? {
    var best: (plan: IndexPlan, score: Int)?
    let conditions = query.filter?.conjuncts ?? []
    for (index, candidate) in candidates.enumerated() {
      guard candidate.entities.lowerBound <= query.concreteEntities.lowerBound,
        candidate.entities.upperBound >= query.concreteEntities.upperBound,
        let (plan, score) = plan(
          for: query, candidate: candidate, index: index, conditions: conditions)
      else { continue }
      if score > best?.score ?? 0 { best = (plan, score) }
    }
    return best?.plan
  }

  private func plan(
    for query: Query, candidate: IndexCandidate, index: Int, conditions: [Filter]
  ) -> (IndexPlan, score: Int)? {
    var search = IndexSearch(conditions)
    var fixed = 0
    for element in candidate.elements {
      guard search.fix(element, self) else { break }
      fixed += 1
    }
    let isComplete = fixed == candidate.elements.count
    var hasRange = false
    if !isComplete { hasRange = search.narrow(candidate.elements[fixed], self) }
    let isOneRun = search.prefixes.count <= 1
    let order = isOneRun ? order(by: query.sort, of: candidate, fixed: fixed) : .none
    let isSingle = isComplete && candidate.isUnique && isOneRun && !search.hasNull
    let usesOrder = order != .none && !query.sort.isEmpty && query.limit > 0
    var score = isSingle ? 1000 : fixed * 20 + (hasRange ? 10 : 0)
    if usesOrder { score += 5 }
    guard score > 0 else { return nil }
    let plan = IndexPlan(
      index: index, bounds: search.bounds, isInOrder: order == .forward,
      isInReverseOrder: order == .backward, residual: search.residual,
      coversExactly: candidate.entities == query.concreteEntities, isSingle: isSingle)
    return (plan, score)
  }

  // MARK: - Order

  private enum Order { case none, forward, backward }

  /// Returns the direction in which a run of the index, whose first columns are fixed, has the
  /// wanted order.
  private func order(by sort: [SortKey], of candidate: IndexCandidate, fixed: Int) -> Order {
    let fixedColumns = candidate.elements.prefix(fixed).map(\.column)
    // A fixed column orders nothing, so sort keys on it may be left out.
    let keys = sort.filter { !$0.path.hops.isEmpty || !fixedColumns.contains($0.path.column) }
    let rest = candidate.elements.dropFirst(fixed)
    if keys.isEmpty { return rest.isEmpty ? .forward : .none }
    guard keys.count == rest.count else { return .none }
    var directions: Set<Bool> = []
    for (key, element) in zip(keys, rest) {
      guard key.path == ColumnPath(element.column) else { return .none }
      let isText = schema.kind(of: element.column) == .text
      guard !isText || key.collation == .binary else { return .none }
      directions.insert(key.isAscending == element.isAscending)
    }
    guard directions.count == 1 else { return .none }
    return directions.contains(true) ? .forward : .backward
  }

  // MARK: - Columns

  func kind(_ column: Column) -> SlotKind { schema.kind(of: column) }

  /// Returns true if a key can stand in a column: the numbers of another hierarchy mean other
  /// objects.
  func isPlausible(_ key: ObjectKey, in column: Column) -> Bool {
    switch column {
    case .toOne(let index): isSame(key, schema.toOnes[index].destination)
    case .key: isSame(key, schema.index)
    case .attribute: false
    }
  }
}
