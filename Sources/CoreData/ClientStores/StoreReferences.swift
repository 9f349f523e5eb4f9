// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Object IDs of client stores, and the reference data in them.
enum StoreReferences {
  static func id(
    of reference: Any, _ entity: NSEntityDescription, in store: NSPersistentStore
  ) -> NSManagedObjectID {
    let place = store.place
    guard let numbers = place.reference.numbers, let coordinator = store.persistentStoreCoordinator
    else {
      raise(
        .internalInconsistency,
        "An object ID was asked of a store that is not in a coordinator any more.")
    }
    guard let schema = entity.name.flatMap(coordinator.schema.entity(named:)) else {
      raise(
        .invalidArgument,
        "The entity \(entity.name ?? "without a name") is not in the coordinator's model.")
    }
    return coordinator.objectID(
      for: ObjectKey(
        entity: schema.index,
        number: numbers.number(
          for: reference, root: coordinator.schema.entities[schema.root].name),
        store: place.ordinal))
  }

  static func reference(of id: NSManagedObjectID, in store: NSPersistentStore) -> Any {
    guard let numbers = store.place.reference.numbers else { return id.key.number }
    return numbers.reference(of: key(of: id, in: store).number, root: id.layout.rootName)
  }

  /// The key of an ID if it is the store's own.
  static func ownKey(of id: NSManagedObjectID, in store: NSPersistentStore) -> ObjectKey? {
    guard !id.isTemporaryID, id.reference?.identifier == store.reference.identifier else {
      return nil
    }
    return store.persistentStoreCoordinator?.key(of: id)
  }

  /// Returns the key of an ID, which must be the store's own.
  static func key(of id: NSManagedObjectID, in store: NSPersistentStore) -> ObjectKey {
    guard let key = ownKey(of: id, in: store) else {
      raise(
        .invalidArgument,
        "\(id.uriRepresentation()) is not an object of the store \(store.url?.path ?? store.type). "
          + "Pass IDs that this store made.")
    }
    return key
  }
}
