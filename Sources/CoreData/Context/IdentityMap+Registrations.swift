// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Dispatch
import StoreInterface
import Synchronization

/// Telling users' stores which objects are in use: when a context becomes quiet, and a moment after
/// an object died elsewhere.
extension IdentityMap {
  /// Notes from now on what happens to objects of these stores.
  /// - Parameter replaced: a store that is to be told of the objects that are here already.
  func watchRegistrations(
    of stores: [Int], for coordinator: NSPersistentStoreCoordinator, recounting replaced: Int? = nil
  ) {
    let (anchor, queue) = (coordinator.anchor, coordinator.announcements)
    watch(stores, for: anchor, recounting: replaced) { [weak self] in
      self?.expectAnnouncement(anchor, on: queue)
    }
  }

  /// Within the mutex: whoever notes a change may be anywhere, so another thread tells the store.
  private func expectAnnouncement(
    _ anchor: Anchor<NSPersistentStoreCoordinator>, on queue: DispatchQueue
  ) {
    hasRegistrations.store(true, ordering: .releasing)
    queue.asyncAfter(deadline: .now() + .milliseconds(5)) {
      anchor.object?.announceRegistrations(of: self)
    }
  }

  /// The stores are told before this returns, unless one of them is calling.
  @inline(__always)
  func announceRegistrations() {
    if hasRegistrations.load(ordering: .acquiring) { announceNow() }
  }

  private func announceNow() { watchingCoordinator?.announceRegistrations(of: self) }
}
