// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// The references to all stores a coordinator has had, by ordinal.
// Sendable: everything is behind the mutex.
final class StoreReferenceTable: @unchecked Sendable {
  private let table = Mutex<[Int: StoreReference]>([:])

  subscript(ordinal: Int) -> StoreReference? { table.withLock { $0[ordinal] } }

  /// Adds a store's reference. Earlier ones of a store with the same UUID lead to it from now on,
  /// so that old IDs work again when a store comes back (R-PSC-076).
  func add(_ store: NSPersistentStore) {
    table.withLock { table in
      for earlier in table.values where earlier.identifier == store.reference.identifier {
        earlier.store = store
      }
      table[store.ordinal] = store.reference
    }
  }
}

/// What object IDs know of their store: its identity, and the store itself while it is added.
///
/// One per store and coordinator, shared by all its IDs, so that an ID needs no weak reference.
// Sendable: the mutable part is behind the mutex.
final class StoreReference: @unchecked Sendable {
  let identifier: String
  /// The store's ordinal in its coordinator.
  let ordinal: Int
  private let current: Mutex<WeakStore>

  private struct WeakStore: @unchecked Sendable {
    weak var store: NSPersistentStore?
  }

  init(identifier: String, ordinal: Int) {
    self.identifier = identifier
    self.ordinal = ordinal
    current = Mutex(WeakStore())
  }

  /// The store while it is added to its coordinator.
  var store: NSPersistentStore? {
    get { current.withLock { $0.store } }
    set { current.withLock { $0.store = newValue } }
  }
}
