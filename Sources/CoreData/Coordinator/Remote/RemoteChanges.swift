// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization
import StoreRouting

/// The watches of a coordinator's stores that were added with
/// `NSPersistentStoreRemoteChangeNotificationPostOptionKey` (R-PSC-770…773). Nothing without it.
// Sendable: the watches are behind the mutex.
final class RemoteChanges: Sendable {
  private let watches = OrderedMutex<[Int: StoreWatch]>([:], .leaf)

  /// Watches a store that was added, or has got another place, if its options ask for it.
  func watch(_ store: NSPersistentStore, of coordinator: NSPersistentStoreCoordinator) {
    let ordinal = store.ordinal
    end(ordinal)
    let key = NSPersistentStoreRemoteChangeNotificationPostOptionKey
    guard StoreOptionValues(store.options).flag(key) else { return }
    let anchor = coordinator.anchor
    let watch = coordinator.router.watch(ordinal) {
      anchor.object?.noteRemoteChange(ofStore: ordinal)
    }
    watches.withLock { $0[ordinal] = watch }
  }

  /// A store is about to go.
  func end(_ ordinal: Int) {
    watches.withLock { $0.removeValue(forKey: ordinal) }?.end()
  }
}

extension NSPersistentStoreCoordinator {
  /// Somebody has written to a store: what was read of it is not shown again, and observers hear of it.
  fileprivate final func noteRemoteChange(ofStore ordinal: Int) {
    guard let store = persistentStores.first(where: { $0.ordinal == ordinal }) else { return }
    staleRows.drop(store: ordinal)
    var info: [String: Any] = [
      NSStoreUUIDKey: store.reference.identifier, NSPersistentStoreURLKey: url(for: store),
    ]
    info[NSPersistentHistoryTokenKey] = currentPersistentHistoryToken(fromStores: [store])
    NotificationCenter.default.post(
      name: .NSPersistentStoreRemoteChange, object: self, userInfo: info)
  }
}
