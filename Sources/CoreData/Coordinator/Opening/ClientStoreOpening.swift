// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Opening a store of a class that clients write, and giving it its place (R-PSC-051).
struct ClientStoreOpening {
  private let request: StoreRequest
  private let storeClass: NSPersistentStore.Type
  private let isAtomic: Bool

  init(_ request: StoreRequest, _ storeClass: NSPersistentStore.Type) {
    self.request = request
    self.storeClass = storeClass
    isAtomic = storeClass is NSAtomicStore.Type
  }

  func run() throws -> NSPersistentStore {
    let url = try requireLocation()
    try requireStorable()
    let existed = ClientStoreOpening.status(of: url) != nil
    try checkFile(url)
    do {
      let store = try request.openMigrating { try make(url) }
      try place(store, request.widened(by: store.metadata ?? [:]))
      do {
        try start(store, at: url, existed: existed)
      } catch {
        withdraw(store)
        throw ClientError.named(error, store)
      }
      return store
    } catch {
      if !existed { removeReservation(url) }
      throw error
    }
  }

  /// Takes away the empty file that opening has made. One with content may be somebody else's.
  private func removeReservation(_ url: URL) {
    guard let status = ClientStoreOpening.status(of: url), status.st_size == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return }
    try? FileManager.default.removeItem(at: url)  // left over, it means a new store
  }

  /// Returns the status of the file at a URL, be it a symbolic link that leads nowhere; nil for
  /// nothing.
  private static func status(of url: URL) -> stat? {
    var status = stat()
    return url.isFileURL && lstat(url.path, &status) == 0 ? status : nil
  }

  // MARK: - Checks

  private func requireLocation() throws -> URL {
    if let url = request.url { return url }
    guard !isAtomic, let url = URL(string: "memory:\(UUID().uuidString)") else {
      throw CocoaError.make(
        .persistentStoreOpen, reason: "A store of type \(request.type) needs a URL.")
    }
    return url
  }

  /// An atomic store, which does not enforce uniqueness, must not hold entities that demand it.
  /// What an incremental store makes of them is its class's affair (R-PSC-062).
  private func requireStorable() throws {
    guard !enforcesUniqueness else { return }
    let entities = request.entities.held.map { request.coordinator.schema.entities[$0] }
    guard let entity = entities.first(where: { !$0.constraints.isEmpty }) else { return }
    let fact =
      "The store \(request.name) of type \(request.type) does not enforce uniqueness "
      + "constraints, and \(entity.name) has one."
    guard isAtomic else { return Log.warningOnce(fact) }
    throw CocoaError.make(
      .coreData,
      reason: fact + " Put the entity into a configuration for another store.")
  }

  private var enforcesUniqueness: Bool {
    (storeClass as? NSIncrementalStore.Type)?.enforcesUniquenessConstraints ?? false
  }

  /// Throws if there is a file of another type of ours. What the class knows of it the store says
  /// itself, in `loadMetadata()`: many classes read nothing without being opened.
  private func checkFile(_ url: URL) throws {
    let exists = url.isFileURL && FileManager.default.fileExists(atPath: url.path)
    if !exists, url.isFileURL, request.options.flag(NSReadOnlyPersistentStoreOption) {
      throw CocoaError.make(
        .fileReadNoSuchFile,
        reason: "There is no store at \(url.path), and one cannot be created read-only.",
        userInfo: [NSFilePathErrorKey: url.path])
    }
    if !exists, url.isFileURL {
      do {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      } catch {
        // An incremental store may have no use for a file.
        if isAtomic { throw error }
      }
    }
    guard isAtomic, StoreLocation.hasContent(at: url) else { return }
    try StoreAssembly.requireType(request.type, at: url)
  }

  /// The metadata must fit the type and the model, before anything is loaded.
  private func check(_ metadata: [String: Any]) throws {
    if let type = metadata[NSStoreTypeKey] as? String, type != request.type {
      throw CocoaError.make(
        .persistentStoreTypeMismatch,
        reason: "The store \(request.name) is of type \(type), not \(request.type).",
        userInfo: ["metadata": metadata])
    }
    guard metadata[NSStoreModelVersionHashesKey] != nil else { return }
    try request.requireCompatible(metadata)
  }

  // MARK: - Steps

  private func make(_ url: URL) throws -> NSPersistentStore {
    let store = storeClass.make(
      StoreRecipe(
        type: request.type, coordinator: request.coordinator,
        configurationName: request.configuration, url: url, options: request.options.dictionary))
    if !store.isReadOnly, request.isUnwritable {
      Log.warning("\(url.path) is not writable and is opened read-only.")
      store.isReadOnly = true
    }
    do { try store.loadMetadata() } catch { throw ClientError.named(error, store) }
    if store.isUnnamed { nameNew(store, at: url) }
    try check(store.metadata ?? [:])
    completeMetadata(of: store)
    return store
  }

  /// A store that nothing has given a UUID is new: its class may choose one (R-PSC-442).
  private func nameNew(_ store: NSPersistentStore, at url: URL) {
    guard let incremental = storeClass as? NSIncrementalStore.Type else { return }
    store.identifier = "\(incremental.identifierForNewStore(at: url))"
  }

  /// Adds the entries of the metadata that the store did not give itself.
  private func completeMetadata(of store: NSPersistentStore) {
    var metadata = store.metadata ?? [:]
    let identifier = metadata[NSStoreUUIDKey] as? String ?? store.identifier ?? UUID().uuidString
    metadata.merge(request.automaticMetadata(identifier: identifier)) { known, _ in known }
    metadata[NSStoreTypeKey] = request.type
    metadata[NSStoreUUIDKey] = identifier
    store.metadata = metadata
    if store.identifier != identifier { store.identifier = identifier }
  }

  private func place(_ store: NSPersistentStore, _ request: StoreRequest) throws {
    let numbers = ReferenceNumbers.shared(for: store.identifier)
    var settings = StoreConfiguration(
      of: request.coordinator.managedObjectModel, at: store.url,
      entities: request.entitiesWithAncestors,
      newMetadata: try StoreMetadataCoding.encoded(
        store.metadata, identifier: store.identifier))
    request.options.apply(to: &settings)
    settings.isReadOnly = false  // the store's own property says so, and can change
    try request.mount(store, try backend(of: store, settings, numbers), numbers: numbers)
  }

  private func backend(
    of store: NSPersistentStore, _ settings: StoreConfiguration, _ numbers: ReferenceNumbers
  ) throws -> any StoreBackend {
    switch store {
    case let atomic as NSAtomicStore:
      try AtomicBackend(store: atomic, settings: settings, numbers: numbers)
    case let incremental as NSIncrementalStore:
      IncrementalBackend(store: incremental, settings: settings, numbers: numbers)
    default:
      raise(
        .invalidArgument,
        "\(storeClass) is neither an NSAtomicStore nor an NSIncrementalStore.")
    }
  }

  /// The store is listed: it is told, and an atomic one loads what it has.
  private func start(_ store: NSPersistentStore, at url: URL, existed: Bool) throws {
    if request.privateOrdinal == nil { store.didAdd(to: request.coordinator) }
    guard let backend = store.backend as? AtomicBackend else { return }
    try backend.load(isNew: !StoreLocation.hasStore(at: url))
    if !existed { backend.noteReservation() }
  }

  private func withdraw(_ store: NSPersistentStore) {
    request.coordinator.clientStores?.storeWillBeRemoved(store)
    store.willRemove(from: request.coordinator)
    _ = try? request.coordinator.router.unmount(store.ordinal)  // it was just mounted
    request.coordinator.delist(store)
    store.detach()
    store.backend.close()
  }
}
