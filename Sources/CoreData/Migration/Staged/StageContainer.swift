// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The container in which a handler of a stage finds the store.
enum StageContainer {
  /// Runs a block with a container that has the store, opened with a model. Afterwards the store is
  /// closed: what has not been saved is lost.
  static func with(
    _ subject: MigrationSubject, _ model: NSManagedObjectModel,
    do body: (NSPersistentContainer) throws -> Void
  ) throws {
    let description = NSPersistentStoreDescription(url: subject.url)
    description.type = subject.type
    description.configuration = configuration(of: subject, in: model)
    let container = PlacedContainer(
      name: subject.url.deletingPathExtension().lastPathComponent, managedObjectModel: model)
    container.persistentStoreDescriptions = [description]
    let coordinator = container.persistentStoreCoordinator
    let store = try StagedMigration.$isAtWork.withValue(true) {
      try coordinator.addPersistentStore(
        ofType: subject.type, configurationName: description.configuration, at: subject.url,
        options: options(of: subject))
    }
    // The handler may have removed the store itself.
    defer { try? coordinator.remove(store) }
    try body(container)
  }

  /// A container whose store has a place: no folder is looked for.
  private final class PlacedContainer: NSPersistentContainer, @unchecked Sendable {
    // Sendable: as its superclass.
    override class func defaultDirectoryURL() -> URL { URL(fileURLWithPath: "/") }
  }

  /// A version without the configuration was written with all entities.
  private static func configuration(
    of subject: MigrationSubject, in model: NSManagedObjectModel
  ) -> String? {
    subject.configuration.flatMap { model.entities(forConfigurationName: $0) == nil ? nil : $0 }
  }

  /// The options of the store but for those with which it would be migrated.
  private static func options(of subject: MigrationSubject) -> [AnyHashable: Any] {
    let omitted = [
      NSPersistentStoreStagedMigrationManagerOptionKey,
      NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
      NSPersistentStoreDeferredLightweightMigrationOptionKey,
    ]
    return (subject.options.dictionary ?? [:]).filter { key, _ in
      !omitted.contains(key as? String ?? "")
    }
  }
}
