// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Copying several stores into a folder as they are at one moment (R-PSC-946).
struct SetBackup {
  private let stores: [NSPersistentStore]
  private let coordinator: NSPersistentStoreCoordinator
  private let url: URL
  private let options: BackupOptions

  init(
    of stores: [NSPersistentStore]?, in coordinator: NSPersistentStoreCoordinator, to url: URL,
    _ options: BackupOptions
  ) {
    self.stores =
      stores
      ?? coordinator.persistentStores.filter { $0.backend.capabilities.contains(.durable) }
    self.coordinator = coordinator
    self.url = StoreLocation.standardised(url)
    var options = options
    options.makesNewIdentifier = false
    self.options = options
  }

  func run(_ run: BackupRun) throws -> BackupSet {
    try requireListed()
    let place = try SetPlace(url, replacing: options.replacesExisting)
    try requireUnused(place)
    try run.begin(stores.count)
    let date = Date()
    try place.fill { folder in
      let parts = try copy(to: folder, run)
      try BackupManifest(
        formatVersion: BackupManifest.currentVersion, date: date,
        stores: try parts.map { try $0.described(in: folder) }
      ).write(in: folder)
      try run.requireGoingOn()
    }
    coordinator.noteBackup(of: stores)
    return try BackupSet(at: place.url)
  }

  // MARK: - Checks

  private func requireListed() throws {
    let present = coordinator.persistentStores
    for store in stores where !present.contains(where: { $0 === store }) {
      throw CocoaError.make(
        .persistentStoreOperation, reason: "A store to back up is not in this coordinator.",
        userInfo: [NSAffectedStoresErrorKey: [store]])
    }
    guard stores.isEmpty else { return }
    throw CocoaError.make(
      .persistentStoreOperation, reason: "There is no durable store to back up.")
  }

  /// A set in which a store is open is not replaced.
  private func requireUnused(_ place: SetPlace) throws {
    let folder = place.url.path + "/"
    for store in coordinator.persistentStores {
      guard let url = store.url, StoreLocation.standardised(url).path.hasPrefix(folder) else {
        continue
      }
      throw CocoaError.make(
        .persistentStoreOperation,
        reason: "\(place.url.path) cannot be replaced: the store \(url.path) is added.",
        userInfo: [NSAffectedStoresErrorKey: [store]])
    }
  }

  // MARK: - Copying

  private func copy(to folder: URL, _ run: BackupRun) throws -> [SetPart] {
    let names = SetPart.names(for: stores)
    return try coordinator.withHeldStores(stores) { held in
      // Those in which a reader keeps others waiting are let go first.
      let order = held.indices.sorted { rank(held[$0]) < rank(held[$1]) }
      var parts: [SetPart?] = held.map { _ in nil }
      for place in order {
        parts[place] = try write(
          held[place], of: stores[place], to: folder.appendingPathComponent(names[place]), run)
        held[place].end()
        run.finishStore()
      }
      return parts.compactMap { $0 }
    }
  }

  private func rank(_ held: HeldStore) -> Int {
    held.store.backend.capabilities.contains(.keepableSnapshots) ? 1 : 0
  }

  private func write(
    _ held: HeldStore, of store: NSPersistentStore, to url: URL, _ run: BackupRun
  ) throws -> SetPart {
    let place = BackupPlace(
      url, type: BackupType(of: store, options), name: store.url?.path ?? store.type)
    var part = SetPart(store, place.type, name: url.lastPathComponent)
    try BackupWriting(store, in: coordinator, options, reportingTo: run).write(held, to: place) {
      url in
      try part.read(url)
    }
    return part
  }
}
