// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Another place for an added store (R-PSC-082…084). Whatever does not fit leaves it where it is.
struct StoreRelocation {
  private let store: NSPersistentStore
  private let url: URL
  private let coordinator: NSPersistentStoreCoordinator

  init(_ store: NSPersistentStore, to url: URL, in coordinator: NSPersistentStoreCoordinator) {
    self.store = store
    self.url = url
    self.coordinator = coordinator
  }

  /// Returns true if the store is at the URL now.
  func run() -> Bool {
    coordinator.structureLock.lock()
    defer { coordinator.structureLock.unlock() }
    let stores = coordinator.persistentStores
    guard stores.contains(where: { $0 === store }) else { return false }
    if let current = store.url, StoreLocation.isSame(current, url) { return true }
    guard !stores.contains(where: { $0.url.map { StoreLocation.isSame($0, url) } ?? false }) else {
      return false
    }
    do {
      try move()
      coordinator.remoteChanges.watch(store, of: coordinator)
      return true
    } catch {
      Log.warning("\(store.url?.path ?? store.type) cannot move to \(url.path): \(error)")
      return false
    }
  }

  private func move() throws {
    if store is NSAtomicStore {
      store.url = url
      return store.noteUnsavedMetadata()
    }
    if store is NSIncrementalStore { return try reload() }
    guard let engine = store.mount?.engine, engine.needsLocation else { return store.url = url }
    guard engine.hasStore(at: url) else { throw missing }
    try reconnect(engine)
  }

  private var missing: CocoaError {
    CocoaError.make(.fileReadNoSuchFile, reason: "There is no store at \(url.path).")
  }

  private var other: CocoaError {
    CocoaError.make(.persistentStoreOpen, reason: "The store at \(url.path) is another one.")
  }

  /// Its metadata may name another UUID for the next time.
  private var identifiers: [String] {
    [store.reference.identifier, store.backend.metadata.identifier]
  }

  // MARK: - Client stores

  /// It is asked whether what it finds there is what it had.
  private func reload() throws {
    guard !url.isFileURL || StoreLocation.hasContent(at: url) else { throw missing }
    let (former, metadata) = (store.url, store.metadata ?? [:])
    store.url = url
    do {
      try store.loadMetadata()
      guard let found = store.metadata[NSStoreUUIDKey] as? String, identifiers.contains(found)
      else { throw other }
      (store.backend as? any RequestAnswering)?.forgetRecords()
    } catch {
      store.url = former
      store.metadata = metadata
      throw error
    }
  }

  // MARK: - An engine

  private func reconnect(_ engine: any StoreEngine.Type) throws {
    let place = store.place
    let named = store.configurationName == defaultConfigurationName ? nil : store.configurationName
    let request = StoreRequest(
      coordinator: coordinator, type: place.type, configuration: named, url: url,
      options: StoreOptionValues(store.options), entities: place.entities)
    let opened = try EngineOpening(request, engine).reopened()
    guard identifiers.contains(opened.backend.metadata.identifier) else {
      opened.backend.close()
      throw other
    }
    let former = try coordinator.router.replaceBackend(
      of: place.ordinal, with: opened.backend, name: request.name)
    former.close()
    coordinator.staleRows.drop(store: place.ordinal)
    store.url = url
    store.adopt(opened.metadata)
    store.mount(
      StoreMount(
        type: place.type, engine: engine, backend: opened.backend, ordinal: place.ordinal,
        reference: place.reference, entities: request.entities))
    store.isReadOnly = opened.isReadOnly
    coordinator.recover(store)
  }
}
