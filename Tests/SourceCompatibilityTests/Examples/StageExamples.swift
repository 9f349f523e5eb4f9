// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// The examples of the documentation about stages, and about several stores.
@Suite struct StageExamples {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("migrations-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Departments, with a floor from the second version on, which the third requires.
  private static func model(_ version: Int) -> NSManagedObjectModel {
    let name = NSAttributeDescription()
    name.name = "name"
    name.type = .string
    let floor = NSAttributeDescription()
    floor.name = "floor"
    floor.type = .integer16
    floor.isOptional = version < 3
    let department = NSEntityDescription()
    department.name = "Department"
    department.properties = version < 2 ? [name] : [name, floor]
    let model = NSManagedObjectModel()
    model.entities = [department]
    return model
  }

  private func makeStore(_ model: NSManagedObjectModel, at url: URL) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
        .setValue("Research", forKey: "name")
      try context.save()
    }
    try coordinator.remove(store)
  }

  private func lightweight() -> NSLightweightMigrationStage {
    let (first, second) = (Self.model(1), Self.model(2))
    // example
    let stage = NSLightweightMigrationStage([first.versionChecksum, second.versionChecksum])
    stage.label = "Add the floor of a department"
    // example end
    return stage
  }

  private func custom() -> NSCustomMigrationStage {
    let (first, second) = (Self.model(2), Self.model(3))
    // example
    let stage = NSCustomMigrationStage(
      migratingFrom: NSManagedObjectModelReference(
        model: first, versionChecksum: first.versionChecksum),
      to: NSManagedObjectModelReference(model: second, versionChecksum: second.versionChecksum))
    stage.willMigrateHandler = { manager, stage in
      guard let context = manager.container?.newBackgroundContext() else { return }
      try context.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Department")
        request.predicate = NSPredicate(format: "floor == nil")
        for department in try context.fetch(request) { department.setValue(0, forKey: "floor") }
        try context.save()
      }
    }
    // example end
    return stage
  }

  @Test func aStoreIsLedThroughStages() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("Company.sqlite")
    try makeStore(Self.model(1), at: url)
    #expect(lightweight().versionChecksums.count == 2)
    let (addFloor, requireFloor) = (
      NSLightweightMigrationStage([Self.model(1).versionChecksum]), custom()
    )
    let container = NSPersistentContainer(name: "Company", managedObjectModel: Self.model(3))
    // example
    let manager = NSStagedMigrationManager([addFloor, requireFloor])
    let description = NSPersistentStoreDescription(url: url)
    description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { description, error in
      if let error { print("\(description) was not loaded: \(error)") }
    }
    // example end
    let context = container.newBackgroundContext()
    let floors = try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Department")
      return try context.fetch(request).map { $0.value(forKey: "floor") as? Int }
    }
    #expect(floors == [0])
  }

  @Test func severalStoresAreMigratedAsOne() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let entity = NSEntityDescription()
    entity.name = "Note"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    for name in ["Local", "Cloud"] { model.setEntities([entity], forConfigurationName: name) }
    let container = NSPersistentContainer(name: "Notes", managedObjectModel: model)
    container.persistentStoreDescriptions = ["Local", "Cloud"].map { name in
      let description = NSPersistentStoreDescription(
        url: folder.appendingPathComponent("\(name).sqlite"))
      description.configuration = name
      return description
    }
    let coordinator = container.persistentStoreCoordinator
    // example
    let plan = try coordinator.migrationPlan(
      for: container.persistentStoreDescriptions,
      relocating: [EntityRelocation("Note", from: "Local", to: "Cloud")])
    print(plan)
    try coordinator.migrateAll(plan)
    // example end
    #expect(plan.stores.map(\.fate) == [.missing, .missing])
  }
}
