// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Copying an added store into a new one that takes its place, step by step (R-PSC-100…105). Until
/// the last step nothing has changed.
struct StoreTransfer {
  private let store: NSPersistentStore
  private let coordinator: NSPersistentStoreCoordinator
  private let url: URL
  private let type: String
  private let options: StoreOptionValues

  init(
    of store: NSPersistentStore, in coordinator: NSPersistentStoreCoordinator, to url: URL,
    _ options: [AnyHashable: Any]?, _ type: String
  ) {
    self.store = store
    self.coordinator = coordinator
    self.url = url
    self.options = StoreOptionValues(options)
    self.type = type
  }

  func run() throws -> NSPersistentStore {
    try coordinator.router.tracer.whole { try transferred() }
  }

  private func transferred() throws -> NSPersistentStore {
    let progress = TransferProgress()
    let former = store.reference
    coordinator.structureLock.lock()
    defer { coordinator.structureLock.unlock() }
    let kind = try StoreRegistry.kind(of: type)
    try requireListed()
    try requireFreePlace()
    Log.migration("Copying \(name) (\(store.type)) to \(url.path) (\(type))")
    let new = try coordinator.router.withoutSavesAndDebts(to: store.ordinal) {
      try requireInStep()
      return try transfer(to: kind, progress)
    }
    Log.migration("\(url.path) has taken the place of the store")
    if new.place.isOfClient { new.didAdd(to: coordinator) }
    progress.finish()
    announce(new, after: former)
    return new
  }

  // MARK: - Checks

  private func requireListed() throws {
    guard !coordinator.persistentStores.contains(where: { $0 === store }) else { return }
    throw CocoaError.make(
      .persistentStoreOperation, reason: "The store to migrate is not in this coordinator.")
  }

  private func requireFreePlace() throws {
    for other in coordinator.persistentStores {
      guard let taken = other.url, url.path != "/dev/null", StoreLocation.isSame(url, taken) else {
        continue
      }
      throw CocoaError.make(
        .persistentStoreOperation,
        reason: "\(name) cannot be migrated to \(url.path): a store there is added to this "
          + "coordinator. Remove it first, or choose another place.",
        userInfo: [NSAffectedStoresErrorKey: [other], NSFilePathErrorKey: url.path])
    }
    var isFolder: ObjCBool = false
    guard url.isFileURL, FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { return }
    throw CocoaError.make(
      .persistentStoreOperation,
      reason: "\(name) cannot be migrated to \(url.path): that is a folder. Choose another "
        + "place, or move the folder away first.",
      userInfo: [NSFilePathErrorKey: url.path])
  }

  /// A store that lacks a decided save is not copied without it: nobody would look for the save in
  /// the copy, which has another UUID.
  private func requireInStep() throws {
    // A store that cannot be read is reported by the copy.
    let isPledged = (try? coordinator.isPledged(store)) ?? false
    do {
      if isPledged, !store.isReadOnly { try coordinator.bringInStep(store) }
      if let error = coordinator.recoveryError(of: store) { throw error }
    } catch {
      if !StoreOptionValues(store.options).flag(AllowStaleReadsOption) { throw error }
    }
  }

  private var name: String { store.url?.path ?? store.type }

  // MARK: - Copying

  private func transfer(
    to kind: StoreRegistry.Kind, _ progress: TransferProgress
  ) throws -> NSPersistentStore {
    do {
      let target = try target(kind)
      do {
        try copy(to: target, progress)
        try inheritNumbers(target)
        return try target.takePlace(of: store)
      } catch {
        target.discard()
        throw error
      }
    } catch {
      throw translated(error)
    }
  }

  private func target(_ kind: StoreRegistry.Kind) throws -> any TransferTarget {
    let isWhole = store.configurationName == defaultConfigurationName
    let request = StoreRequest(
      coordinator: coordinator, type: type,
      configuration: isWhole ? nil : store.configurationName, url: url, options: options,
      entities: store.entities)
    switch kind {
    case .engine(let engine): return try EngineTarget(request, engine, metadata: userMetadata)
    case .client(let storeClass):
      return try ClientTarget(
        request, storeClass, ordinal: store.ordinal, metadata: userMetadata)
    }
  }

