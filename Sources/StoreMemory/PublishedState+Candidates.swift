// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

extension PublishedState {
  /// Numbers, ascending, among which all matches of a query are; nil when only a scan finds them.
  /// Uses what the filter demands of the object itself, of a to-one and of unique columns.
  func candidates(_ query: Query) -> [Int64]? {
    guard let filter = query.filter else { return nil }
    let conjuncts = filter.conjuncts
    for conjunct in conjuncts {
      guard let (column, keys) = conjunct.demandedObjects else { continue }
      switch column {
      case .key: return Set(keys.map(\.number)).sorted()
      case .toOne(let index):
        guard let ordinal = state.layout.inverse(of: query.entity, toOne: index) else { continue }
        return referring(ordinal, keys)
      case .attribute: continue
      }
    }
    return uniqueCandidates(query.entity, conjuncts)
  }

  private func referring(_ ordinal: Int, _ keys: [ObjectKey]) -> [Int64] {
    if keys.count == 1 { return state.inverses[ordinal][keys[0].number].numbers }
    let owners = Set(keys.map(\.number))
    return owners.flatMap { state.inverses[ordinal][$0].numbers }.sorted()
  }

  private func uniqueCandidates(_ entity: Int, _ conjuncts: [Filter]) -> [Int64]? {
    let schema = schema.entities[entity]
    for (constraint, ordinal) in state.layout.entities[entity].constraints {
      var key = SortableKey()
      let isDemanded = schema.constraints[constraint.index].columns.allSatisfy { column in
        conjuncts.contains { conjunct in
          guard let value = conjunct.demandedValue(of: column), !value.isNull else { return false }
          return key.append(value, kind: schema.kind(of: column))
        }
      }
      if isDemanded { return state.uniques[ordinal].candidates(key).sorted() }
    }
    return nil
  }
}

/// The rows of a state that a query has to look at, ascending by number unless an index has another
/// order.
struct MemoryCandidates: CandidateRows {
  private let rows: PagedArray<Row?>
  private let numbers: [Int64]?

  init(_ query: Query, by access: MemoryAccess, _ published: PublishedState) {
    rows = published.rows(of: query.entity)
    numbers = access.numbers
  }

  func forEach(
    _ body: (ObjectKey, Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    if let numbers { return try visit(numbers, body) }
    try rows.forEachPage { start, page throws(StoreError) in
      for place in page.indices {
        guard let row = page[place] else { continue }
        let key = ObjectKey(entity: row.entity, number: start + Int64(place))
        guard try body(key, row) else { return false }
      }
      return true
    }
  }

  private func visit(
    _ numbers: [Int64], _ body: (ObjectKey, Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    for number in numbers {
      guard let row = rows[number] else { continue }
      guard try body(ObjectKey(entity: row.entity, number: number), row) else { return }
    }
  }
}
