// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import Synchronization

/// A store that has been opened but not yet been added.
struct OpenedStore {
  let backend: any StoreBackend
  let type: String
  /// The configuration's entities.
  let entities: [Int]
  let configurationName: String
  let options: [AnyHashable: Any]?
  let url: URL?
  let isReadOnly: Bool
  let metadata: [String: Any]
}

/// Adding a store, step by step (R-PSC-051). Until the last step nothing of it is visible, and a
/// failure leaves coordinator and file as they were.
struct StoreOpening {
  private let coordinator: NSPersistentStoreCoordinator
  private let type: String
  private let configuration: String?
  private let url: URL?
  private let options: StoreOptionValues

  init(
    _ coordinator: NSPersistentStoreCoordinator, _ type: String, _ configuration: String?,
    _ url: URL?, _ options: [AnyHashable: Any]?
  ) {
    self.coordinator = coordinator
    self.type = type
    self.configuration = configuration == defaultConfigurationName ? nil : configuration
    self.url = url
    self.options = StoreOptionValues(options)
  }

  func run() throws -> NSPersistentStore {
    coordinator.structureLock.lock()
    defer { coordinator.structureLock.unlock() }
    let driver = try StoreAssembly.driver(type)
    let entities = try configuredEntities()
    try coordinator.managedObjectModel.validateSchema()
    try requireLocation(driver)
    try requireUnused()
    let found = try checkVersion(driver)
    let opened = try open(driver, entities, found)
    let store = try mount(opened)
    store.didAdd(to: coordinator)
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator,
      userInfo: [NSAddedPersistentStoresKey: [store]])
    return store
  }

  // MARK: - Checks

  private func configuredEntities() throws -> [Int] {
    let model = coordinator.managedObjectModel
    guard let entities = model.entities(forConfigurationName: configuration) else {
      throw CocoaError.make(
        .coreData,
        reason: "The model has no configuration named '\(configuration ?? "")'.")
    }
    return entities.compactMap { $0.name.flatMap(coordinator.schema.entity(named:))?.index }
      .sorted()
  }

  private func requireLocation(_ driver: any StoreDriver.Type) throws {
    guard url == nil, driver.needsLocation else { return }
    throw CocoaError.make(
      .persistentStoreOpen, reason: "A store of type \(type) needs a URL.")
  }

  private func requireUnused() throws {
    guard let url else { return }
    for store in coordinator.persistentStores {
      guard let other = store.url, StoreLocation.isSame(url, other) else { continue }
      throw CocoaError.make(
        CocoaError.Code(rawValue: 134081),
        reason: "Can't add the same store twice: \(url.path) is already added.",
        userInfo: [NSAffectedStoresErrorKey: [store]])
    }
  }

  /// Metadata as stored and as decoded.
  private struct FoundMetadata {
    var stored: StoreMetadata
    var decoded: [String: Any]
  }

  /// An existing store must have been made for these entities (R-PSC-060). Returns what it says.
  private func checkVersion(_ driver: any StoreDriver.Type) throws -> FoundMetadata? {
    guard let url, !options.flag(NSIgnorePersistentStoreVersioningOption),
      let stored = try existingMetadata(driver, url)
    else { return nil }
    let metadata = try StoreMetadataCoding.decoded(stored)
    let isCompatible = coordinator.managedObjectModel.isConfiguration(
      withName: configuration, compatibleWithStoreMetadata: metadata)
    guard !isCompatible else { return FoundMetadata(stored: stored, decoded: metadata) }
    throw CocoaError.make(
      .persistentStoreIncompatibleVersionHash,
      reason: "The model used to open the store \(url.lastPathComponent) is incompatible with the "
        + "one used to create the store.",
      userInfo: ["metadata": metadata, NSFilePathErrorKey: url.path])
  }

  private func existingMetadata(
    _ driver: any StoreDriver.Type, _ url: URL
  ) throws -> StoreMetadata? {
    guard driver.hasContent(at: url) else { return nil }
    do {
      return try driver.readMetadata(at: url)
    } catch {
      throw ErrorTranslation.cocoaError(error, url: url, type: type)
    }
  }

  // MARK: - Opening

  private func open(
    _ driver: any StoreDriver.Type, _ entities: [Int], _ found: FoundMetadata?
  ) throws -> OpenedStore {
    var settings = StoreConfiguration(
      url: url, schema: coordinator.schema, entities: withAncestors(entities),
      newMetadata: StoreMetadata(
        identifier: UUID().uuidString, properties: try newProperties(entities)))
    options.apply(to: &settings)
    if !settings.isReadOnly, let url, StoreOpening.isUnwritable(url) {
      Log.warning("\(url.path) is not writable and is opened read-only.")
      settings.isReadOnly = true
    }
    do throws(StoreError) {
      return try opened(try driver.open(settings), entities, settings.isReadOnly, found)
    } catch {
      throw ErrorTranslation.cocoaError(error, url: url, type: type)
    }
  }

  /// The automatic metadata of a new store, encoded; the model remembers it, since every opening
  /// brings it along.
  private func newProperties(_ entities: [Int]) throws -> Data {
    let model = coordinator.managedObjectModel
    let key = "\(type) \(configuration ?? defaultConfigurationName)"
    if let known = model.newStoreProperties.withLock({ $0[key] }) { return known }
    let automatic = StoreMetadataCoding.automatic(
      type: type, identifier: "", model: model,
      entityNames: entities.map { coordinator.schema.entities[$0].name })
    let made = try StoreMetadataCoding.encoded(automatic, identifier: "").properties
    model.newStoreProperties.withLock { $0[key] = made }
    return made
  }

  private func opened(
    _ backend: any StoreBackend, _ entities: [Int], _ isReadOnly: Bool, _ found: FoundMetadata?
  ) throws(StoreError) -> OpenedStore {
    let metadata: [String: Any]
    let stored = backend.metadata
    do {
      if let found, found.stored == stored {
        metadata = found.decoded
      } else {
        metadata = try StoreMetadataCoding.decoded(stored)
      }
    } catch {
      backend.close()
      throw StoreError(.corrupt, store: url?.path ?? type, message: "Unreadable metadata.")
    }
    return OpenedStore(
      backend: backend, type: type, entities: entities,
      configurationName: configuration ?? defaultConfigurationName, options: options.dictionary,
      url: url, isReadOnly: isReadOnly, metadata: metadata)
  }

  private func withAncestors(_ entities: [Int]) -> [Int] {
    var all = Set(entities)
    for entity in entities {
      var parent = coordinator.schema.entities[entity].parent
      while let present = parent {
        all.insert(present)
        parent = coordinator.schema.entities[present].parent
      }
    }
    return all.sorted()
  }

  private static func isUnwritable(_ url: URL) -> Bool {
    url.isFileURL && url.path != "/dev/null" && FileManager.default.fileExists(atPath: url.path)
      && !FileManager.default.isWritableFile(atPath: url.path)
  }

  private func mount(_ opened: OpenedStore) throws -> NSPersistentStore {
    do {
      let mounted = try coordinator.router.mount(
        opened.backend, name: url?.lastPathComponent ?? type, entities: opened.entities,
        isReadOnly: opened.isReadOnly)
      let store = NSPersistentStore(opened, coordinator: coordinator, ordinal: mounted.ordinal)
      coordinator.append(store)
      return store
    } catch {
      opened.backend.close()
      throw ErrorTranslation.cocoaError(error, coordinator: coordinator, objects: [])
    }
  }
}
