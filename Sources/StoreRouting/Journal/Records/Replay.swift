// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The change set that brings a store to where a record leads.
///
/// The store must be where it was when the record was made: rows have the versions that they had
/// then, and what rows refer to is there. A copy that lacks saves of its own does not have that, and
/// is left alone (R-PSC-921). Rows of batch requests are written whatever stood in their place.
struct Replay {
  /// The store is not what the record is for.
  struct Mismatch: Error {}

  private let reader: any StoreSnapshot
  private let schema: StoreSchema
  /// False for a store that forgets versions when it is closed.
  private let keepsVersions: Bool

  init(_ reader: any StoreSnapshot, _ schema: StoreSchema, keepsVersions: Bool) {
    self.reader = reader
    self.keepsVersions = keepsVersions
    self.schema = schema
  }

  func changes(for recorded: ChangeSet) throws -> ChangeSet {
    var result = recorded
    result.isReplay = true
    result.updates = []
    guard try reader.rows(for: recorded.inserts.map(\.key)).allSatisfy({ $0 == nil }) else {
      throw Mismatch()
    }
    try addUpdates(recorded.updates, to: &result)
    result.inserts.sort { $0.key < $1.key }
    result.deletes = try deletes(recorded.deletes)
    try requireDestinations(of: result)
    return result
  }

  private func addUpdates(_ updates: [RowUpdate], to result: inout ChangeSet) throws {
    let stored = try reader.rows(for: updates.map(\.key))
    for (update, stored) in zip(updates, stored) {
      switch update.expectedVersion {
      case nil: result.updates.append(update)
      case RedoRecord.anyVersion: overwrite(update, stored, in: &result)
      case let version:
        guard isSame(stored?.version, version) else { throw Mismatch() }
        var update = update
        update.expectedVersion = stored?.version
        result.updates.append(update)
      }
    }
  }

  private func isSame(_ stored: Int64?, _ recorded: Int64?) -> Bool {
    keepsVersions ? stored == recorded : stored != nil
  }

  private func overwrite(_ update: RowUpdate, _ stored: Row?, in result: inout ChangeSet) {
    guard let stored else {
      return result.inserts.append(RowInsert(key: update.key, row: update.row))
    }
    var update = update
    update.expectedVersion = stored.version
    result.updates.append(update)
  }

  private func deletes(_ deletes: [RowDelete]) throws -> [RowDelete] {
    let stored = try reader.rows(for: deletes.map(\.key))
    return try zip(deletes, stored).compactMap { delete, stored in
      if let version = delete.expectedVersion, !isSame(stored?.version, version) {
        throw Mismatch()
      }
      return stored.map { RowDelete(key: delete.key, expectedVersion: $0.version) }
    }
  }

  /// Rows that are written may lead only to rows that are there.
  private func requireDestinations(of changes: ChangeSet) throws {
    let new = Set(changes.inserts.map { number(of: $0.key) })
    var others: Set<ObjectKey> = []
    for insert in changes.inserts { others.formUnion(destinations(insert.row, nil)) }
    for update in changes.updates {
      others.formUnion(destinations(update.row, update.changed))
    }
    for link in changes.links where link.kind == .add {
      others.formUnion([link.first, link.second])
    }
    let wanted = others.filter { !new.contains(number(of: $0)) }.sorted()
    guard try reader.rows(for: wanted).allSatisfy({ $0 != nil }) else { throw Mismatch() }
  }

  private func destinations(_ row: Row, _ changed: SlotSet?) -> [ObjectKey] {
    schema.entities[row.entity].toOnes.compactMap { toOne in
      changed?.contains(toOne.slot) ?? true ? row.reference(toOne.slot) : nil
    }
  }

  /// The same for all entities of a hierarchy.
  private func number(of key: ObjectKey) -> ObjectKey {
    ObjectKey(entity: schema.entities[key.entity].root, number: key.number)
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
