// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// The stores assigned to objects that no store has yet. Temporary IDs name them, so any thread may
/// ask.
// Sendable: the table is behind the mutex.
final class StoreAssignments: Sendable {
  private let stores = Mutex<[ObjectIdentifier: Transferable<NSPersistentStore>]>([:])
  private let count = Atomic<Int>(0)

  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  subscript(object: ObjectIdentifier) -> NSPersistentStore? {
    get { isEmpty ? nil : stores.withLock { $0[object] }?.value }
    set {
      let store = newValue.map(Transferable.init)
      stores.withLock { stores in
        stores[object] = store
        count.store(stores.count, ordering: .releasing)
      }
    }
  }

  var all: [ObjectIdentifier: NSPersistentStore] {
    get { stores.withLock { $0 }.mapValues(\.value) }
    set {
      let all = newValue.mapValues(Transferable.init)
      stores.withLock { $0 = all }
      count.store(newValue.count, ordering: .releasing)
    }
  }

  /// One store has taken the place of another.
  func replace(_ old: NSPersistentStore, with new: NSPersistentStore) {
    let (former, next) = (ObjectIdentifier(old), Transferable(new))
    stores.withLock { stores in
      stores = stores.mapValues { ObjectIdentifier($0.value) == former ? next : $0 }
    }
  }

  func removeAll() { all = [:] }
}
