// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// Objects for a change set that no context stands behind, such as that of a copied store: users'
/// stores are handed objects all the same.
///
/// They live in a context of their own, have the values that the change set leads to, and for new
/// ones the store is asked for names.
struct StandIns {
  private let changes: ChangeSet
  private let reader: any StoreSnapshot
  private let store: NSPersistentStore
  private let context: NSManagedObjectContext
  private let schema: StoreSchema
  /// Whether the reader shows what is to be saved already.
  private let isApplied: Bool
  /// What is stored until the commit.
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
    objects.inserted = changes.inserts.map { object($0.key, $0.row) }
    objects.updated = try updatedKeys().compactMap { key in
      try row(key).map { object(ObjectKey(entity: $0.entity, number: key.number), $0) }
    }
    objects.deleted = try changes.deletes.compactMap { delete in
      try before.row(for: delete.key).map {
        context.materialise(own(ObjectKey(entity: $0.entity, number: delete.key.number)))
      }
    }
    objects.locked = try changes.checks.compactMap { check in
      try row(check.key).map { object(check.key, $0) }
    }
    for owner in objects.inserted { try fulfil(owner, isNew: true) }
    for owner in objects.updated { try fulfil(owner, isNew: false) }
    return objects
  }

  private func own(_ key: ObjectKey) -> ObjectKey { key.inStore(store.ordinal) }

  private func object(_ key: ObjectKey, _ row: Row) -> NSManagedObject {
    let object = context.adopt(own(key), row, stamp: context.commitStamp)
    if !object.flags.contains(.realised) { object.finishFiring() }
    return object
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

  /// The objects that a row makes a member of something.
  private func owners(_ row: Row, changed: SlotSet? = nil) -> [ObjectKey] {
    schema.entities[row.entity].toOnes.compactMap { toOne in
      guard toOne.isInverseToMany, changed?.contains(toOne.slot) ?? true else { return nil }
      return row.reference(toOne.slot)
    }
  }

  /// The objects that have an object as a member.
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

  /// The row of a stored object as it will be.
  private func row(_ key: ObjectKey) throws -> Row? {
    guard let stored = try reader.row(for: key), !isApplied, let update = updates[key]
    else { return try reader.row(for: key) }
    return RowLayout(schema.entities[stored.entity]).merge(
      update, into: stored, with: RowAssembler(chunkCapacity: 256))
  }

  // MARK: - To-many relationships

  private func fulfil(_ owner: NSManagedObject, isNew: Bool) throws {
    for index in owner.layout.relationships {
      let record = owner.layout.properties[index]
      guard record.kind == .toMany, record.column >= 0 else { continue }
      let reference = RelationshipReference(entity: owner.layout.index, toMany: record.column)
      var members = RelatedBatch()
      if isApplied || !isNew {
        members = try reader.related(reference, of: [owner.key.inStore(0)], withRows: false)
      }
      let keys =
        isApplied
        ? members.keys
        : StandInMembers(changes, owner.key.inStore(0), schema, reference).applied(to: members)
      owner.heldToMany(index).fulfil(keys.map { context.materialise(own($0)) })
    }
  }
}
