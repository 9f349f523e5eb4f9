// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface
import Synchronization

extension StoreRouter {
  /// Runs a block while no save to a store and no numbering of its new objects is running; those
  /// that come wait until it has returned. Reads go on.
  ///
  /// Must not be called from within a save of that store.
  package func withoutSaves<T>(to ordinal: Int, _ body: () throws -> T) rethrows -> T {
    writeGate.close(ordinal)
    defer { writeGate.open(ordinal) }
    return try body()
  }

  /// The same for a store whose objects go on in another one, under another UUID: it owes nobody
  /// anything, and nobody owes it, as far as that can be had (see ``settle(_:)``).
  package func withoutSavesAndDebts<T>(to ordinal: Int, _ body: () throws -> T) rethrows -> T {
    closeWithoutDebts(ordinal)
    defer { writeGate.open(ordinal) }
    return try body()
  }

  /// Debts cannot be settled with the gate closed, and until it is, a save may make new ones. What
  /// cannot be settled now stays.
  private func closeWithoutDebts(_ ordinal: Int) {
    for _ in 1...3 {
      settle(ordinal)
      let lasting = pairsInDebt(ordinal)
      writeGate.close(ordinal)
      if pairsInDebt(ordinal).isSubset(of: lasting) { return }
      writeGate.open(ordinal)
    }
    writeGate.close(ordinal)
  }

  /// Throws unless the store of an ordinal may have a UUID.
  /// - Throws: `.identifierInUse` when another store has it.
  package func requireUnused(
    _ identifier: String, by ordinal: Int
  ) throws(RoutingError) {
    try table.withLock { table throws(RoutingError) in
      try table.checkUnused(identifier, by: ordinal)
    }
  }

  /// Puts an open store in the place of a mounted one, under its ordinal, and waits for the requests
  /// that run on the old one. Keys stay valid if the new store has the same objects under the same
  /// numbers; requests that had found the old store go to the new one.
  ///
  /// The old backend stays open: closing it is the caller's. Must not be called while this thread
  /// holds a read view.
  /// - Throws: `.unknownStore`, and `.identifierInUse` when a third store has the new UUID.
  package func replace(
    _ ordinal: Int, with backend: any StoreBackend, name: String, entities: StoreEntities,
    isReadOnly: Bool = false, choices: StoreChoices = StoreChoices()
  ) throws(RoutingError) {
    let identifier = backend.metadata.identifier
    let terms = MountTerms(isReadOnly: isReadOnly, choices: choices)
    let (old, new) = try table.withLock { table throws(RoutingError) in
      let stores = try table.replace(
        ordinal, with: backend, identifier: identifier, name: name, entities: entities,
        terms: terms)
      stores.old.activity.handOver(to: stores.new)
      return stores
    }
    new.monitor.join(tracer, ordinal: ordinal)
    tellCompanions()
    idleViews.invalidate()
    generations.release(ordinal)
    old.activity.finish()
  }
}
