// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Saves over several stores. Our additions; see `docs/atomic-saves.md`.
extension NSPersistentStoreCoordinator {
  /// How saves that change several stores are committed; ``MultiStoreSavePolicy/journaled`` by
  /// default. Counts from the next save on. Any thread.
  public final var multiStoreSavePolicy: MultiStoreSavePolicy {
    get { MultiStoreSavePolicy(router.journal.policy) }
    set { router.journal.policy = newValue.routed }
  }

  /// The store whose commit decides the saves of several, and that has the journal for them; nil
  /// when no store can. By default the first SQLite store that can be written, else the first LMDB
  /// store, else the first file, in add order (R-PSC-911). Setting it counts from the next save on;
  /// nil goes back to the default. Any thread.
  ///
  /// ```swift
  /// coordinator.homeStore = coordinator.persistentStore(for: ordersURL)
  /// ```
  ///
  /// Stores of your own, stores in memory and read-only ones cannot be home: they are passed over.
  public final var homeStore: NSPersistentStore? {
    get {
      let home = router.journal.home(among: router.stores)
      return persistentStores.first { $0.ordinal == home?.ordinal }
    }
    set { router.journal.chosenHome = newValue?.reference.identifier }
  }

  /// The reason for which a store cannot be used, if a decided save is not in it yet; nil mostly. Costs
  /// nothing. ``Foundation/NSNotification/Name/StoreRecoveryStateDidChange`` tells of changes.
  public final func recoveryError(of store: NSPersistentStore) -> StoreRecoveryError? {
    guard let mount = store.mount, let listed = router.store(mount.ordinal) else { return nil }
    return router.trouble(of: mount.ordinal).map { StoreRecoveryError($0, of: listed.name) }
  }

  // MARK: - For migrations

  /// True if a store may lack decided saves, as those who have written it last have left it.
  final func isPledged(_ store: NSPersistentStore) throws -> Bool {
    do { return try router.isPledged(store.ordinal) } catch {
      throw ErrorTranslation.cocoaError(error, coordinator: self, objects: [])
    }
  }

  /// Gives a store the decided saves that it lacks, as the next save would.
  ///
  /// - Throws: `StoreRecoveryError` for one that cannot be written because of them.
  final func bringInStep(_ store: NSPersistentStore) throws {
    do { try router.bringInStep(store.ordinal) } catch {
      throw ErrorTranslation.cocoaError(error, coordinator: self, objects: [])
    }
  }

  // MARK: - For demonstrations

  /// Calls a block after each store's commit of a save, with the store's place in add order.
  package final func observeCommits(_ body: @escaping @Sendable (Int) -> Void) {
    router.commitHook = { point in
      if case .didCommit(let ordinal) = point { body(ordinal) }
    }
  }

  // MARK: - For the coordinator

  /// Tells the router where homes are that are not added, and hears of stores in trouble.
  final func observeJournal() {
    router.journal.lookup = { place, prefix in
      try StoreAssembly.notes(at: place, under: prefix)
    }
    router.journal.warning = { Log.warning($0) }
    let anchor = anchor
    router.journal.observer = { ordinal in
      let coordinator = anchor.object
      guard let store = coordinator?.persistentStores.first(where: { $0.ordinal == ordinal })
      else { return }
      NotificationCenter.default.post(name: .StoreRecoveryStateDidChange, object: store)
    }
  }

  /// A store can be used from now on: it is given what it lacks.
  final func recover(_ store: NSPersistentStore) {
    router.recover(after: store.ordinal)
    guard !StoreOptionValues(store.options).flag(AllowStaleReadsOption),
      let error = recoveryError(of: store)
    else { return }
    Log.warning(error.errorDescription ?? "\(error)")
  }
}
