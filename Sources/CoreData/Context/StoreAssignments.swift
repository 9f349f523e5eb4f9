// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// The stores assigned to objects that no store has yet. Temporary IDs name them, so any thread may
/// ask.
// Sendable: the table is behind the mutex.
final class StoreAssignments: Sendable {
  private let stores = Mutex<[ObjectIdentifier: NSPersistentStore]>([:])
  private let count = Atomic<Int>(0)

  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  subscript(object: ObjectIdentifier) -> NSPersistentStore? {
    get { isEmpty ? nil : stores.withLock { $0[object] } }
    set {
      stores.withLock { stores in
        stores[object] = newValue
        count.store(stores.count, ordering: .releasing)
      }
    }
  }

  var all: [ObjectIdentifier: NSPersistentStore] {
    get { stores.withLock { $0 } }
    set {
      stores.withLock { $0 = newValue }
      count.store(newValue.count, ordering: .releasing)
    }
  }

  func removeAll() { all = [:] }
}
