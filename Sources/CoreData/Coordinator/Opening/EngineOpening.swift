// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import Synchronization

/// Opening a store of an engine of the library's own and giving it its place.
struct EngineOpening {
  private let request: StoreRequest
  private let engine: any StoreEngine.Type
  /// A store without a file that is open already.
  private let backend: (any StoreBackend)?

  init(
    _ request: StoreRequest, _ engine: any StoreEngine.Type, open backend: (any StoreBackend)? = nil
  ) {
    self.request = request
    self.engine = engine
    self.backend = backend
  }

  func run() throws -> NSPersistentStore {
    try requireLocation()
    let opened = try request.openMigrating { try reopened() }
    let request = request.widened(by: opened.metadata)
    let store = EngineStore(
      StoreRecipe(
        type: request.type, coordinator: request.coordinator,
        configurationName: request.configuration, url: request.url ?? EngineOpening.nowhere,
        options: request.options.dictionary))
    if request.url == nil { store.url = nil }
    store.isReadOnly = opened.isReadOnly
    store.adopt(opened.metadata)
    try request.mount(store, opened.backend, engine: engine)
    if !opened.isReadOnly { perform(request.options.upkeep, opened.backend) }
    warnOfHistory(opened)
    store.didAdd(to: request.coordinator)
    return store
  }

  /// A store whose history somebody follows is not written without it; one without tells that it
  /// keeps none.
  private func warnOfHistory(_ opened: OpenedStore) {
    let name = request.url?.path ?? request.type
    let capabilities = opened.backend.capabilities
    if capabilities.contains(.unwrittenHistory), !opened.isReadOnlyByChoice {
      Log.warningOnce(
        "The store \(name) was opened without NSPersistentHistoryTrackingKey, but has a history: "
          + "it is read-only. Set the option, or AllowDisablingHistoryOption to give the history up."
      )
    }
    if request.options.wantsHistory, !capabilities.contains(.history) {
      Log.warningOnce(
        "The store \(name) is to track its history, but stores of type \(request.type) keep none.")
    }
  }

  /// Does what can be done now: the rest is done another time (R-PSC-136).
  private func perform(_ upkeep: [StoreUpkeep], _ backend: any StoreBackend) {
    for kind in upkeep {
      do { try backend.perform(kind) } catch {
        Log.warning("\(kind.rawValue) was not run: \(error)")
      }
    }
  }

  /// Opens the store at the request's URL without adding it.
  func reopened() throws -> OpenedStore {
    var settings = self.settings()
    guard let visit = try visit(settings) else { return try open(settings, found: nil) }
    defer { visit.end() }
    let found = try check(visit.metadata)
    settings.entities = request.widened(by: found.decoded).entitiesWithAncestors
    settings.comparedEntities = found.compared
    settings.visit = visit
    let opened = try open(settings, found: found)
    if opened.backend.metadata != found.stored { try requireVersion(of: opened) }
    return opened
  }

  /// Throws 134100 for a store that was migrated after it was looked at.
  private func requireVersion(of opened: OpenedStore) throws {
    do { _ = try check(opened.backend.metadata) } catch {
      opened.backend.close()
      throw error
    }
  }

  private static let nowhere = URL(fileURLWithPath: "/dev/null")

  private func requireLocation() throws {
    guard request.url == nil, engine.needsLocation else { return }
    throw CocoaError.make(
      .persistentStoreOpen, reason: "A store of type \(request.type) needs a URL.")
  }

  // MARK: - What is there

  /// Metadata as stored and as decoded.
  private struct FoundMetadata {
    var stored: StoreMetadata
    var decoded: [String: Any]
    /// The entities for which the structure of the file decides.
    var compared: [Int] = []
  }

  /// Compares what an existing store says of itself with the model.
  private func check(_ stored: StoreMetadata) throws -> FoundMetadata {
    let metadata = try StoreMetadataCoding.decoded(stored, at: request.url)
    guard engine.comparesStructure else {
      try request.requireCompatible(metadata)
      return FoundMetadata(stored: stored, decoded: metadata)
    }
    let compared = try request.requireComparable(metadata)
    return FoundMetadata(stored: stored, decoded: metadata, compared: compared)
  }

