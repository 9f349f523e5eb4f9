// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The request to add a store.
struct StoreRequest {
  let coordinator: NSPersistentStoreCoordinator
  let type: String
  /// Nil for the whole model.
  let configuration: String?
  let url: URL?
  let options: StoreOptionValues
  /// The configuration's entities, and those that the store has besides.
  var entities = StoreEntities([])
  /// The store whose place the new one takes; nil: it comes behind the others.
  var replaced: NSPersistentStore?
  /// The ordinal that the store gets in a coordinator made for it alone, which nobody hears of.
  var privateOrdinal: Int?

  /// The store's name in messages and in the router.
  var name: String { url?.lastPathComponent ?? type }

  /// Returns the automatic metadata of a store of these entities.
  func automaticMetadata(identifier: String) -> [String: Any] {
    StoreMetadataCoding.automatic(
      type: type, identifier: identifier, model: coordinator.managedObjectModel,
      entityNames: entities.held.map { coordinator.schema.entities[$0].name })
  }

  /// The metadata of a store that is made now, for who makes one.
  var newMetadata: NewStoreMetadata {
    NewStoreMetadata(
      type: type, configuration: configuration ?? defaultConfigurationName,
      model: coordinator.managedObjectModel,
      entityNames: entities.supported.map { coordinator.schema.entities[$0].name })
  }

  /// Returns the numbers of the configuration's entities.
  func configuredEntities() throws -> [Int] {
    let model = coordinator.managedObjectModel
    guard let entities = model.entities(forConfigurationName: configuration) else {
      throw CocoaError.make(
        .coreData, reason: "The model has no configuration named '\(configuration ?? "")'.")
    }
    return coordinator.indexes(of: entities)
  }

  /// The entities and their ancestors.
  var entitiesWithAncestors: [Int] {
    var all = Set(entities.held)
    for entity in entities.held {
      var parent = coordinator.schema.entities[entity].parent
      while let present = parent {
        all.insert(present)
        parent = coordinator.schema.entities[present].parent
      }
    }
    return all.sorted()
  }

  /// True if there is a file that cannot be written.
  var isUnwritable: Bool {
    guard let url, url.isFileURL, url.path != "/dev/null" else { return false }
    // What cannot be read either is no store to be opened read-only.
    let path = url.path
    return access(path, W_OK) != 0 && access(path, R_OK) == 0
  }

  /// Gives a store its place behind the others; on an error the backend is closed.
  func mount(
    _ store: NSPersistentStore, _ backend: any StoreBackend,
    engine: (any StoreEngine.Type)? = nil, numbers: ReferenceNumbers? = nil
  ) throws {
    if !store.isReadOnly { try renewDerivedValues(in: backend, engine) }
    do {
      if let replaced {
        store.mount(place(backend, of: engine, ordinal: replaced.ordinal, numbers: numbers))
        return try StoreSuccession(of: replaced, by: store, in: coordinator).run()
      }
      let mounted = try coordinator.router.mount(
        backend, name: name, entities: entities, isReadOnly: store.isReadOnly,
        under: privateOrdinal)
      store.mount(place(backend, of: engine, ordinal: mounted.ordinal, numbers: numbers))
      coordinator.append(store)
    } catch {
      backend.close()
      throw ErrorTranslation.cocoaError(error, coordinator: coordinator, objects: [])
    }
  }
}

extension StoreRequest {
  /// A store that was written by who does not derive gets the values that it lacks, unless it is
  /// used as it is. On an error the backend is closed.
  private func renewDerivedValues(
    in backend: any StoreBackend, _ engine: (any StoreEngine.Type)?
  ) throws {
    guard !options.flag(NSIgnorePersistentStoreVersioningOption) else { return }
    do {
      try coordinator.router.renewDerivedValues(in: backend, holding: entities.held)
    } catch {
      backend.close()
      throw ErrorTranslation.cocoaError(error, url: url, engine: engine)
    }
  }

  private func place(
    _ backend: any StoreBackend, of engine: (any StoreEngine.Type)?, ordinal: Int,
    numbers: ReferenceNumbers?
  ) -> StoreMount {
    let reference = StoreReference(
      identifier: backend.metadata.identifier, ordinal: ordinal, numbers: numbers)
    return StoreMount(
      type: type, engine: engine, backend: backend, ordinal: ordinal, reference: reference,
      entities: entities)
  }
}

