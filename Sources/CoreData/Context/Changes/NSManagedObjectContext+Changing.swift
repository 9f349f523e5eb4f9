// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Inserting, deleting, assigning.
extension NSManagedObjectContext {
  /// Returns the entity of a class in this context's model; remembered, since every insertion asks.
  final func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
    registry.entity(of: type) { EntityLookup.entity(of: type, in: self) }
  }

  /// A new object enters the context: temporary ID, defaults, `awakeFromInsert`.
  final func insertNew(_ object: NSManagedObject) {
    ConcurrencyCheck.require(self, "insert")
    if object.layout.isAbstract || object.layout.model !== coordinator?.layouts {
      requireInsertable(object)
    }
    registry.noteClass(type(of: object))
    enrol(object, as: object.namedKey, newWith: object.layout.defaultRow)
    tracker.noteInsertion(of: object)
    insertRelated(object)
    object.awakeFromInsert()
  }

  /// Objects related while they had no context come along (R-CTX-152, 380).
  private final func insertRelated(_ object: NSManagedObject) {
    guard !object.cells.isEmpty else { return }
    for index in object.layout.relationships {
      switch object.cells[index] {
      case .toOne(let related): insertIfLoose(related)
      case .toMany(let value): value.added.forEach(insertIfLoose)
      default: break
      }
    }
  }

  private final func insertIfLoose(_ object: NSManagedObject) {
    if object.context == nil, !object.flags.contains(.orphan) { insertNew(object) }
  }

  private final func requireInsertable(_ object: NSManagedObject) {
    NoEntity.refuse(object)
    let entity = object.entity
    guard !entity.isAbstract else {
      raise(
        .invalidArgument,
        "The entity \(object.layout.schema.name) is abstract; insert an object of one of its "
          + "subentities.")
    }
    let entities = requiredCoordinator.entities
    guard object.layout.index < entities.count, entities[object.layout.index] === entity else {
      raise(
        .invalidArgument,
        "The entity \(object.layout.schema.name) does not belong to the model of this context's "
          + "coordinator. Look it up by name in the context.")
    }
  }

  final func insertExisting(_ object: NSManagedObject) {
    if object.context === self {
      guard object.flags.contains(.deleted) else { return }
      object.announceChange()
      if undoManager != nil { object.prepareEvent() }
      tracker.cancelDeletion(of: object)
      return
    }
    guard object.context == nil, !object.flags.contains(.orphan) else {
      raise(
        .invalidArgument,
        "An object cannot be inserted into a second context. Make a new one there and copy the "
          + "values.")
    }
    insertNew(object)
  }

  final func markDeleted(_ object: NSManagedObject) {
    ConcurrencyCheck.require(self, "delete(_:)")
    // What is in no context is gone already, as after a reset.
    guard let owner = object.context else { return }
    guard owner === self else {
      raise(
        .invalidArgument,
        "An NSManagedObjectContext cannot delete objects in other contexts. Look the object up "
          + "here by its objectID.")
    }
    // Deleted again, it is told again (R-CTX-406), unless it is being told.
    if object.flags.contains(.deleted) { return tracker.prepare(object) }
    object.announceChange()
    // Undo needs the values; loading them may find out that there are none.
    if undoManager != nil, !merging.isApplying { object.prepareEvent() }
    guard !object.flags.contains(.deleted) else { return }
    tracker.noteDeletion(of: object)
    tracker.prepare(object)
  }

  final func assignStore(_ object: Any, _ store: NSPersistentStore) {
    guard let object = object as? NSManagedObject, object.context === self else {
      raise(.invalidArgument, "Only objects registered in this context can be assigned to a store.")
    }
    let coordinator = requiredCoordinator
    guard coordinator.persistentStores.contains(where: { $0 === store }) else {
      raise(.invalidArgument, "The store is not among the stores of this context's coordinator.")
    }
    if !object.key.isTemporary, object.key.store == store.ordinal { return }
    guard store.entities.supports(object.layout.index) else {
      raise(
        .invalidArgument,
        "Can't assign an object to a store that does not contain the object's entity: "
          + "\(object.layout.schema.name) is not in configuration '\(store.configurationName)'.")
    }
    guard object.key.isTemporary else {
      raise(
        .invalidArgument,
        "Can't reassign an object to a different store once it has been saved. Copy it into the "
          + "other store and delete the original.")
    }
    assignments[ObjectIdentifier(object)] = store
    object.renewID()
  }
}
