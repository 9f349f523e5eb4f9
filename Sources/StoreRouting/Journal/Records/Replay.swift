// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The change set that brings a store to where a record leads, from wherever it is: applied twice it
/// changes nothing the second time (R-PSC-914).
struct Replay {
  private let reader: any StoreSnapshot
  private let schema: StoreSchema

  init(_ reader: any StoreSnapshot, _ schema: StoreSchema) {
    self.reader = reader
    self.schema = schema
  }

  func changes(for recorded: ChangeSet) throws(StoreError) -> ChangeSet {
    var result = ChangeSet()
    result.isReplay = true
    result.links = recorded.links
    result.metadata = recorded.metadata
    result.notes = recorded.notes
    result.keepsAllOwners = recorded.keepsAllOwners
    try addInserts(recorded.inserts, to: &result)
    try addUpdates(recorded.updates, to: &result)
    try addDeletes(recorded.deletes, to: &result)
    result.inserts.sort { $0.key < $1.key }
    result.updates.sort { $0.key < $1.key }
    return result
  }

  private func addInserts(
    _ inserts: [RowInsert], to result: inout ChangeSet
  ) throws(StoreError) {
    let stored = try reader.rows(for: inserts.map(\.key))
    for (insert, stored) in zip(inserts, stored) {
      guard let stored else {
        result.inserts.append(insert)
        continue
      }
      result.updates.append(
        RowUpdate(
          key: insert.key, row: insert.row, changed: schema.slots(of: insert.row.entity),
          expectedVersion: stored.version))
    }
  }

  /// Changes without a version are of places in ordered relationships, of rows that need not be
  /// there.
  private func addUpdates(
    _ updates: [RowUpdate], to result: inout ChangeSet
  ) throws(StoreError) {
    let stored = try reader.rows(for: updates.map(\.key))
    for (update, stored) in zip(updates, stored) {
      if let stored {
        var update = update
        if update.expectedVersion != nil { update.expectedVersion = stored.version }
        result.updates.append(update)
      } else if update.expectedVersion != nil {
        result.inserts.append(RowInsert(key: update.key, row: update.row))
      }
    }
  }

  private func addDeletes(
    _ deletes: [RowDelete], to result: inout ChangeSet
  ) throws(StoreError) {
    let stored = try reader.rows(for: deletes.map(\.key))
    for (delete, stored) in zip(deletes, stored) where stored != nil {
      result.deletes.append(RowDelete(key: delete.key, expectedVersion: nil))
    }
  }
}

extension StoreSchema {
  /// The slots of all columns of an entity, as a change names them.
  func slots(of entity: Int) -> SlotSet {
    var slots = SlotSet()
    for attribute in entities[entity].attributes { slots.insert(attribute.slot) }
    for toOne in entities[entity].toOnes {
      slots.insert(toOne.slot)
      if let order = toOne.orderSlot { slots.insert(order) }
    }
    return slots
  }
}
