// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// The objects of client stores that came into an identity map or left it since the stores were last
/// told (R-PSC-453); objects of other stores are not noted.
///
/// Stores are told when the context becomes quiet, and a moment after an object died elsewhere.
// Not Sendable: everything is behind the map's lock.
final class RegistrationObserver: IdentityObserver {
  private weak var map: IdentityMap?
  private var stores: [Int] = []
  /// +1 for objects that came, −1 for those that left, 0 for those that did both.
  private var changes: [ObjectKey: Int] = [:]
  /// How many threads are telling stores what they have taken.
  private var announcers = 0
  /// Tells the stores.
  private var hooks: ClientStoreHooks

  init(_ map: IdentityMap, _ hooks: ClientStoreHooks) {
    self.map = map
    self.hooks = hooks
  }

  func watch(_ ordinals: [Int], for hooks: ClientStoreHooks) {
    stores = ordinals
    changes = changes.filter { ordinals.contains($0.key.store) }
    self.hooks = hooks
  }

  // MARK: - The map's observer

  func noteArrival(of key: ObjectKey) { note(key, 1) }

  func noteDeparture(of key: ObjectKey) { note(key, -1) }

  func whenQuiet() -> @Sendable (IdentityMap) -> Void {
    let hooks = hooks
    return { hooks.announceRegistrationsNow(of: $0) }
  }

  private func note(_ key: ObjectKey, _ change: Int) {
    guard !key.isTemporary, stores.contains(key.store) else { return }
    if changes.isEmpty { expectAnnouncement() }
    changes[key, default: 0] += change
  }

  private func expectAnnouncement() {
    guard let map else { return }
    map.awaitsQuiet.store(true, ordering: .releasing)
    hooks.announceRegistrationsSoon(of: map)
  }

  // MARK: - Telling

  /// Hands out the changes of one store.
  func take(_ ordinal: Int) -> [ObjectKey: Int] {
    let taken = changes.filter { $0.key.store == ordinal }
    for key in taken.keys { changes[key] = nil }
    return taken
  }

  /// Notes the objects of a store as having come just now, whatever was noted before.
  func recount(_ store: Int, in table: borrowing IdentityTable) {
    _ = take(store)
    table.forEachKey { if $0.store == store { note($0, 1) } }
  }

  func beginAnnouncing() { announcers += 1 }

  /// - Returns: whether the stores have been told of everything.
  func endAnnouncing() -> Bool {
    announcers -= 1
    return changes.isEmpty && announcers == 0
  }
}

extension IdentityMap {
  /// Notes from now on what happens to objects of these stores.
  /// - Parameter replaced: a store that is to be told of the objects that are here already.
  func watchRegistrations(
    of stores: [Int], for hooks: ClientStoreHooks, recounting replaced: Int? = nil
  ) {
    withTable { table in
      let observer =
        table.observer as? RegistrationObserver ?? RegistrationObserver(self, hooks)
      table.observer = observer
      observer.watch(stores, for: hooks)
      if let replaced { observer.recount(replaced, in: table) }
    }
  }

  /// The arrivals and departures of one store since this was last asked.
  func takeRegistrations(of store: Int) -> [ObjectKey: Int] {
    withTable { ($0.observer as? RegistrationObserver)?.take(store) ?? [:] }
  }

  /// Whoever looks for changes while a thread is telling the stores has to find that there are
  /// some, and waits for it at the store's gate.
  func whileAnnouncing(_ tellStores: () -> Void) {
    withTable { ($0.observer as? RegistrationObserver)?.beginAnnouncing() }
    tellStores()
    withTable { table in
      guard let observer = table.observer as? RegistrationObserver else { return }
      if observer.endAnnouncing() { awaitsQuiet.store(false, ordering: .releasing) }
    }
  }
}
