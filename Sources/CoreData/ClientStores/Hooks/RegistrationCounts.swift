// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// In how many contexts the objects of an incremental store are registered (R-PSC-453).
///
/// A map's changes are taken and told in one step behind the lock, so that sums never go below
/// zero for the store. The lock is taken behind the store's gate.
// Sendable: everything is behind the lock.
final class RegistrationCounts: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var counts: [ObjectKey: Int] = [:]
  private var hasEnded = false
  private var isHeld = false

  /// Changes stay in the maps until `release`: the store has not been told yet of what there is.
  func hold() { lock.withLock { isHeld = true } }

  func release() { lock.withLock { isHeld = false } }

  /// Takes changes in and tells them.
  /// - Returns: the keys that nobody uses any more.
  func apply(
    _ take: () -> [ObjectKey: Int],
    _ tell: (_ registered: [ObjectKey], _ unregistered: [ObjectKey]) -> Void
  ) -> [ObjectKey] {
    lock.withLock {
      guard !isHeld else { return [] }
      let changes = take()
      guard !hasEnded, !changes.isEmpty else { return [] }
      var unused: [ObjectKey] = []
      for (key, change) in changes {
        let count = counts[key, default: 0] + change
        counts[key] = count == 0 ? nil : count
        if count == 0 { unused.append(key) }
      }
      tell(
        changes.filter { $0.value > 0 }.keys.sorted(), changes.filter { $0.value < 0 }.keys.sorted()
      )
      return unused
    }
  }

  /// The store goes: whatever is in use is told off, and nothing is told any more.
  func end(_ tell: ([ObjectKey]) -> Void) {
    lock.withLock {
      let left = counts.flatMap { Array(repeating: $0.key, count: $0.value) }.sorted()
      counts = [:]
      if !hasEnded, !left.isEmpty { tell(left) }
      hasEnded = true
    }
  }

  /// Records that were read for a fetch and whose objects never came into a context go.
  func trim(_ cache: RecordCache, _ ordinal: Int) {
    lock.withLock {
      cache.trim(to: { counts[$0.inStore(ordinal)] != nil }, count: counts.count)
    }
  }
}

extension IncrementalBackend {
  /// Tells the store what has come to or gone from a context. Later, when it is the store that
  /// calls: its hooks are not for the middle of another call.
  func announce(_ take: () -> [ObjectKey: Int]) {
    guard !StoreGate.isCalling else { return }
    gate.notify {
      let unused = registrations.apply(take) { registered, unregistered in
        if !registered.isEmpty {
          store.managedObjectContextDidRegisterObjects(with: ids(registered))
        }
        if !unregistered.isEmpty {
          store.managedObjectContextDidUnregisterObjects(with: ids(unregistered))
        }
      }
      for key in unused { cache.remove(key.inStore(0)) }
      registrations.trim(cache, store.ordinal)
    }
  }

  /// The store is about to be removed.
  func endRegistrations() {
    gate.notify {
      registrations.end { store.managedObjectContextDidUnregisterObjects(with: ids($0)) }
    }
  }

  private func ids(_ keys: [ObjectKey]) -> [NSManagedObjectID] {
    guard let coordinator = store.persistentStoreCoordinator else { return [] }
    return keys.map(coordinator.objectID(for:))
  }
}
