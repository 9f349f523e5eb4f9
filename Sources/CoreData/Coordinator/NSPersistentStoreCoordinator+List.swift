// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import Synchronization

/// The stores of a coordinator in add order, and its name.
final class StoreList: Sendable {
  private struct State: @unchecked Sendable {
    // Sendable: lives within the mutex.
    var stores: [NSPersistentStore] = []
    var name: String?
  }

  private let state = OrderedMutex(State(), .leaf)

  var stores: [NSPersistentStore] { state.withLock { $0.stores } }

  var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// The name and the stores, for a description.
  var text: String {
    let (stores, name) = state.withLock { ($0.stores, $0.name) }
    let places = stores.map { $0.url?.absoluteString ?? $0.type }
    return (name.map { " name: \($0)" } ?? "") + " (stores: \(places.joined(separator: ", ")))"
  }

  func append(_ store: NSPersistentStore) { state.withLock { $0.stores.append(store) } }

  func remove(_ store: NSPersistentStore) {
    state.withLock { $0.stores.removeAll { $0 === store } }
  }

  func exchange(_ old: NSPersistentStore, for new: NSPersistentStore) {
    state.withLock { state in state.stores = state.stores.map { $0 === old ? new : $0 } }
  }
}

/// How stores come into the list and leave it.
extension NSPersistentStoreCoordinator {
  /// Lists a mounted store.
  final func append(_ store: NSPersistentStore) {
    list.append(store)
    references.add(store)
    if store.place.isOfClient { beginClientStores().storeWasAdded() }
  }

  /// Lists a store where another was.
  final func exchange(_ old: NSPersistentStore, for new: NSPersistentStore) {
    guard let hooks = new.place.isOfClient ? beginClientStores() : clientStores else {
      return list.exchange(old, for: new)
    }
    hooks.storeIsExchanged(for: new) { list.exchange(old, for: new) }
  }

  /// Returns the URL of a store; for one without a place, `memory:` and its UUID.
  final func knownURL(of store: NSPersistentStore) -> URL? {
    store.url ?? URL(string: "memory:\(store.reference.identifier)")
  }

  final func delist(_ store: NSPersistentStore) { list.remove(store) }

  /// Returns the store that IDs with an ordinal refer to; also one that was removed.
  final func reference(to ordinal: Int) -> StoreReference? {
    references[ordinal]
  }

  /// The end of the coordinator: its stores are closed.
  final func closeAll() {
    // Client stores could ask for the coordinator, which is going.
    let engines = Set(persistentStores.filter { !$0.place.isOfClient }.map(\.ordinal))
    router.settle { engines.contains($0) && engines.contains($1) }
    for store in persistentStores {
      store.willRemove(from: nil)
      NotificationCenter.default.post(
        name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
      store.detach()
      remoteChanges.end(store.ordinal)
      _ = try? router.unmount(store.ordinal)  // it is listed, so it is mounted
      store.backend.close()
    }
  }
}
