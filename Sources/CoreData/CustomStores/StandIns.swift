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

  /// - Parameter reader: the transaction's, from before the commit.
  init(_ changes: ChangeSet, _ reader: any StoreSnapshot, in store: NSPersistentStore) {
    self.changes = changes
    self.reader = reader
    self.store = store
    isApplied = store.backend.capabilities.contains(.transactionalReads)
    context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = store.persistentStoreCoordinator
    schema = context.requiredCoordinator.schema
  }

  func objects() throws -> SavedObjects {
    var objects = SavedObjects()
    objects.keeper = context
    objects.inserted = changes.inserts.map { object($0.key, $0.row) }
    objects.updated = try updatedKeys().compactMap { key in
      try row(key).map { object(ObjectKey(entity: $0.entity, number: key.number), $0) }
    }
    objects.deleted = changes.deletes.map { context.materialise(own($0.key)) }
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

  /// Objects whose rows or links change, ascending.
  private func updatedKeys() -> [ObjectKey] {
    var keys = Set(changes.updates.map(\.key))
    for link in changes.links { keys.formUnion([link.first, link.second]) }
    keys.subtract(changes.inserts.map(\.key))
    keys.subtract(changes.deletes.map(\.key))
    return keys.sorted()
  }

  /// The row of a stored object as it will be.
  private func row(_ key: ObjectKey) throws -> Row? {
    guard let stored = try reader.row(for: key), !isApplied,
      let update = changes.updates.first(where: { $0.key == key })
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
      var members: [ObjectKey] = []
      if isApplied || !isNew {
        members = try reader.related(reference, of: [owner.key.inStore(0)], withRows: false).keys
      }
      if !isApplied {
        members = StandInMembers(changes, owner.key.inStore(0), schema, reference).applied(
          to: members)
      }
      owner.heldToMany(index).fulfil(members.map { context.materialise(own($0)) })
    }
  }
}

/// What a change set does to the members of one to-many.
private struct StandInMembers {
  private let changes: ChangeSet
  private let owner: ObjectKey
  private let toMany: ToManySchema

  init(
    _ changes: ChangeSet, _ owner: ObjectKey, _ schema: StoreSchema,
    _ reference: RelationshipReference
  ) {
    self.changes = changes
    self.owner = owner
    toMany = schema.entities[reference.entity].toManys[reference.toMany]
    destination = schema.entities[toMany.destination]
  }

  private let destination: EntitySchema

  func applied(to members: [ObjectKey]) -> [ObjectKey] {
    let gone = Set(changes.deletes.map(\.key))
    let left = members.filter { !gone.contains($0) }
    switch toMany.storage {
    case .inverse(let toOne): return inverse(left, toOne)
    case .link(let link, let side): return linked(left, link, side)
    }
  }

  private func inverse(_ members: [ObjectKey], _ toOne: Int) -> [ObjectKey] {
    let schema = destination.toOnes[toOne]
    var members = members
    var orders: [ObjectKey: Int64] = [:]
    func look(_ key: ObjectKey, _ row: Row) {
      guard destination.subtree.contains(key.entity) else { return }
      members.removeAll { $0 == key }
      guard let owner = row.reference(schema.slot), owner.number == self.owner.number else {
        return
      }
      members.append(key)
      if let slot = schema.orderSlot { orders[key] = row.integer(slot) }
    }
    for insert in changes.inserts { look(insert.key, insert.row) }
    for update in changes.updates where update.changed.contains(schema.slot) {
      look(update.key, update.row)
    }
    guard toMany.isOrdered else { return members }
    return members.enumerated().sorted {
      (orders[$0.element] ?? 0, $0.offset) < (orders[$1.element] ?? 0, $1.offset)
    }.map(\.element)
  }

  private func linked(_ members: [ObjectKey], _ link: Int, _ side: LinkSide) -> [ObjectKey] {
    var members = members
    var orders: [ObjectKey: Int64] = [:]
    for change in changes.links where change.link == link {
      let (own, other) =
        side == .first ? (change.first, change.second) : (change.second, change.first)
      guard own.number == owner.number else { continue }
      members.removeAll { $0 == other }
      guard case .add = change.kind else { continue }
      members.append(other)
      orders[other] = side == .first ? change.orderInFirst : change.orderInSecond
    }
    guard toMany.isOrdered else { return members }
    return members.enumerated().sorted {
      (orders[$0.element] ?? .max, $0.offset) < (orders[$1.element] ?? .max, $1.offset)
    }.map(\.element)
  }
}
