// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Copying the rows of a store that has no file of its own into a new file.
struct RowBackup {
  private let store: NSPersistentStore
  private let coordinator: NSPersistentStoreCoordinator
  private let url: URL
  private let place: BackupPlace
  private let request: StoreRequest

  init(
    of store: NSPersistentStore, in coordinator: NSPersistentStoreCoordinator, to url: URL,
    _ place: BackupPlace
  ) throws {
    self.store = store
    self.coordinator = coordinator
    self.url = url
    self.place = place
    let isWhole = store.configurationName == defaultConfigurationName
    request = StoreRequest(
      coordinator: coordinator, type: place.type.name,
      configuration: isWhole ? nil : store.configurationName, url: url,
      options: StoreOptionValues(place.type.name == store.place.type ? store.options : nil),
      entities: store.entities)
  }

  func run(_ rows: any StoreSnapshot, _ progress: @escaping CopyProgressHandler) throws {
    switch try StoreRegistry.kind(of: place.type.name) {
    case .engine(let engine): try fill(engine, with: rows, progress)
    case .client(let storeClass): try fill(storeClass, with: rows, progress)
    }
  }

  private var identifier: String { store.reference.identifier }

  /// The entries that clients have put into the store's metadata, and those of the new store.
  private var metadata: [String: Any] {
    (store.metadata ?? [:]).filter { !StaticMetadata.automaticKeys.contains($0.key) }
      .merging(request.automaticMetadata(identifier: identifier)) { $1 }
  }

  private func fill(
    _ engine: any StoreEngine.Type, with rows: any StoreSnapshot,
    _ progress: @escaping CopyProgressHandler
  ) throws {
    let metadata = try StoreMetadataCoding.encoded(metadata, identifier: identifier)
    var settings = StoreConfiguration(
      of: coordinator.managedObjectModel, at: url, entities: request.entitiesWithAncestors,
      newMetadata: metadata)
    settings.settings = engine.bulkSettings
    settings.keepsLog = false
    let backend = try engine.open(settings)
    defer { backend.close() }
    try copy(rows, to: backend, metadata: metadata, progress)
  }

  private func fill(
    _ storeClass: NSPersistentStore.Type, with rows: any StoreSnapshot,
    _ progress: @escaping CopyProgressHandler
  ) throws {
    let target = try ClientTarget(
      request, storeClass, ordinal: store.ordinal, metadata: metadata, identifier: identifier)
    do {
      try copy(rows, to: target.backend, metadata: target.metadata, progress)
      try target.settle()
    } catch {
      target.discard()
      throw error
    }
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw place.refusal(
        "\(storeClass) has written no file there, so that there is nothing to keep")
    }
  }

  private func copy(
    _ rows: any StoreSnapshot, to backend: any StoreBackend, metadata: StoreMetadata,
    _ progress: @escaping CopyProgressHandler
  ) throws {
    _ = try StoreCopy(
      schema: coordinator.schema, entities: store.entities.held, from: store.backend,
      at: rows, to: backend
    ).run(metadata: metadata, progress: progress)
  }
}
