// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A ``MemoryState`` that everybody may see and nobody changes.
final class PublishedState: Sendable {
  let state: MemoryState
  private let schema: StoreSchema
  /// The rows by entity, so that a look-up copies no part of the state.
  private let rows: [PagedArray<Row?>]

  init(_ state: MemoryState) {
    self.state = state
    schema = state.layout.schema
    rows = state.layout.tables.map { state.tables[$0].rows }
  }

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
