// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// A store of cars, and the versions of its model.
final class CarStage {
  static let types = Workplace.types + [NSXMLStoreType, NSBinaryStoreType]

  /// From the second to the third the label becomes required, which needs a hand; between the others
  /// nothing does.
  static let texts = [
    "Car\n  name String\n  price Int32",
    "Car\n  name String\n  price Int32\n  label String",
    "Car\n  label String!\n  price Int32",
    "Auto was Car\n  label String!\n  price Int32",
  ]

  let type: String
  let models: [NSManagedObjectModel]
  private let directory: TemporaryDirectory

  init(_ type: String, _ texts: [String] = CarStage.texts) throws {
    self.type = type
    models = texts.map { ModelText($0).model() }
    directory = try TemporaryDirectory()
  }

  var url: URL { directory.url.appendingPathComponent("cars") }

  func checksum(_ version: Int) -> String { models[version - 1].versionChecksum }

  func reference(_ version: Int) -> NSManagedObjectModelReference {
    NSManagedObjectModelReference(
      model: models[version - 1], versionChecksum: checksum(version))
  }

  func lightweight(_ versions: Int...) -> NSLightweightMigrationStage {
    NSLightweightMigrationStage(versions.map(checksum))
  }

  func custom(_ from: Int, _ to: Int) -> NSCustomMigrationStage {
    NSCustomMigrationStage(migratingFrom: reference(from), to: reference(to))
  }

  /// The stage that gives every car its name as a label.
  func labelling(_ from: Int = 2, _ to: Int = 3) -> NSCustomMigrationStage {
    let stage = custom(from, to)
    stage.label = "Labels"
    stage.willMigrateHandler = { manager, _ in
      try CarStage.run(manager) { context in
        for car in try context.all("Car") {
          car.setValue(car.string("name") ?? "none", forKey: "label")
        }
        try context.save()
      }
    }
    return stage
  }

  static func run<T>(
    _ manager: NSStagedMigrationManager, _ body: (NSManagedObjectContext) throws -> T
  ) throws -> T {
    let context = try #require(manager.container).newBackgroundContext()
    return try context.performAndWait { try body(context) }
  }

  // MARK: - Opening

  /// Opens the store of a version; with stages it is migrated to it.
  func open(
    _ version: Int, _ stages: [NSMigrationStage]? = nil, options: [String: Any] = [:]
  ) throws -> NSPersistentStoreCoordinator {
    var options = options
    if let stages {
      options[NSPersistentStoreStagedMigrationManagerOptionKey] = NSStagedMigrationManager(stages)
      options[NSMigratePersistentStoresAutomaticallyOption] = true
      options[NSInferMappingModelAutomaticallyOption] = true
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: models[version - 1])
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: options)
    return coordinator
  }

  /// Opens the store and closes it.
  func migrate(
    to version: Int, _ stages: [NSMigrationStage], options: [String: Any] = [:]
  ) throws {
    close(try open(version, stages, options: options))
  }

  /// The code of the error with which the store is not migrated; nil without one.
  func code(to version: Int, _ stages: [NSMigrationStage]) -> Int? {
    do {
      try migrate(to: version, stages)
      return nil
    } catch {
      return (error as NSError).code
    }
  }

  func close(_ coordinator: NSPersistentStoreCoordinator) {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }

  // MARK: - Content

  /// Makes a store of a version with cars of some names.
  func make(
    _ version: Int = 1, cars: [String] = ["a", "b"], options: [String: Any] = [:]
  ) throws {
    let coordinator = try open(version, options: options)
    try perform(coordinator) { context in
      for (price, name) in cars.enumerated() {
        let key = version < 3 ? "name" : "label"
        _ = context.insert(version < 4 ? "Car" : "Auto", [key: name, "price": price])
      }
      try context.save()
    }
    close(coordinator)
  }

  func perform<T>(
    _ coordinator: NSPersistentStoreCoordinator, _ body: (NSManagedObjectContext) throws -> T
  ) throws -> T {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try body(context) }
  }

  /// The values of an attribute by price, in a store of a version.
  func values(_ version: Int, _ key: String) throws -> [String?] {
    let coordinator = try open(version)
    defer { close(coordinator) }
    return try perform(coordinator) { context in
      try context.all(version < 4 ? "Car" : "Auto", sortedBy: "price").map { $0.string(key) }
    }
  }

  var metadata: [String: Any] {
    get throws {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
    }
  }

  /// The version of the store as it lies there.
  var version: Int? {
    get throws {
      let stored = try metadata[NSPersistentStoreModelVersionChecksumKey] as? String
      return models.firstIndex { $0.versionChecksum == stored }.map { $0 + 1 }
    }
  }
}