  /// The entries that clients have put into the store's metadata (R-PSC-101). What a file's journal
  /// says is of its UUID, and stays with that.
  private var userMetadata: [String: Any] {
    var metadata = (store.metadata ?? [:]).filter {
      !StaticMetadata.automaticKeys.contains($0.key)
    }
    let notes = MetadataNotes.notes(in: metadata).filter { !Journal.keeps(noteNamed: $0.key) }
    metadata[MetadataNotes.key] = notes.isEmpty ? nil : notes
    return metadata
  }

  private func copy(to target: any TransferTarget, _ progress: TransferProgress) throws {
    var missing: [MissingValue] = []
    _ = try StoreCopy(
      schema: coordinator.schema, entities: store.entities.held, from: store.backend,
      to: target.backend
    ).run(
      metadata: target.metadata, progress: { progress.report($0) },
      noteMissing: { missing.append($0) })
    report(missing)
  }

  /// Says which attributes have lost values, whose files had been missing before.
  private func report(_ missing: [MissingValue]) {
    let groups = Dictionary(grouping: missing) { "\($0.entityName).\($0.attributeName)" }
    for (name, values) in groups.sorted(by: { $0.key < $1.key }) {
      Log.warning(
        "\(url.path) has no \(name) for \(values.count) object(s): their files are missing, the "
          + "first one \(values[0].path).")
    }
  }

  /// The numbers of objects that are not saved yet stay theirs.
  private func inheritNumbers(_ target: any TransferTarget) throws {
    guard let numbers = target.numbers else { return }
    let entities = coordinator.schema.entities
    for figures in try store.backend.statistics().entities {
      let root = entities[entities[figures.entity].root].name
      let last = figures.nextNumber - 1
      guard last <= ReferenceNumbers.greatest else {
        throw StoreError(
          .numbersExhausted, store: name,
          message: "an object of the hierarchy of \(root) has the number \(last), behind which "
            + "\(type) has none for new objects")
      }
      numbers.inherit(upTo: last, root: root)
    }
  }

  // MARK: - Errors

  private func translated(_ error: any Error) -> any Error {
    switch error {
    case StoreCopyError.cancelled:
      failure(.migrationCancelled, why: "it was cancelled", underlying: nil)
    case StoreCopyError.source(let inner), StoreCopyError.destination(let inner):
      inner.underlying ?? failure(code(of: inner), why: inner.description, underlying: inner)
    case let inner as StoreError:
      failure(code(of: inner), why: inner.description, underlying: inner)
    case let inner as StoreCopyError: failure(.migration, why: inner.description, underlying: inner)
    case let inner as RoutingError:
      ErrorTranslation.cocoaError(inner, coordinator: coordinator, objects: [])
    default: error
    }
  }

  private func failure(
    _ code: CocoaError.Code, why: String, underlying: (any Error)?
  ) -> CocoaError {
    CocoaError.make(
      code, reason: "\(name) was not migrated to \(url.path): \(why)",
      userInfo: [NSFilePathErrorKey: url.path, NSAffectedStoresErrorKey: [store]],
      underlying: underlying)
  }

  private func code(of error: StoreError) -> CocoaError.Code {
    switch error.kind {
    case .diskFull: .fileWriteOutOfSpace
    case .notPermitted, .readOnly: .fileWriteNoPermission
    case .timeout: .persistentStoreTimeout
    case .cannotOpen: .persistentStoreOpen
    default: .migration
    }
  }

  // MARK: - Telling

  private func announce(_ new: NSPersistentStore, after former: StoreReference) {
    let ids = TransferredIDs.list(of: new, after: former, in: coordinator)
    let change: [Any] = [store, new, ids]
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator,
      userInfo: [NSUUIDChangedPersistentStoresKey: change])
  }
}

/// A transfer as a `Progress`, which belongs to the one that is current when it begins; one unit an
/// object.
struct TransferProgress {
  private let progress = Progress(totalUnitCount: 1)

  /// Takes over how far the copy is; false when it shall end.
  func report(_ state: CopyProgress) -> Bool {
    progress.totalUnitCount = Int64(max(1, state.total))
    // The last object counts when the new store has taken its place.
    progress.completedUnitCount = min(Int64(state.done), progress.totalUnitCount - 1)
    return !progress.isCancelled
  }

  func finish() { progress.completedUnitCount = progress.totalUnitCount }
}
