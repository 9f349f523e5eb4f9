// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Copying one added store into a file, step by step (R-PSC-945).
struct StoreBackup {
  private let store: NSPersistentStore
  private let coordinator: NSPersistentStoreCoordinator
  private let url: URL
  private let options: BackupOptions

  init(
    of store: NSPersistentStore, in coordinator: NSPersistentStoreCoordinator, to url: URL,
    _ options: BackupOptions
  ) {
    self.store = store
    self.coordinator = coordinator
    self.url = StoreLocation.standardised(url)
    self.options = options
  }

  func run(_ run: BackupRun) throws {
    try requireListed()
    let place = BackupPlace(url, type: BackupType(of: store, options), name: name)
    try place.require(in: coordinator, replacing: options.replacesExisting)
    try run.begin(1)
    try coordinator.withHeldStores([store]) { held in
      try BackupWriting(store, in: coordinator, options, reportingTo: run).write(held[0], to: place)
    }
    run.finishStore()
    coordinator.noteBackup(of: [store])
  }

  private var name: String { store.url?.path ?? store.type }

  private func requireListed() throws {
    guard !coordinator.persistentStores.contains(where: { $0 === store }) else { return }
    throw CocoaError.make(
      .persistentStoreOperation, reason: "The store to back up is not in this coordinator.")
  }
}

extension NSPersistentStoreCoordinator {
  /// Backups of some stores have ended.
  final func noteBackup(of stores: [NSPersistentStore]) {
    let now = Date().timeIntervalSinceReferenceDate
    for store in stores { router.store(store.ordinal)?.monitor.noteBackup(at: now) }
  }

  /// Runs a block with the newest state of some stores, all of one moment.
  final func withHeldStores<T>(
    _ stores: [NSPersistentStore], _ body: ([HeldStore]) throws -> T
  ) throws -> T {
    do {
      return try router.withHeldStores(stores.map(\.ordinal), body)
    } catch let error as RoutingError {
      throw ErrorTranslation.cocoaError(error, coordinator: self, objects: [])
    }
  }
}

/// The type that a store's backup has, and who reads and writes such stores.
struct BackupType {
  let name: String
  /// Nil for a client's store.
  let engine: (any StoreEngine.Type)?

  init(of store: NSPersistentStore, _ options: BackupOptions) {
    if let engine = store.place.engine, !engine.needsLocation {
      name = options.typeForMemory.rawValue
      self.engine = StoreAssembly.engine(name)
    } else {
      name = store.place.type
      engine = store.place.engine
    }
  }
}
