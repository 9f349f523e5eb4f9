// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Removing a store, step by step (R-PSC-070).
enum StoreRemoval {
  static func run(
    _ store: NSPersistentStore, from coordinator: NSPersistentStoreCoordinator
  ) throws {
    try coordinator.router.tracer.whole {
      try takeOut(store, of: coordinator, writingMetadata: true)
    }
    // Contexts have queues: not while holding the lock.
    StoreInvalidation.announce(store.ordinal, to: coordinator.contexts)
  }

  /// With the structure locked. Contexts are told by the caller.
  ///
  /// - Parameter writesMetadata: whether metadata that wait for a save are written first
  ///   (R-PSC-072); not those of client, Binary and XML stores, which write everything with them.
  static func takeOut(
    _ store: NSPersistentStore, of coordinator: NSPersistentStoreCoordinator,
    writingMetadata writesMetadata: Bool = false
  ) throws {
    coordinator.structureLock.lock()
    defer { coordinator.structureLock.unlock() }
    guard coordinator.persistentStores.contains(where: { $0 === store }) else {
      throw CocoaError.make(
        .persistentStoreOperation, reason: "The store to remove is not in this coordinator.")
    }
    coordinator.router.settle(store.ordinal)
    if writesMetadata, store.place.engine?.needsLocation == true {
      coordinator.writeMetadata(of: store)
    }
    coordinator.noteChange(.close, of: store, since: StoreMonitor.time)
    coordinator.clientStores?.storeWillBeRemoved(store)
    store.willRemove(from: coordinator)
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
    coordinator.remoteChanges.end(store.ordinal)
    _ = try? coordinator.router.unmount(store.ordinal)  // it is listed, so it is mounted
    coordinator.delist(store)
    coordinator.clientStores?.storeWasRemoved()
    coordinator.staleRows.drop(store: store.ordinal)
    store.detach()
    coordinator.references.forget(store)
    store.backend.close()
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator,
      userInfo: [NSRemovedPersistentStoresKey: [store]])
  }
}
