// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Dispatch
import StoreInterface
import Synchronization

/// The client stores of a coordinator, as ``ClientStoreObserver`` describes. All methods but those that
/// say so are called while the coordinator is in use.
// Sendable: everything is immutable, and what it refers to locks itself.
final class ClientStoreHooks: ClientStoreObserver {
  unowned let coordinator: NSPersistentStoreCoordinator
  /// The coordinator for work that comes when it may be gone.
  private let anchor: Anchor<NSPersistentStoreCoordinator>
  /// Where the stores are told of objects that came or went outside of a context's block. With
  /// threads of its own: others may keep those of the global queues busy.
  private let announcements = DispatchQueue(label: "CoreData.Announcements")

  init(_ coordinator: NSPersistentStoreCoordinator) {
    self.coordinator = coordinator
    anchor = coordinator.anchor
  }

  // MARK: - Stores come and go

  func storeWasAdded() { watchContexts() }

  func storeWillBeRemoved(_ store: NSPersistentStore) {
    guard let backend = store.backend as? IncrementalBackend else { return }
    for map in coordinator.contexts.maps { announceRegistrations(of: map) }
    backend.endRegistrations()
  }

  func storeWasRemoved() { watchContexts() }

  /// Nothing is told of what comes and goes meanwhile; then every map counts anew.
  func storeIsExchanged(for new: NSPersistentStore, _ exchange: () -> Void) {
    let registrations = (new.backend as? IncrementalBackend)?.registrations
    registrations?.hold()
    exchange()
    let stores = watchedStores
    for map in coordinator.contexts.maps {
      map.watchRegistrations(of: stores, for: self, recounting: new.ordinal)
    }
    registrations?.release()
    for map in coordinator.contexts.maps { announceRegistrations(of: map) }
  }

  func contextJoins(with map: IdentityMap) {
    map.watchRegistrations(of: watchedStores, for: self)
  }

  /// Lets all contexts note what happens to objects of incremental stores.
  private func watchContexts() {
    let stores = watchedStores
    for map in coordinator.contexts.maps { map.watchRegistrations(of: stores, for: self) }
  }

  private var watchedStores: [Int] {
    coordinator.persistentStores.filter { $0 is NSIncrementalStore }.map(\.ordinal)
  }

  // MARK: - Objects come and go

  /// Tells each incremental store what has come to a context's map or gone from it.
  private func announceRegistrations(of map: IdentityMap) {
    guard !StoreGate.isCalling else { return }
    map.whileAnnouncing {
      for store in coordinator.persistentStores {
        guard let backend = store.backend as? IncrementalBackend else { continue }
        backend.announce { map.takeRegistrations(of: store.ordinal) }
      }
    }
  }

  /// The same when the coordinator may be gone. Any thread.
  func announceRegistrationsNow(of map: IdentityMap) {
    guard let coordinator = anchor.object else { return }
    withExtendedLifetime(coordinator) { announceRegistrations(of: map) }
  }

  /// The same in a moment, from another thread; whoever notes a change may be anywhere.
  func announceRegistrationsSoon(of map: IdentityMap) {
    announcements.asyncAfter(deadline: .now() + .milliseconds(5)) {
      self.announceRegistrationsNow(of: map)
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// The observer, made for the first client store.
  final func beginClientStores() -> any ClientStoreObserver {
    let hooks = clientStoreHooks.load() ?? clientStoreHooks.storeIfNil(ClientStoreHooks(self))
    hasClientStoreHooks.store(true, ordering: .releasing)
    return hooks
  }
}
