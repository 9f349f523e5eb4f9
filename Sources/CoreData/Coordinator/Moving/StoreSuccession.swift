// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// A store that takes the place of another in a coordinator, under the same ordinal: keys of objects
/// stay, their IDs become the new store's (R-PSC-100, 102).
struct StoreSuccession {
  private let old: NSPersistentStore
  private let new: NSPersistentStore
  private let coordinator: NSPersistentStoreCoordinator

  /// - Parameter new: has its mount, with the old one's ordinal, and the same objects.
  init(
    of old: NSPersistentStore, by new: NSPersistentStore,
    in coordinator: NSPersistentStoreCoordinator
  ) {
    self.old = old
    self.new = new
    self.coordinator = coordinator
  }

  /// Waits for the requests that run on the old store; it is closed afterwards.
  func run() throws(RoutingError) {
    // Before the old store hears that it goes.
    try coordinator.router.requireUnused(new.backend.metadata.identifier, by: new.ordinal)
    coordinator.clientStores?.storeWillBeRemoved(old)
    old.willRemove(from: coordinator)
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorWillRemoveStore, object: old)
    try coordinator.router.replace(
      new.ordinal, with: new.backend, name: new.url?.lastPathComponent ?? new.type,
      entities: new.entities, isReadOnly: new.isReadOnly,
      choices: new.routingChoices ?? StoreChoices())
    let reference = old.reference
    old.detach()
    coordinator.references.replace(reference, with: new)
    coordinator.exchange(old, for: new)
    coordinator.remoteChanges.watch(new, of: coordinator)
    old.backend.close()
    renewIDs(in: coordinator.contexts)
  }

  private func renewIDs(in contexts: ContextRegistry) {
    for context in contexts.contexts {
      context.identityMap.assignments.replace(old, with: new)
      context.identityMap.renewIDs(ofStore: new.ordinal)
      renewIDs(in: context.children)
    }
  }
}
