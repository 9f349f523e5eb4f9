// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import Foundation
import StoreRouting
import StoreTestSupport
import Testing

/// Stores that clients write, as followers.
@Suite struct JournaledClientTests {
  private static func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let entities = ["Home", "Away"].map { name in
      let (entity, number) = (NSEntityDescription(), NSAttributeDescription())
      entity.name = name
      (number.name, number.attributeType) = ("number", .integer64AttributeType)
      entity.properties = [number]
      return entity
    }
    model.entities = entities
    for entity in entities { model.setEntities([entity], forConfigurationName: entity.name ?? "") }
    return model
  }

  private static func open(_ folder: URL, _ home: JournalStage.Kind) throws
    -> NSPersistentStoreCoordinator
  {
    JournaledFile.register
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    try coordinator.addPersistentStore(
      ofType: home.type, configurationName: "Home", at: folder.appendingPathComponent("home"))
    try coordinator.addPersistentStore(
      type: JournaledFile.type, configuration: "Away", at: folder.appendingPathComponent("away"))
    return coordinator
  }

  private static func objects(
    _ entity: String, _ context: NSManagedObjectContext
  ) throws -> [NSManagedObject] {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
  }

  /// The save in the middle of which it crashes changes, adds and removes objects of the client's.
  private static func save(_ number: Int64, _ context: NSManagedObjectContext) throws {
    for entity in ["Home", "Away"] {
      let all = try objects(entity, context)
      for (place, object) in all.enumerated() {
        if place % 2 == 0 {
          object.setValue(number, forKey: "number")
        } else {
          context.delete(object)
        }
      }
      for _ in 0..<3 {
        NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
          .setValue(number, forKey: "number")
      }
    }
    try context.save()
  }

  // R-PSC-911, R-PSC-914, R-PSC-918
  @Test(arguments: JournalStage.available.filter { $0 == .sqlite || $0 == .lmdb })
  func aClientStoreFollows(_ home: JournalStage.Kind) throws {
    let directory = try TemporaryDirectory()
    let (folder, image) = (
      directory.url.appendingPathComponent("stores"), directory.url.appendingPathComponent("image")
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let coordinator = try Self.open(folder, home)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      try Self.save(1, context)
      let ordinal = try #require(coordinator.homeStore).ordinal
      coordinator.router.commitHook = { point in
        // Without the image nothing can be opened there.
        if point == .didCommit(ordinal: ordinal) { try? CrashImage.copy(folder, to: image) }
      }
      try Self.save(2, context)
      coordinator.router.commitHook = nil
    }
    let expected = try context.performAndWait { try Self.state(context) }
    let again = NSManagedObjectContext(.privateQueue)
    again.persistentStoreCoordinator = try Self.open(image, home)
    #expect(try again.performAndWait { try Self.state(again) } == expected)
  }

  /// The numbers of all objects by their IDs: those that were acknowledged.
  private static func state(_ context: NSManagedObjectContext) throws -> [String: Int64] {
    var state: [String: Int64] = [:]
    for object in try objects("Home", context) + objects("Away", context) {
      let uri = object.objectID.uriRepresentation().absoluteString
      state[uri] = (object.value(forKey: "number") as? NSNumber)?.int64Value
    }
    return state
  }
}