  /// Looks into the file of an existing store; nil where there is none, or nothing to compare.
  private func visit(_ settings: StoreConfiguration) throws -> (any StoreVisit)? {
    guard let url = request.url, backend == nil,
      !request.options.flag(NSIgnorePersistentStoreVersioningOption), engine.hasStore(at: url)
    else { return nil }
    do {
      return try engine.visit(settings, at: url)
    } catch {
      // What a process has begun to make and not finished is made now.
      if error.kind == .missingStore { return nil }
      try StoreAssembly.requireType(request.type, at: url)
      throw ErrorTranslation.cocoaError(error, url: url, engine: engine)
    }
  }

  // MARK: - Opening

  struct OpenedStore {
    let backend: any StoreBackend
    let isReadOnly: Bool
    /// True if it is so whatever the file has in it.
    let isReadOnlyByChoice: Bool
    let metadata: [String: Any]
  }

  /// Returns the configuration of the store as the request has it.
  private func settings() -> StoreConfiguration {
    let newMetadata = request.newMetadata
    var settings = StoreConfiguration(
      of: request.coordinator.managedObjectModel, at: request.url,
      entities: request.entitiesWithAncestors
    ) { newMetadata.make() }
    request.options.apply(to: &settings)
    settings.keepsLog = request.url.map { !StoreLocation.isCopy($0) } ?? false
    settings.monitor.join(request.coordinator.router.tracer)
    if !settings.isReadOnly, let url = request.url, request.isUnwritable {
      Log.warning("\(url.path) is not writable and is opened read-only.")
      settings.isReadOnly = true
    }
    return settings
  }

  private func open(
    _ settings: StoreConfiguration, found: FoundMetadata?
  ) throws -> OpenedStore {
    StatementLog.noteOpening(of: engine.typeName, at: settings.url)
    do {
      return try opened(try backend(settings), isReadOnly: settings.isReadOnly, found: found)
    } catch {
      if let found, !found.compared.isEmpty, error.kind == .schemaMismatch {
        throw request.incompatible(found.decoded)
      }
      if let url = request.url, engine.hasStore(at: url) {
        try StoreAssembly.requireType(request.type, at: url)
      }
      throw ErrorTranslation.cocoaError(error, url: request.url, engine: engine)
    }
  }

  private func backend(_ settings: StoreConfiguration) throws(StoreError) -> any StoreBackend {
    if let backend { return backend }
    return try engine.open(settings)
  }

  private func opened(
    _ backend: any StoreBackend, isReadOnly: Bool, found: FoundMetadata?
  ) throws(StoreError) -> OpenedStore {
    let metadata: [String: Any]
    let stored = backend.metadata
    do {
      if let found, found.stored == stored {
        metadata = found.decoded
      } else {
        metadata = try StoreMetadataCoding.decoded(stored, at: request.url)
      }
    } catch {
      backend.close()
      throw StoreError(
        .corrupt, store: request.url?.path ?? request.type, message: "Unreadable metadata.")
    }
    let isOwed = backend.capabilities.contains(.unwrittenHistory)
    return OpenedStore(
      backend: backend, isReadOnly: isReadOnly || isOwed, isReadOnlyByChoice: isReadOnly,
      metadata: metadata)
  }
}

/// The automatic metadata of a store that has not been made yet. It keeps no coordinator: a backend may
/// keep it.
// Sendable: a frozen model does not change.
struct NewStoreMetadata: @unchecked Sendable {
  let type: String
  let configuration: String
  let model: NSManagedObjectModel
  let entityNames: [String]

  /// Returns them with a new UUID; the model remembers all but that.
  func make() -> StoreMetadata {
    let key = "\(type) \(entityNames.count) \(configuration)"
    let identifier = UUID.random().uuidString
    if let known = model.newStoreProperties.withLock({ $0[key] }) {
      return StoreMetadata(identifier: identifier, properties: known)
    }
    let automatic = StoreMetadataCoding.automatic(
      type: type, identifier: "", model: model, entityNames: entityNames)
    // Names, numbers and hashes can be encoded.
    let made = try? StoreMetadataCoding.encoded(automatic, identifier: identifier)
    let properties = made?.properties ?? Data()
    model.newStoreProperties.withLock { $0[key] = properties }
    return StoreMetadata(identifier: identifier, properties: properties)
  }
}
