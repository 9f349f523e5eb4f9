// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// Stores are led through stages while they are added.
@Suite struct StagedMigrationTests {
  private struct Trouble: Error {}

  // R-PSC-610, R-PSC-614, R-PSC-615
  @Test(arguments: CarStage.types, 1...3)
  func aStoreGoesThroughTheStagesThatItNeeds(_ type: String, _ version: Int) throws {
    let stage = try CarStage(type)
    try stage.make(version)
    let stages = [stage.lightweight(1), stage.labelling(), stage.lightweight(4)]
    try stage.migrate(to: 4, stages)
    #expect(try stage.version == 4)
    #expect(try stage.values(4, "label") == ["a", "b"])
  }

  // R-PSC-615: the observed cases.
  @Test(arguments: CarStage.types)
  func customAndLightweightStagesFollowOneAnother(_ type: String) throws {
    let texts = [CarStage.texts[1], CarStage.texts[2], CarStage.texts[3]]
    let first = try CarStage(type, texts)
    try first.make(1)
    try first.migrate(to: 3, [first.labelling(1, 2), first.lightweight(3)])
    #expect(try first.version == 3)
    let second = try CarStage(type)
    try second.make(1)
    try second.migrate(to: 3, [second.custom(1, 2), second.labelling()])
    #expect(try second.values(3, "label") == ["a", "b"])
    let third = try CarStage(type)
    try third.make(1)
    try third.migrate(to: 3, [third.lightweight(1), third.labelling()])
    #expect(try third.values(3, "label") == ["a", "b"])
  }

  // R-PSC-615, R-PSC-513: 1 → 3 is not inferable, each step is.
  @Test(arguments: CarStage.types)
  func lightweightVersionsAreTakenOneByOneIfNeedBe(_ type: String) throws {
    let stage = try CarStage(
      type,
      [
        "Car\n  name String\n  price Int32\n  year Int16", "Car\n  name String\n  price Int32",
        "Car\n  label String was name\n  price Int32\n  year String",
      ])
    try stage.make(1)
    #expect(stage.code(to: 3, [stage.lightweight(1, 3)]) == 134140)
    NSManagedObjectModel.registerVersion(stage.models[1])
    try stage.migrate(to: 3, [stage.lightweight(1, 2, 3)])
    #expect(try stage.values(3, "label") == ["a", "b"])
  }

