// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// The examples that migrate stores.
struct MigrationExamples {
  private func model(_ attributes: [String]) -> NSManagedObjectModel {
    let entity = NSEntityDescription()
    entity.name = "Book"
    entity.properties = attributes.map { name in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.type = .string
      return attribute
    }
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  // example
  final class NamePolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
      forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
      try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
      for new in manager.destinationInstances(
        forEntityMappingName: mapping.name, sourceInstances: [sInstance])
      {
        new.setValue("unknown", forKey: "name")
      }
    }
  }
  // example end

  @Test func readingAMappingModel() {
    let folder = FileManager.default.temporaryDirectory
    // example
    let mapping = NSMappingModel(contentsOf: folder.appendingPathComponent("V2toV3.cdm"))
    // example end
    #expect(mapping == nil)
  }

  @Test func migrating() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("MigrationExamples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (former, present) = (model(["title"]), model(["title", "name"]))
    let url = folder.appendingPathComponent("Books.sqlite")
    let copy = folder.appendingPathComponent("Migrated.sqlite")
    let old = NSPersistentStoreCoordinator(managedObjectModel: former)
    let store = try old.addPersistentStore(type: .sqlite, at: url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = old
    try context.performAndWait {
      NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
        .setValue("Dune", forKey: "title")
      try context.save()
    }
    try old.remove(store)
    let mapping = NSMappingModel()
    let books = NSEntityMapping()
    books.sourceEntityName = "Book"
    books.destinationEntityName = "Book"
    books.mappingType = .customEntityMappingType
    books.entityMigrationPolicyClassName = "NamePolicy"
    mapping.entityMappings = [books]
    NamePolicy.register()
    // example
    let manager = NSMigrationManager(sourceModel: former, destinationModel: present)
    try manager.migrateStore(
      from: url, type: .sqlite, mapping: mapping, to: copy, type: .sqlite)
    // example end
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: copy)
    #expect(present.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
  }
}
