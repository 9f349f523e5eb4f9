// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Conditions on what relationships lead to, made conditions on the row itself: the objects that
/// satisfy the rest of the path are found once, in their own table and by its indexes, and the row is
/// asked whether it refers to one of them. Without this every row would be followed along its path.
///
/// Only for what all matches must meet, and what no null on the path satisfies.
package struct JoinReduction {
  /// The questions of a reduction to a store. Both may lead to reductions again.
  package struct Questions {
    package var count: (Range<Int>) throws(StoreError) -> Int
    package var run: (Query, (RowBatch) -> Bool) throws(StoreError) -> Void

    package init(
      count: @escaping (Range<Int>) throws(StoreError) -> Int,
      run: @escaping (Query, (RowBatch) -> Bool) throws(StoreError) -> Void
    ) {
      self.count = count
      self.run = run
    }
  }

  private let schema: StoreSchema
  private let questions: Questions

  package init(_ schema: StoreSchema, _ questions: Questions) {
    self.schema = schema
    self.questions = questions
  }

  /// Returns true if a query has conditions that could be reduced. Cost: O(conditions).
  package static func applies(to query: Query) -> Bool {
    // A scan that ends at its limit may look at few rows only.
    guard let filter = query.filter, query.limit == 0 || !query.sort.isEmpty else { return false }
    return filter.hasReducible
  }

  /// Returns the query with its conditions reduced, where that costs less than following rows.
  package func reduced(_ query: Query) throws(StoreError) -> Query {
    let entity = schema.entities[query.entity]
    let rows = try questions.count(query.concreteEntities)
    var kept: [Filter] = []
    var beyond: [Int: [Filter]] = [:]
    for condition in query.filter?.conjuncts ?? [] {
      if let (hop, rest) = condition.beyondFirstHop {
        beyond[hop, default: []].append(rest)
      } else if let owners = try owners(condition, of: query, entity) {
        kept.append(asked(.isObject(ColumnPath(.key), owners), owners.count, of: rows))
      } else {
        kept.append(condition)
      }
    }
    for (hop, conditions) in beyond.sorted(by: { $0.key < $1.key }) {
      let toOne = entity.toOnes[hop]
      if let keys = try destinations(of: toOne, conditions, query, rows: rows) {
        let all = try questions.count(schema.entities[toOne.destination].subtree)
        kept.append(asked(.isObject(ColumnPath(.toOne(hop)), keys), keys.count, of: all))
      } else {
        kept += conditions.compactMap { $0.following(hop) }
      }
    }
    var reduced = query
    reduced.filter = .and(kept)
    return reduced
  }

  /// A condition that most objects satisfy is put so that no index is asked for it.
  private func asked(_ condition: Filter, _ count: Int, of all: Int) -> Filter {
    2 * count > all ? .or([condition]) : condition
  }

  /// Looking at so many times the rows of a destination as there are rows pays: a row of it is tested
  /// where it lies, and one that is followed has to be found.
  private static let worthwhile = 4

  private func destinations(
    of toOne: ToOneSchema, _ conditions: [Filter], _ query: Query, rows: Int
  ) throws(StoreError) -> [ObjectKey]? {
    let subtree = schema.entities[toOne.destination].subtree
    guard try questions.count(subtree) <= JoinReduction.worthwhile * max(rows, 64) else {
      return nil
    }
    var inner = Query(
      entity: toOne.destination, concreteEntities: subtree,
      filter: conditions.count == 1 ? conditions[0] : .and(conditions))
    inner.output = .keys
    inner.nullSemantics = query.nullSemantics
    var keys: [ObjectKey] = []
    try questions.run(inner) { batch in
      keys += batch.keys
      return true
    }
    return keys
  }

  /// The objects of which some member satisfies a condition, if the members refer to them: every member
  /// is looked at once at most, as it would be from its owner.
  private func owners(
    _ condition: Filter, of query: Query, _ entity: EntitySchema
  ) throws(StoreError) -> [ObjectKey]? {
    guard let (toMany, test) = condition.anyMember,
      case .inverse(let toOne) = entity.toManys[toMany].storage
    else { return nil }
    let destination = schema.entities[entity.toManys[toMany].destination]
    var inner = Query(
      entity: destination.index, concreteEntities: destination.subtree, filter: test)
    inner.nullSemantics = query.nullSemantics
    inner.needsRows = true
    let slot = destination.toOnes[toOne].slot
    var owners = Set<ObjectKey>()
    try questions.run(inner) { batch in
      for row in batch.rows { if let owner = row.destination(slot) { owners.insert(owner) } }
      return true
    }
    return Array(owners)
  }
}

extension Filter {
  /// True if some condition of a conjunction can be reduced. Allocates nothing.
  fileprivate var hasReducible: Bool {
    if case .and(let filters) = self { return filters.contains(where: \.hasReducible) }
    if anyMember != nil { return true }
    guard let path = rejectingPath, !path.hops.isEmpty else { return false }
    return path.column != .key || path.hops.count > 1
  }

  /// The hop that a condition's path begins with, and the condition on what the hop leads to; nil when
  /// there is no such path, or a null on it would satisfy the condition.
  fileprivate var beyondFirstHop: (hop: Int, rest: Filter)? {
    guard let path = rejectingPath, let hop = path.hops.first,
      !(path.column == .key && path.hops.count == 1)
    else { return nil }
    return (hop, replacing(ColumnPath(hops: Array(path.hops.dropFirst()), path.column)))
  }

  /// The condition as it was before its first hop was taken away.
  fileprivate func following(_ hop: Int) -> Filter? {
    rejectingPath.map { replacing(ColumnPath(hops: [hop] + $0.hops, $0.column)) }
  }

  fileprivate var anyMember: (toMany: Int, test: Filter)? {
    guard case .quantified(.any, let path, let test) = self, path.hops.isEmpty else { return nil }
    return (path.toMany, test)
  }

  /// The path that a condition looks along, if a null at its end is no match.
  package var rejectingPath: ColumnPath? {
    switch self {
    case .compare(.column(let path), let comparison, .value(let value), _):
      comparison == .notEqual || value.isNull ? nil : path
    case .isIn(.column(let path), _, _), .isObject(let path, _), .isEntity(let path, _): path
    case .between(.column(let path), .value, .value): path
    case .match(_, .column(let path), pattern: .value(let value), _): value.isNull ? nil : path
    default: nil
    }
  }

  private func replacing(_ path: ColumnPath) -> Filter {
    switch self {
    case .compare(_, let comparison, let value, let options):
      .compare(.column(path), comparison, value, options)
    case .isIn(_, let values, let options): .isIn(.column(path), values, options)
    case .isObject(_, let keys): .isObject(path, keys)
    case .isEntity(_, let entities): .isEntity(path, entities)
    case .between(_, let lower, let upper): .between(.column(path), lower: lower, upper: upper)
    case .match(let kind, _, let pattern, let options):
      .match(kind, .column(path), pattern: pattern, options)
    default: self
    }
  }
}