  // R-PSC-613
  @Test(arguments: CarStage.types)
  func stagesThatDoNotFitAreRefused(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1)
    let before = try Data(contentsOf: stage.url)
    #expect(stage.code(to: 4, [stage.lightweight(3, 4), stage.custom(1, 2)]) == 134506)
    #expect(stage.code(to: 4, [stage.lightweight(2, 3, 4)]) == 134140)
    #expect(stage.code(to: 4, [stage.lightweight(1, 2)]) == 134110)
    #expect(stage.code(to: 2, [stage.lightweight(1, 1, 2)]) == 134060)
    let missing = NSCustomMigrationStage(
      migratingFrom: stage.reference(1),
      to: NSManagedObjectModelReference(model: stage.models[0], versionChecksum: stage.checksum(2)))
    #expect(stage.code(to: 2, [missing]) == 134504)
    #expect(stage.code(to: 3, [stage.lightweight(1, 2, 3)]) == 134110)
    #expect(try Data(contentsOf: stage.url) == before)
  }

  // R-PSC-611
  @Test(arguments: CarStage.types)
  func aStoreOfTheFinalVersionRunsNothing(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(3)
    let custom = stage.custom(2, 3)
    custom.willMigrateHandler = { _, _ in throw Trouble() }
    custom.didMigrateHandler = { _, _ in throw Trouble() }
    try stage.migrate(to: 3, [custom])
    let empty = try CarStage(type)
    try empty.migrate(to: 3, [custom])
    #expect(try empty.values(3, "label") == [])
  }

  // R-PSC-614
  @Test(arguments: CarStage.types)
  func handlersFindTheStoreWithTheirModels(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(2)
    let custom = stage.labelling()
    let will = custom.willMigrateHandler
    custom.willMigrateHandler = { [models = stage.models] manager, custom in
      let container = try #require(manager.container)
      #expect(container.managedObjectModel.versionChecksum == models[1].versionChecksum)
      #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
      try will?(manager, custom)
    }
    custom.didMigrateHandler = { [models = stage.models] manager, custom in
      let container = try #require(manager.container)
      #expect(container.managedObjectModel.versionChecksum == models[2].versionChecksum)
      #expect(custom.label == "Labels")
      try CarStage.run(manager) { context in
        for car in try context.all("Car") {
          car.setValue("\(car.string("label") ?? "")!", forKey: "label")
        }
        try context.save()
      }
    }
    let manager = NSStagedMigrationManager([custom])
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.models[2])
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: stage.url,
      options: [
        NSPersistentStoreStagedMigrationManagerOptionKey: manager,
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
      ])
    #expect(manager.container == nil)
    stage.close(coordinator)
    #expect(try stage.values(3, "label") == ["a!", "b!"])
  }

  // R-PSC-614
  @Test(arguments: CarStage.types)
  func whatAHandlerDoesNotSaveIsLost(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1)
    let custom = stage.custom(1, 2)
    custom.didMigrateHandler = { manager, _ in
      try CarStage.run(manager) { context in
        for car in try context.all("Car") { car.setValue("lost", forKey: "label") }
      }
    }
    try stage.migrate(to: 2, [custom])
    #expect(try stage.values(2, "label") == [nil, nil])
  }

  // R-PSC-616: stages that are over are durable.
  @Test(arguments: CarStage.types)
  func aFailedStageIsBegunAgain(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1)
    let failing = stage.custom(2, 3)
    failing.willMigrateHandler = { _, _ in throw Trouble() }
    #expect(throws: Trouble.self) {
      try stage.migrate(to: 4, [stage.lightweight(1), failing, stage.lightweight(4)])
    }
    #expect(try stage.version == 2)
    try stage.migrate(to: 4, [stage.lightweight(1), stage.labelling(), stage.lightweight(4)])
    #expect(try stage.values(4, "label") == ["a", "b"])
  }

  // R-PSC-616: the second handler is called until it succeeds, also when the store is migrated.
  @Test(arguments: CarStage.types)
  func aStageIsNotOverBeforeItsLastHandler(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1)
    let calls = Mutex(0)
    let custom = stage.custom(1, 2)
    custom.didMigrateHandler = { manager, _ in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      if call == 1 { throw Trouble() }
      try CarStage.run(manager) { context in
        for car in try context.all("Car") { car.setValue("done", forKey: "label") }
        try context.save()
      }
    }
    #expect(throws: Trouble.self) { try stage.migrate(to: 2, [custom]) }
    #expect(stage.code(to: 2, [stage.lightweight(1, 2)]) == 134140)
    try stage.migrate(to: 2, [custom])
    #expect(try stage.values(2, "label") == ["done", "done"])
    try stage.migrate(to: 2, [custom])
    #expect(calls.withLock { $0 } == 2)
  }

  // R-PSC-617
  @Test(arguments: CarStage.types)
  func failuresReachTheContainer(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1)
    let failing = stage.custom(1, 2)
    failing.willMigrateHandler = { _, _ in throw Trouble() }
    let description = NSPersistentStoreDescription(url: stage.url)
    description.type = type
    description.setOption(
      NSStagedMigrationManager([failing]), forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
    let container = NSPersistentContainer(name: "Cars", managedObjectModel: stage.models[1])
    container.persistentStoreDescriptions = [description]
    var errors: [(any Error)?] = []
    container.loadPersistentStores { _, error in errors.append(error) }
    #expect(errors.count == 1)
    #expect(errors.first.flatMap { $0 } is Trouble)
    #expect(container.persistentStoreCoordinator.persistentStores == [])
  }

  // R-PSC-538: who refers to objects does not see that there were stages.
  @Test(arguments: CarStage.types)
  func identitiesStay(_ type: String) throws {
    let stage = try CarStage(type)
    try stage.make(1)
    let former = try stage.open(1)
    let uri = try stage.perform(former) { context in
      try context.all("Car", sortedBy: "price")[1].objectID.uriRepresentation()
    }
    stage.close(former)
    let identifier = try stage.metadata[NSStoreUUIDKey] as? String
    let present = try stage.open(3, [stage.lightweight(1), stage.labelling()])
    let label = try stage.perform(present) { context in
      let id = try #require(present.managedObjectID(forURIRepresentation: uri))
      return try context.existingObject(with: id).string("label")
    }
    #expect(label == "b")
    #expect(present.persistentStores[0].identifier == identifier)
    stage.close(present)
  }
}