/// Adding a store, step by step (R-PSC-051). A failure leaves coordinator and file as they were.
struct StoreOpening {
  private var request: StoreRequest
  /// Entities for which the store is added although its configuration does not name them.
  var besides: [NSEntityDescription] = []

  init(
    coordinator: NSPersistentStoreCoordinator, type: String, configuration: String?,
    url: URL?, options: [AnyHashable: Any]?
  ) {
    let model = coordinator.managedObjectModel
    request = StoreRequest(
      coordinator: coordinator, type: type,
      configuration: configuration.flatMap { model.namesWhole($0) ? nil : $0 }, url: url,
      options: StoreOptionValues(options))
  }

  func run() throws -> NSPersistentStore {
    let tracer = request.coordinator.router.tracer
    return try tracer.whole {
      let start = StoreMonitor.time
      let store = try added()
      request.coordinator.noteChange(.open, of: store, since: start)
      return store
    }
  }

  private func added() throws -> NSPersistentStore {
    let coordinator = request.coordinator
    coordinator.structureLock.lock()
    defer { coordinator.structureLock.unlock() }
    let kind = try StoreRegistry.kind(of: request.type)
    var request = request
    request.entities = StoreEntities(
      try request.configuredEntities() + coordinator.indexes(of: besides))
    try coordinator.managedObjectModel.validateSchema()
    for problem in FetchedPropertyValue.problems(in: coordinator.managedObjectModel) {
      Log.warningOnce(problem)
    }
    try requireUnused()
    try StoreMark.settle(
      request.url,
      timeout: request.options.number(NSPersistentStoreTimeoutOption)?.doubleValue ?? 240)
    let copy = try StoreCopyRenaming(request)
    let store: NSPersistentStore
    do {
      store =
        switch kind {
        case .engine(let engine): try EngineOpening(request, engine).run()
        case .client(let storeClass): try ClientStoreOpening(request, storeClass).run()
        }
    } catch {
      copy?.undo()
      throw error
    }
    if !store.isReadOnly {
      TransferPlace.removeAbandoned(beside: store)
      store.removeAbandoned()
    }
    setChoices(of: store)
    StagedMigration.warn(of: store)
    coordinator.recover(store)
    coordinator.forwarding.note(store.place)
    coordinator.remoteChanges.watch(store, of: coordinator)
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator,
      userInfo: [NSAddedPersistentStoresKey: [store]])
    return store
  }

  private func setChoices(of store: NSPersistentStore) {
    guard let choices = store.routingChoices else { return }
    // It has just been added, so that it is there.
    try? request.coordinator.router.set(choices, of: store.ordinal)
  }

  private func requireUnused() throws {
    guard let url = request.url else { return }
    let stores = request.coordinator.persistentStores
    // Asked of the file system once, however many stores there are.
    let file = stores.isEmpty ? nil : StoreLocation.FileNumber(reaching: url)
    for store in stores {
      guard let other = store.url, isSame(url, file, as: store, at: other) else { continue }
      throw CocoaError.make(
        CocoaError.Code(rawValue: 134081),
        reason: "Can't add the same store twice: \(url.path) is already added.",
        userInfo: [NSAffectedStoresErrorKey: [store]])
    }
  }

  private func isSame(
    _ url: URL, _ file: StoreLocation.FileNumber?, as store: NSPersistentStore, at other: URL
  ) -> Bool {
    if url == other { return true }
    guard !StoreLocation.isMemory(url), let known = store.place.file else {
      return StoreLocation.isSame(url, other)
    }
    return file == known
  }
}

extension NSPersistentStore {
  /// The choices for requests and recovery among the options; nil where there is none.
  final var routingChoices: StoreChoices? {
    let chosen = [ForgetHomeOption, AllowStaleReadsOption, InMemoryNullSemanticsOption]
    let options = StoreOptionValues(options)
    guard chosen.contains(where: options.flag) else { return nil }
    var choices = StoreChoices()
    choices.forgetsHomes = options.flag(ForgetHomeOption)
    choices.allowsStaleReads = options.flag(AllowStaleReadsOption)
    if options.flag(InMemoryNullSemanticsOption) { choices.nullSemantics = .definite }
    return choices
  }
}
