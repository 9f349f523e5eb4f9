// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Opens write transactions. A store that may lack decided saves is given them first, with its write
/// lock held (R-PSC-918, R-PSC-920): a record that it lacks then is of a writer that has died.
struct FollowerOpening {
  /// How often a transaction is begun anew after the store was brought in step.
  private static let attempts = 8

  let journal: Journal
  /// All that are mounted.
  let stores: [MountedStore]

  /// Begins the write transaction of a store that is in step with its homes.
  ///
  /// - Parameter home: the home of the save, to which the store is pledged when this returns.
  func beginWrite(
    _ store: MountedStore, pledgedTo home: MountedStore? = nil
  ) throws(RoutingError) -> any StoreTransaction {
    for _ in 0..<FollowerOpening.attempts {
      let transaction: any StoreTransaction
      let start = StoreMonitor.time
      do { transaction = try beginTransaction(of: store) } catch {
        store.monitor.noteBeginning(since: start)
        throw store.failure(error)
      }
      store.monitor.noteBeginning(since: start)
      guard store.mayFollow else { return transaction }
      let visit = FollowerVisit(store: store, transaction: transaction, opening: self)
      do throws(RoutingError) {
        guard try visit.prepare(for: home) else { return transaction }
      } catch {
        transaction.rollback()
        throw error
      }
    }
    throw store.failure(
      StoreError(
        .timeout, store: store.name, message: "others have written the store again and again"))
  }

  /// Begins a transaction that records what is applied, and keeps up derived attributes.
  private func beginTransaction(
    of store: MountedStore
  ) throws(StoreError) -> any StoreTransaction {
    var transaction = try store.backend.beginWrite()
    if store.recordsHistory {
      transaction = RecordingTransaction(
        transaction, of: journal.schema, noting: store.historyMark)
    }
    return journal.derivations.deriving(transaction, of: store.backend)
  }

  /// The notes of a home, wherever it is. One that is not mounted knows the last save that the store
  /// has applied: an older copy of it, which does not, is not the home.
  func homeNotes(
    _ pledge: Pledge, for store: MountedStore, under prefix: String, after applied: UInt64
  ) throws(RoutingError) -> [StoreNote]? {
    guard let home = stores.first(where: { $0.identifier == pledge.home }) else {
      return unmounted(pledge, near: store, under: prefix, after: applied)
    }
    do {
      let snapshot = try home.backend.beginRead()
      defer { snapshot.end() }
      return try snapshot.notes(under: prefix)
    } catch {
      throw home.failure(error)
    }
  }

  /// Looks beside the store first: copies of a set belong together, wherever the first ones are.
  /// Returns nil when the home is neither there nor where it was.
  private func unmounted(
    _ pledge: Pledge, near store: MountedStore, under prefix: String, after applied: UInt64
  ) -> [StoreNote]? {
    guard let path = pledge.path, let lookup = journal.lookup else { return nil }
    let place = URL(fileURLWithPath: path)
    let folder = store.backend.location?.deletingLastPathComponent()
    let neighbour = folder?.appendingPathComponent(place.lastPathComponent)
    for place in [neighbour, place].compactMap({ $0 }) {
      // What cannot be read is not there.
      guard let found = try? lookup(place, prefix), found.identifier == pledge.home,
        !isOlder(place, than: applied, of: store)
      else { continue }
      return found.notes
    }
    return nil
  }

  /// True if a home's file says that it has decided less for a store than the store has applied.
  private func isOlder(_ place: URL, than applied: UInt64, of store: MountedStore) -> Bool {
    let name = JournalNotes.ledger(of: store.identifier)
    // A home that says nothing may know the store by another UUID.
    guard applied > 0, let notes = try? journal.lookup?(place, name).notes,
      let content = notes.first(where: { $0.name == name })?.content,
      let ledger = try? Ledger(content)
    else { return false }
    return ledger.last < applied
  }

  func isMounted(_ home: String) -> Bool { stores.contains { $0.identifier == home } }

  func name(of home: String) -> String {
    stores.first { $0.identifier == home }?.name ?? home
  }
}
