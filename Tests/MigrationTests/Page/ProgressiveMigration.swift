// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Bringing a store from version to version, as programs do it by hand: the recipe of
/// docs/migration.md.
extension MigrationPage {
  static func migrateStepByStep(_ url: URL, _ type: String, in bundle: Bundle) throws {
    for (current, next) in zip(versions, versions.dropFirst()) {
      let source = try model(current, in: bundle)
      let destination = try model(next, in: bundle)
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: type, at: url)
      guard source.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else {
        continue
      }
      let mapping =
        try NSMappingModel(from: [bundle], forSourceModel: source, destinationModel: destination)
        ?? NSMappingModel.inferredMappingModel(
          forSourceModel: source, destinationModel: destination)
      let temporary = url.deletingLastPathComponent().appendingPathComponent(UUID().uuidString)
      let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
      try manager.migrateStore(
        from: url, sourceType: type, options: nil, with: mapping, toDestinationURL: temporary,
        destinationType: type, destinationOptions: nil)
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: destination)
      try coordinator.replacePersistentStore(
        at: url, withPersistentStoreFrom: temporary, ofType: type)
      try coordinator.destroyPersistentStore(at: temporary, ofType: type)
    }
  }
}
