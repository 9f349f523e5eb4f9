// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// A store with a small graph in it, to be backed up.
final class BackupStage {
  /// The types of store that have a file, the library's and clients'.
  static let fileTypes = EveryStoreTransferTests.types.filter {
    $0 != NSInMemoryStoreType && $0 != ClientStores.httpType
  }
  /// Besides, those that have none.
  static let types = [NSInMemoryStoreType] + fileTypes
  static let atomicTypes = [NSBinaryStoreType, NSXMLStoreType]

  let type: String
  let stage: TransferStage
  var coordinator: NSPersistentStoreCoordinator { stage.coordinator }
  var store: NSPersistentStore { stage.store }

  init(_ type: String, options: [AnyHashable: Any]? = nil) throws {
    self.type = type
    stage = try TransferStage(type, model: BackupStage.model(), options: options)
  }

  /// Without constraints, which not every type enforces.
  static func model() -> NSManagedObjectModel {
    let model = GarageModel.make()
    for entity in model.entities { entity.uniquenessConstraints = [] }
    return model
  }

  /// The type that the backup has.
  var backupType: String { type == NSInMemoryStoreType ? NSBinaryStoreType : type }

  func url(_ name: String = "copy") throws -> URL { try stage.place.url(name, ofType: backupType) }

  func fill() throws { try stage.fill(stage.context()) }

  func backUp(
    _ name: String = "copy", options: BackupOptions = BackupOptions(), progress: Progress? = nil
  ) async throws {
    try await coordinator.backup(store, to: url(name), options: options, progress: progress)
  }

  /// A coordinator with the backup as its only store.
  func opened(_ name: String = "copy") throws -> NSPersistentStoreCoordinator {
    try stage.place.opened(backupType, name, model: BackupStage.model())
  }

  func found(_ name: String = "copy") throws -> [String] {
    let coordinator = try opened(name)
    defer { BackupStage.close(coordinator) }
    return try stage.found(in: coordinator)
  }

  func uris(_ coordinator: NSPersistentStoreCoordinator) throws -> [String] {
    try stage.place.run(coordinator) { context in
      try ["Person", "Car", "Note"].flatMap { try context.all($0) }
        .map { $0.objectID.uriRepresentation().absoluteString }.sorted()
    }
  }

  /// The names in the folder, without those of the store itself.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: stage.place.folder.path)
      .filter { !$0.hasPrefix("old") && !$0.hasPrefix(".old_") }.sorted()
  }

  static func close(_ coordinator: NSPersistentStoreCoordinator) {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }
}
