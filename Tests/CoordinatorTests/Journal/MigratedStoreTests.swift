// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreTestSupport
import Testing

/// A save over two stores that was interrupted between their commits; before it is completed, one of
/// the stores is migrated.
@Suite struct MigratedStoreTests {
  /// Leaves the files as a crash would, and returns their folder: the follower lacks the second save.
  private func crash(_ stage: JournalStage, in directory: URL) throws -> URL {
    let folder = directory.appendingPathComponent("stores")
    let image = directory.appendingPathComponent("image")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let coordinator = try stage.open(folder)
    let context = stage.context(coordinator)
    try stage.save(1, in: context)
    try stage.crash(coordinator, at: image, from: folder) { try stage.save(2, in: context) }
    return image
  }

  /// The model in which the texts of a store's entries have another name.
  private func renamed(
    _ stage: JournalStage, _ index: Int, to name: String = "words"
  ) throws -> NSManagedObjectModel {
    let model = stage.model()
    let text = try #require(model.entitiesByName["Entry\(index)"]?.attributesByName["text"])
    text.name = name
    text.renamingIdentifier = "text"
    return model
  }

  /// The words of the last entry of a store that is migrated while it is added, alone or behind others.
  private func lastWords(
    _ stage: JournalStage, of index: Int, in model: NSManagedObjectModel, adding order: [Int],
    at image: URL
  ) throws -> String? {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for place in order {
      try stage.add(
        place, in: image, to: coordinator,
        options: [
          NSMigratePersistentStoresAutomaticallyOption: true,
          NSInferMappingModelAutomaticallyOption: true,
        ])
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Entry\(index)")
    request.predicate = NSPredicate(format: "number == 2")
    let context = stage.context(coordinator)
    return try context.performAndWait {
      let entry = try context.fetch(request).first
      let key = entry?.entity.attributesByName.keys.first { $0 != "number" }
      return key.flatMap { entry?.value(forKey: $0) as? String }
    }
  }

  // R-PSC-541, R-PSC-921
  @Test(arguments: JournalStage.pairs)
  func aRenamedAttributeGetsTheValueOfTheSave(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let image = try crash(stage, in: directory.url)
    let model = try renamed(stage, stage.follower, to: "phrase")
    let words = try lastWords(
      stage, of: stage.follower, in: model, adding: [1 - stage.follower, stage.follower], at: image)
    #expect(words == "entry 2")
  }

  // R-PSC-538, R-PSC-917: the save is completed before its objects are made anew.
  @Test(arguments: JournalStage.pairs)
  func aFollowerThatIsMigratedThroughAMappingModelGetsTheSave(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let image = try crash(stage, in: directory.url)
    let model = try renamed(stage, stage.follower)
    register(stage, stage.follower, to: model)
    let words = try lastWords(
      stage, of: stage.follower, in: model, adding: [stage.follower], at: image)
    #expect(words == "ENTRY 2")
  }

  // R-PSC-538, R-PSC-912: the home keeps what it has for others.
  @Test(arguments: JournalStage.pairs)
  func aHomeThatIsMigratedThroughAMappingModelCompletesTheSave(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let image = try crash(stage, in: directory.url)
    let home = 1 - stage.follower
    let model = try renamed(stage, home)
    register(stage, home, to: model)
    let words = try lastWords(stage, of: home, in: model, adding: [home], at: image)
    #expect(words == "ENTRY 2")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
    try stage.add(stage.follower, in: image, to: coordinator)
    let context = stage.context(coordinator)
    #expect(try context.performAndWait { try stage.last(stage.follower, in: context) } == 2)
  }

  /// Makes known how the objects of a store become those of the model with renamed texts.
  private func register(_ stage: JournalStage, _ index: Int, to model: NSManagedObjectModel) {
    let source = stage.model()
    let mapping = NSMappingModel()
    mapping.entityMappings = ["Account\(index)", "Entry\(index)"].map { name in
      let entity = NSEntityMapping()
      (entity.sourceEntityName, entity.destinationEntityName) = (name, name)
      entity.mappingType = .copyEntityMappingType
      entity.sourceEntityVersionHash = source.entityVersionHashesByName[name]
      entity.destinationEntityVersionHash = model.entityVersionHashesByName[name]
      return entity
    }
    let (number, words) = (NSPropertyMapping(), NSPropertyMapping())
    (number.name, number.valueExpression) = ("number", NSExpression(format: "$source.number"))
    (words.name, words.valueExpression) = (
      "words", NSExpression(format: "uppercase:($source.text)")
    )
    mapping.entityMappings[1].attributeMappings = [number, words]
    NSMappingModel.register(mapping)
  }
}
