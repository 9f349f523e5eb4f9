// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// Keeps the ordered indexes that have been made up with writes. The others cost nothing.
extension MemoryState {
  mutating func enter(_ inserts: UnsafeBufferPointer<RowInsert>) {
    guard let entity = inserts.first?.key.entity else { return }
    for index in layout.indexesOfEntity[entity] where indexes[index] != nil {
      let buffer = KeyBuffer()
      for insert in inserts {
        let entry = layout.indexes[index].entry(
          of: insert.row, number: insert.key.number, in: buffer)
        withExtendedLifetime(buffer) { _ = indexes[index]?.insert(entry) }
      }
    }
  }

  mutating func reenter(_ old: Row, as row: Row, number: Int64, changed: SlotSet) {
    for index in layout.indexesOfEntity[row.entity] where indexes[index] != nil {
      let definition = layout.indexes[index]
      guard definition.isAffected(by: changed) else { continue }
      let buffer = KeyBuffer()
      withExtendedLifetime(buffer) {
        _ = indexes[index]?.remove(definition.entry(of: old, number: number, in: buffer))
        _ = indexes[index]?.insert(definition.entry(of: row, number: number, in: buffer))
      }
    }
  }

  mutating func leave(_ row: Row, number: Int64) {
    for index in layout.indexesOfEntity[row.entity] where indexes[index] != nil {
      let buffer = KeyBuffer()
      withExtendedLifetime(buffer) {
        _ = indexes[index]?.remove(
          layout.indexes[index].entry(of: row, number: number, in: buffer))
      }
    }
  }
}
