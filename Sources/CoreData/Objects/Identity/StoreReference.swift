// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// The references to all stores a coordinator has had, by ordinal.
// Sendable: everything is behind the mutex.
final class StoreReferenceTable: @unchecked Sendable {
  private static let tables = Atomic<Int>(0)

  /// Which table of the process this is.
  let number = tables.add(1, ordering: .relaxed).newValue
  private let table = OrderedMutex<[Int: StoreReference]>([:], .references)
  /// Those of stores that others have taken the place of, by their UUIDs.
  private let aliases = OrderedMutex<[String: StoreReference]>([:], .aliases)

  subscript(ordinal: Int) -> StoreReference? { table.withLock { $0[ordinal] } }

  /// Adds a store's reference. Earlier ones of a store with the same UUID lead to it from now on,
  /// so that old IDs work again when a store comes back (R-PSC-076).
  func add(_ store: NSPersistentStore) {
    table.withLock { table in
      let earlier = Array(table.values) + aliases.withLock { Array($0.values) }
      for earlier in earlier where earlier.identifier == store.reference.identifier {
        earlier.store = store
      }
      table[store.ordinal] = store.reference
      store.reference.enter(self)
    }
  }

  // MARK: - Stores that were migrated

  /// Lets a store's reference stand in the place of another's, whose IDs lead to the new store from
  /// now on, as do those of stores before it (R-PSC-102).
  func replace(_ old: StoreReference, with store: NSPersistentStore) {
    table.withLock { table in
      table[store.ordinal] = store.reference
      store.reference.enter(self)
    }
    aliases.withLock { aliases in
      aliases[old.identifier] = old
      for alias in aliases.values where alias.ordinal == store.ordinal {
        alias.store = store
        alias.enter(self)
      }
    }
  }

  /// The reference of a store that another has taken the place of.
  func alias(_ identifier: String) -> StoreReference? { aliases.withLock { $0[identifier] } }

  /// The references of stores whose place the store of an ordinal has taken.
  func aliases(of ordinal: Int) -> [StoreReference] {
    aliases.withLock { $0.values.filter { $0.ordinal == ordinal } }
  }

  /// A store is gone.
  func forget(_ store: NSPersistentStore) {
    aliases.withLock { aliases in
      for alias in aliases.values where alias.ordinal == store.ordinal { alias.store = nil }
    }
  }
}

/// The store as object IDs know it: its identity, and the store itself while it is added.
///
/// One per store and coordinator, shared by all its IDs, so that an ID needs no weak reference.
// Sendable: the mutable part is behind the mutex.
final class StoreReference: @unchecked Sendable {
  let identifier: String
  /// The store's ordinal in its coordinator.
  let ordinal: Int
  /// The names that the numbers of a client store stand for; nil for the library's own stores.
  let numbers: ReferenceNumbers?
  private let current: OrderedMutex<WeakStore>
  /// The number of the table that the reference is in, while the store of its own ordinal is added.
  private let home = Atomic<Int>(0)

  private struct WeakStore: @unchecked Sendable {
    weak var store: NSPersistentStore?
  }

  init(identifier: String, ordinal: Int, numbers: ReferenceNumbers? = nil) {
    self.identifier = identifier
    self.ordinal = ordinal
    self.numbers = numbers
    current = OrderedMutex(WeakStore(), .leaf)
  }

  /// The store while it is added to its coordinator.
  var store: NSPersistentStore? {
    get { current.withLock { $0.store } }
    set {
      current.withLock { $0.store = newValue }
      if newValue?.ordinal != ordinal { home.store(0, ordering: .releasing) }
    }
  }

  /// The store has been added to the coordinator of a table.
  func enter(_ table: StoreReferenceTable) { home.store(table.number, ordering: .releasing) }

  /// Returns true if the store of an ordinal is the reference's own, and added to the coordinator
  /// of a table. Takes no lock; false may also mean that it is not known.
  func leads(to ordinal: Int, in table: StoreReferenceTable) -> Bool {
    ordinal == self.ordinal && home.load(ordering: .acquiring) == table.number
  }
}
