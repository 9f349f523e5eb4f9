// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import Synchronization

/// The IDs of all objects of a store that was migrated: old, new, old, new (R-PSC-101). Looked up
/// when somebody first asks for one: a notification carries them, and hardly anybody reads them.
// Sendable: the keys are behind the mutex, the source is set before the list is handed out.
final class TransferredIDs: NSArray {
  private let keys = OrderedMutex<[ObjectKey]?>(nil, .leaf)
  private nonisolated(unsafe) var source: NSPersistentStoreCoordinator?
  private nonisolated(unsafe) var ordinal = 0
  private nonisolated(unsafe) var former: StoreReference?

  static func list(
    of store: NSPersistentStore, after former: StoreReference,
    in coordinator: NSPersistentStoreCoordinator
  ) -> TransferredIDs {
    let list = TransferredIDs()
    list.source = coordinator
    list.ordinal = store.ordinal
    list.former = former
    return list
  }

  override var count: Int { 2 * found.count }

  override func object(at index: Int) -> Any {
    let keys = found
    guard let source, index >= 0, keys.indices.contains(index / 2) else {
      raise(
        .invalidArgument, "The list has \(2 * keys.count) object IDs; there is none at \(index).")
    }
    let key = keys[index / 2]
    return index % 2 == 0 ? source.objectID(for: key, of: former) : source.objectID(for: key)
  }

  /// Read without the lock, since stores are asked, users' too. Of two that read at once the first
  /// tells what the list is.
  private var found: [ObjectKey] {
    if let known = keys.withLock({ $0 }) { return known }
    let read = source.map { readKeys($0) } ?? []
    return keys.withLock { keys in
      let found = keys ?? read
      keys = found
      return found
    }
  }

  private func readKeys(_ coordinator: NSPersistentStoreCoordinator) -> [ObjectKey] {
    do {
      return try coordinator.schema.entities.filter { $0.parent == nil }.flatMap { root in
        try readKeys(of: root, in: coordinator)
      }
    } catch {
      // A store that cannot be read any more has no IDs to tell: rather none than some of them.
      return []
    }
  }

  private func readKeys(
    of root: EntitySchema, in coordinator: NSPersistentStoreCoordinator
  ) throws -> [ObjectKey] {
    var keys: [ObjectKey] = []
    var query = Query(entity: root.index, concreteEntities: root.subtree)
    query.output = .keys
    try coordinator.router.run(query, in: FetchScope(stores: [ordinal])) { batch in
      keys += batch.keys
      return true
    }
    return keys
  }
}

extension NSPersistentStoreCoordinator {
  /// Returns the ID that an object has now whose store was migrated since the given ID was made;
  /// the same ID when nothing happened, nil when its store is not here. No I/O. Our addition.
  public final func migratedObjectID(for id: NSManagedObjectID) -> NSManagedObjectID? {
    guard let key = key(of: id), let store = router.store(key.store) else { return nil }
    return id.reference?.identifier == store.identifier ? id : objectID(for: key)
  }
}
