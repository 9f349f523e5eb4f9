// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A new store of an engine: a file beside its final place, or one in memory.
struct EngineTarget: TransferTarget {
  let backend: any StoreBackend
  let metadata: StoreMetadata
  private let request: StoreRequest
  private let engine: any StoreEngine.Type
  /// Where the file is until it is complete; nil without a file.
  private let temporary: TransferPlace?

  /// - Parameter identifier: the UUID that the store has; nil: a new one.
  init(
    _ request: StoreRequest, _ engine: any StoreEngine.Type, metadata: [String: Any],
    identifier: String? = nil
  ) throws {
    self.request = request
    self.engine = engine
    temporary = engine.needsLocation ? request.url.flatMap(TransferPlace.init) : nil
    let file = temporary?.url
    let identifier = identifier ?? UUID().uuidString
    let complete = metadata.merging(request.automaticMetadata(identifier: identifier)) { $1 }
    self.metadata = try StoreMetadataCoding.encoded(complete, identifier: identifier)
    var settings = StoreConfiguration(
      of: request.coordinator.managedObjectModel, at: file ?? request.url,
      entities: request.entitiesWithAncestors, newMetadata: self.metadata)
    request.options.apply(to: &settings)
    settings.isReadOnly = false
    if file != nil {
      settings.settings.merge(engine.bulkSettings) { $1 }
      settings.keepsLog = false
    }
    backend = try engine.open(settings)
  }

  var numbers: ReferenceNumbers? { nil }

  func takePlace(of old: NSPersistentStore) throws -> NSPersistentStore {
    var request = request
    request.replaced = old
    guard let file = temporary?.url, let url = request.url else {
      return try EngineOpening(request, engine, open: backend).run()
    }
    backend.close()
    try engine.moveFile(at: file, to: StoreLocation.standardised(url))
    return try EngineOpening(request, engine).run()
  }

  func settle() throws {
    backend.close()
    guard let file = temporary?.url, let url = request.url else { return }
    try engine.moveFile(at: file, to: StoreLocation.standardised(url))
  }

  func discard() {
    backend.close()
    if let file = temporary?.url { engine.removeFile(at: file) }
  }
}

/// A store with an engine of the library's own behind it.
final class EngineStore: NSPersistentStore {}
