// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension StoreSchema {
  /// Returns the updates that give copied rows back the moments of their saves: a store that derives
  /// them itself has taken the moment of the copy. Every other derived value is the same in a copy.
  func moments(of inserts: [RowInsert]) -> ChangeSet {
    var changes = ChangeSet()
    let attributes = derived.filter { $0.derivation == .now }
    guard !attributes.isEmpty else { return changes }
    for insert in inserts {
      var slots = SlotSet()
      for attribute in attributes
      where entities[attribute.entity].subtree.contains(insert.row.entity) {
        slots.insert(entities[attribute.entity].attributes[attribute.attribute].slot)
      }
      guard !slots.isEmpty else { continue }
      changes.updates.append(
        RowUpdate(key: insert.key, row: insert.row, changed: slots, expectedVersion: nil))
    }
    changes.isDerived = true
    return changes
  }
}
