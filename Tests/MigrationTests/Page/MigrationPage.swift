// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// The code of docs/migration.md.
enum MigrationPage {
  static let versions = ["Boats", "Boats 2", "Boats 3"]

  static func open(
    _ url: URL, ofType type: String, with model: NSManagedObjectModel
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
      ])
    return coordinator
  }

  static func model(_ version: String, in bundle: Bundle) throws -> NSManagedObjectModel {
    guard
      let url = bundle.url(forResource: version, withExtension: "mom", subdirectory: "Boats.momd")
        ?? bundle.url(
          forResource: version, withExtension: "xcdatamodel", subdirectory: "Boats.xcdatamodeld"),
      let model = NSManagedObjectModel(contentsOf: url)
    else { throw CocoaError(.fileNoSuchFile) }
    return model
  }

  static func stages(_ first: NSManagedObjectModel, _ second: NSManagedObjectModel)
    -> NSStagedMigrationManager
  {
    let labels = NSCustomMigrationStage(
      migratingFrom: NSManagedObjectModelReference(
        model: first, versionChecksum: first.versionChecksum),
      to: NSManagedObjectModelReference(
        model: second, versionChecksum: second.versionChecksum))
    labels.label = "Give every boat a label"
    labels.willMigrateHandler = { manager, _ in
      guard let context = manager.container?.newBackgroundContext() else { return }
      try context.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Boat")
        request.predicate = NSPredicate(format: "label == nil")
        for boat in try context.fetch(request) {
          boat.setValue(boat.value(forKey: "name") ?? "none", forKey: "label")
        }
        try context.save()
      }
    }
    return NSStagedMigrationManager([labels])
  }

  static func use(
    _ manager: NSStagedMigrationManager, for description: NSPersistentStoreDescription
  ) {
    description.setOption(
      manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
  }

  static func cleanUp(
    _ store: NSPersistentStore, _ coordinator: NSPersistentStoreCoordinator
  ) throws {
    let metadata = coordinator.metadata(for: store)
    if metadata[NSPersistentStoreDeferredLightweightMigrationOptionKey] as? Bool == true {
      try coordinator.finishDeferredLightweightMigration()
    }
  }

  static func migrateTogether(_ container: NSPersistentContainer) throws -> MigrationPlan {
    let coordinator = container.persistentStoreCoordinator
    let plan = try coordinator.migrationPlan(
      for: container.persistentStoreDescriptions,
      relocating: [EntityRelocation("Note", from: "Local", to: "Cloud")])
    print(plan)
    try coordinator.migrateAll(plan)
    return plan
  }
}
