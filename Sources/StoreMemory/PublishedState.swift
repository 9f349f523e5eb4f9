// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A ``MemoryState`` that everybody may see and nobody changes.
final class PublishedState: Sendable {
  let state: MemoryState
  let schema: StoreSchema
  /// The rows by entity, so that a look-up copies no part of the state.
  private let rows: [PagedArray<Row?>]
  private let shelf: IndexShelf?

  /// - Parameter isShared: whether queries of others will come; else no index is made for them.
  init(_ state: MemoryState, isShared: Bool = true) {
    self.state = state
    shelf = isShared ? IndexShelf(state.indexes, state.demand) : nil
    schema = state.layout.schema
    rows = state.layout.tables.map { state.tables[$0].rows }
  }

  /// The state for a transaction to change, with the indexes that have been made of it.
  var successor: MemoryState {
    var state = state
    if let shelf { state.indexes = shelf.present }
    return state
  }

  /// Returns an ordered index; nil when there is none.
  func index(_ number: Int) -> OrderedIndex? {
    shelf.map { $0.index(number, of: state) } ?? state.indexes[number]
  }

  /// How many rows there are of some entities together.
  func count(of entities: Range<Int>) -> Int {
    entities.reduce(0) { sum, entity in
      let table = state.layout.tables[entity]
      return sum + state.tables[table].counts[entity - state.layout.roots[table]]
    }
  }

  /// The rows of the hierarchy of an entity.
  func rows(of entity: Int) -> PagedArray<Row?> { rows[entity] }

  /// Returns the row of a key, whose entity may be an ancestor of the row's.
  func row(_ key: ObjectKey) -> Row? {
    guard key.store == 0, let row = rows[key.entity][key.number] else { return nil }
    let entity = row.entity
    guard entity == key.entity || schema.entities[key.entity].subtree.contains(entity) else {
      return nil
    }
    return row
  }
}
