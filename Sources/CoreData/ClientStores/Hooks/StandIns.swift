// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// Objects for a change set that no context stands behind, such as that of a copied store: users'
/// stores are handed objects all the same.
///
/// They look like those of a save: in a context of their own, pending, with the values that the
/// change set leads to as changes of what is stored. New ones are named by the store.
struct StandIns {
  private let changes: ChangeSet
  private let reader: any StoreSnapshot
  private let store: NSPersistentStore
  /// Use the objects on its queue.
  let context: NSManagedObjectContext
  private let schema: StoreSchema
  /// True if the reader shows what is to be saved already.
  private let isApplied: Bool
  /// The view of the store before the commit.
  private let before: any StoreSnapshot
  private let updates: [ObjectKey: RowUpdate]

  /// - Parameter reader: the transaction's, from before the commit.
  init(_ changes: ChangeSet, _ reader: any StoreSnapshot, in store: NSPersistentStore) throws {
    self.changes = changes
    self.reader = reader
    self.store = store
    isApplied = store.backend.capabilities.contains(.transactionalReads)
    before = try store.backend.beginRead()
    updates = Dictionary(changes.updates.map { ($0.key, $0) }) { first, _ in first }
    context = .aside(of: store.persistentStoreCoordinator)
    schema = context.requiredCoordinator.schema
  }

  func objects() throws -> SavedObjects {
    defer { before.end() }
    var objects = SavedObjects()
    objects.keeper = context
    // All are there before any has its values, which lead to others.
    objects.inserted = changes.inserts.map { object($0.key, $0.row) }
    let former = try updatedKeys().compactMap { key in
      try before.row(for: key).map { (key: key, row: $0) }
    }
    objects.updated = former.map { object($0.key, $0.row) }
    objects.deleted = try changes.deletes.compactMap { delete in
      try before.row(for: delete.key).map { object(delete.key, $0) }
    }
    objects.locked = try changes.checks.compactMap { check in
      try row(check.key).map { object(check.key, $0) }
    }
    // New ones have never been fetched.
    for object in objects.inserted { object.state.fire() }
    for object in objects.updated + objects.deleted + objects.locked
    where !object.flags.contains(.realised) { object.finishFiring() }
    for (object, insert) in zip(objects.inserted, changes.inserts) {
      object.standForInsertion(of: insert.row)
      try addMembers(to: object)
    }
    for (object, former) in zip(objects.updated, former) {
      let new = try row(former.key) ?? former.row
      object.standForUpdate(to: new, updates[former.key]?.changed)
      try changeMembers(of: object)
    }
    for object in objects.deleted { object.state.delete() }
    context.tracker.adopt(
      inserted: objects.inserted, updated: objects.updated, deleted: objects.deleted)
    return objects
  }

  private func own(_ key: ObjectKey) -> ObjectKey { key.inStore(store.ordinal) }

  /// Returns the object of a row, which is of the concrete entity.
  private func object(_ key: ObjectKey, _ row: Row) -> NSManagedObject {
    context.adopt(
      own(ObjectKey(entity: row.entity, number: key.number)), row, stamp: context.commitStamp)
  }

  /// Objects whose rows change, or which relate to others than before, ascending.
  private func updatedKeys() throws -> [ObjectKey] {
    var keys = Set(changes.updates.map(\.key))
    for link in changes.links { keys.formUnion([link.first, link.second]) }
    for insert in changes.inserts { keys.formUnion(owners(insert.row)) }
    for update in changes.updates {
      keys.formUnion(owners(update.row, changed: update.changed))
      if let row = try before.row(for: update.key) {
        keys.formUnion(owners(row, changed: update.changed))
      }
    }
    for delete in changes.deletes { keys.formUnion(try related(to: delete.key)) }
    keys.subtract(changes.inserts.map(\.key))
    keys.subtract(changes.deletes.map(\.key))
    return keys.sorted()
  }

  /// Returns the objects that a row makes a member of something.
  private func owners(_ row: Row, changed: SlotSet? = nil) -> [ObjectKey] {
    schema.entities[row.entity].toOnes.compactMap { toOne in
      guard toOne.isInverseToMany, changed?.contains(toOne.slot) ?? true else { return nil }
      return row.reference(toOne.slot)
    }
  }

  /// Returns the objects that have an object as a member.
  private func related(to key: ObjectKey) throws -> [ObjectKey] {
    guard let row = try before.row(for: key) else { return [] }
    let own = ObjectKey(entity: row.entity, number: key.number)
    var keys = owners(row)
    for (index, toMany) in schema.entities[row.entity].toManys.enumerated() {
      guard case .link = toMany.storage else { continue }
      let reference = RelationshipReference(entity: row.entity, toMany: index)
      keys += try before.related(reference, of: [own], withRows: false).keys
    }
    return keys
  }

  /// Returns the row of a stored object as it will be.
  private func row(_ key: ObjectKey) throws -> Row? {
    guard let stored = try reader.row(for: key), !isApplied, let update = updates[key]
    else { return try reader.row(for: key) }
    return RowLayout(schema.entities[stored.entity]).merge(
      update, into: stored, with: RowAssembler(chunkCapacity: 256))
  }

  // MARK: - To-many relationships

  /// All members of a new object are additions.
  private func addMembers(to owner: NSManagedObject) throws {
    try forEachToMany(of: owner) { index, reference in
      let known = try isApplied ? stored(reference, of: owner, reader) : RelatedBatch()
      let members = after(known, reference: reference, owner: owner)
      guard !members.isEmpty else { return }
      let value = owner.heldToMany(index)
      for key in members { value.add(context.materialise(own(key))) }
      owner.state.noteChange(index)
    }
  }

  private func changeMembers(of owner: NSManagedObject) throws {
    try forEachToMany(of: owner) { index, reference in
      let former = try stored(reference, of: owner, before)
      let known = try isApplied ? stored(reference, of: owner, reader) : former
      let members = after(known, reference: reference, owner: owner)
      let value = owner.heldToMany(index)
      value.fulfil(former.keys.map { context.materialise(own($0)) })
      let (old, new) = (Set(former.keys), Set(members))
      for key in former.keys where !new.contains(key) {
        value.remove(context.materialise(own(key)))
      }
      for key in members where !old.contains(key) { value.add(context.materialise(own(key))) }
      if value.isOrdered { value.arrange(members.map { context.materialise(own($0)) }) }
      if value.hasChanges { owner.state.noteChange(index) }
    }
  }

  private func forEachToMany(
    of owner: NSManagedObject, _ body: (Int, RelationshipReference) throws -> Void
  ) rethrows {
    for index in owner.layout.relationships {
      let record = owner.layout.properties[index]
      guard record.kind == .toMany, record.column >= 0 else { continue }
      try body(index, RelationshipReference(entity: owner.layout.index, toMany: record.column))
    }
  }

  private func stored(
    _ reference: RelationshipReference, of owner: NSManagedObject, _ snapshot: any StoreSnapshot
  ) throws -> RelatedBatch {
    try snapshot.related(reference, of: [owner.key.inStore(0)], withRows: false)
  }

  /// Returns the members after the save, in their order.
  /// - Parameter known: those that the reader shows.
  private func after(
    _ known: RelatedBatch, reference: RelationshipReference, owner: NSManagedObject
  ) -> [ObjectKey] {
    if isApplied { return known.keys }
    return StandInMembers(
      changes: changes, owner: owner.key.inStore(0), schema: schema, reference: reference
    ).applied(to: known)
  }
}
