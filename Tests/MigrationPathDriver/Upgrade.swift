// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// Bringing the store from any version of a path to its last.
struct Upgrade {
  private let program: Program
  private let versions: [Version]
  private let models: [NSManagedObjectModel]

  init(_ program: Program) {
    self.program = program
    versions = program.path.versions
    models = versions.map(\.model)
    if program.path == .mapped, let mapping = try? mapping(0, 1) {
      NSMappingModel.register(mapping)
    }
  }

  func run() throws {
    switch program.path {
    case .inferred: try add([NSInferMappingModelAutomaticallyOption: true])
    case .mapped: try add([:])
    case .staged:
      try add([
        NSInferMappingModelAutomaticallyOption: true,
        NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager(stages),
      ])
    case .chained: try chain()
    case .together: try migrateAll()
    }
  }

  /// Adds the store with the last version, and removes it.
  private func add(_ options: [String: Any]) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: models[models.count - 1])
    let all = program.options.merging(options) { $1 }
      .merging([NSMigratePersistentStoresAutomaticallyOption: true]) { $1 }
    let store = try coordinator.addPersistentStore(
      ofType: program.type, configurationName: nil, at: program.url, options: all)
    try coordinator.remove(store)
  }

  private func migrateAll() throws {
    let description = NSPersistentStoreDescription(url: program.url)
    description.type = program.type
    for (key, value) in program.options { description.setOption(value as? NSObject, forKey: key) }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: models[models.count - 1])
    try coordinator.migrateAll(try coordinator.migrationPlan(for: [description]))
  }

  /// The inferred mapping, and something that cannot be inferred: it is done object by object.
  private func mapping(_ former: Int, _ present: Int) throws -> NSMappingModel {
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: models[former], destinationModel: models[present])
    for entity in mapping.entityMappings {
      entity.attributeMappings?.first { $0.name == versions[present].nameKey }?.valueExpression =
        NSExpression(format: "uppercase:($source.name)")
    }
    return mapping
  }

  // MARK: - Stages

  private var stages: [NSMigrationStage] {
    let custom = NSCustomMigrationStage(migratingFrom: reference(1), to: reference(2))
    custom.label = "labels"
    custom.willMigrateHandler = { manager, _ in
      try Self.change(manager) { $0.setValue($0.string("name"), forKey: "label") }
    }
    custom.didMigrateHandler = { manager, _ in
      try Self.change(manager) { $0.setValue(true, forKey: "checked") }
    }
    return [
      NSLightweightMigrationStage([models[0].versionChecksum]), custom,
      NSLightweightMigrationStage([models[3].versionChecksum]),
    ]
  }

  private func reference(_ place: Int) -> NSManagedObjectModelReference {
    NSManagedObjectModelReference(
      model: models[place], versionChecksum: models[place].versionChecksum)
  }

  /// Changes all people in a handler.
  private static func change(
    _ manager: NSStagedMigrationManager, _ body: (NSManagedObject) -> Void
  ) throws {
    guard let context = manager.container?.newBackgroundContext() else {
      throw CocoaError(.coreData)
    }
    try context.performAndWait {
      for person in try context.all("Person") { body(person) }
      try context.save()
    }
  }

  // MARK: - The chain

  /// The recipe of docs/migration.md.
  private func chain() throws {
    let next = program.folder.appendingPathComponent("next")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: models[0])
    // A process that died may have left it.
    try remove(next, coordinator)
    for (place, source) in models.dropLast().enumerated() {
      let metadata = try program.metadata
      guard source.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else {
        continue
      }
      let mapping =
        place == 0
        ? try mapping(0, 1)
        : try NSMappingModel.inferredMappingModel(
          forSourceModel: source, destinationModel: models[place + 1])
      let manager = NSMigrationManager(
        sourceModel: source, destinationModel: models[place + 1])
      try manager.migrateStore(
        from: program.url, sourceType: program.type, options: program.options, with: mapping,
        toDestinationURL: next, destinationType: program.type, destinationOptions: program.options)
      try coordinator.replacePersistentStore(
        at: program.url, withPersistentStoreFrom: next, ofType: program.type)
      try remove(next, coordinator)
    }
  }

  /// What stays of a destroyed store is a file without content.
  private func remove(_ url: URL, _ coordinator: NSPersistentStoreCoordinator) throws {
    try coordinator.destroyPersistentStore(at: url, ofType: program.type)
    for file in ["", "-wal", "-shm", "-lock"].map({ url.path + $0 })
    where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.removeItem(atPath: file)
    }
  }
}
