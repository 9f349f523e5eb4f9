// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import Foundation
import KeyedArchives
import StoreTestSupport
import Testing

@testable import CoreData

/// Models that are archived and read again.
struct ArchiveRoundTripTests {
  private static let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
  private static let models = [
    "Models/Atlas.xcdatamodeld", "Models/Company.xcdatamodeld",
    "Tests/ManagedPropertyTests/Studio.xcdatamodeld",
    "Tests/MainActorTests/Bookshop.xcdatamodeld",
  ]

  private func reread(_ model: NSManagedObjectModel) throws -> NSManagedObjectModel {
    try ArchivedModel.model(
      fromDeflated: RawDeflate.deflated(ModelArchiver.archive(of: model)),
      file: URL(fileURLWithPath: "/models/Again.mom"))
  }

  private func expectSame(_ model: NSManagedObjectModel) throws {
    let again = try reread(model)
    for (entity, other) in zip(again.entities, model.entities) {
      #expect(ModelFacts(entity) == ModelFacts(other))
    }
    #expect(again == model)
    #expect(again.versionIdentifiers == model.versionIdentifiers)
    #expect(again.entityVersionHashesByName == model.entityVersionHashesByName)
  }

  // R-MOD-308
  @Test(arguments: models) func aModelStaysWhatItIs(_ path: String) throws {
    try expectSame(
      NSManagedObjectModel.load(from: Self.package.appendingPathComponent(path)))
  }

  // R-MOD-308
  @Test func aModelWithEverythingStaysWhatItIs() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("again-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Everything.xcdatamodel.xml")
    try Data(SampleModelText.everything.utf8).write(to: file)
    try expectSame(NSManagedObjectModel.load(from: file))
  }

  // R-MOD-308, R-PSC-965
  @Test func linksAndRepeatedPropertiesStay() throws {
    let link = LinkDescription()
    link.name = "notes"
    link.destinationEntityName = "LinkedSample"
    link.isToMany = true
    link.checksExistence = true
    let title = NSAttributeDescription()
    title.name = "title"
    title.type = .string
    let strict = NSAttributeDescription()
    strict.name = "title"
    strict.type = .string
    strict.isOptional = false
    let (entity, child) = (NSEntityDescription(), NSEntityDescription())
    (entity.name, child.name) = ("LinkedSample", "LinkedChildSample")
    entity.properties = [link, title]
    child.properties = [strict]
    entity.subentities = [child]
    let model = NSManagedObjectModel()
    model.entities = [entity, child]
    try expectSame(model)
    let again = try reread(model)
    let found = try #require(
      again.entitiesByName["LinkedSample"]?.propertiesByName["notes"] as? LinkDescription)
    #expect(found.destinationEntityName == "LinkedSample")
    #expect(found.isToMany)
    #expect(found.checksExistence)
    let own = try #require(again.entitiesByName["LinkedChildSample"]?.propertyTable.own)
    #expect(own.map(\.name) == ["title"])
    #expect(own.map(\.isOptional) == [false])
  }

  // R-PSC-514
  @Test(arguments: [NSSQLiteStoreType, NSXMLStoreType, NSBinaryStoreType, "LMDB"])
  func everyStoreOfAFileKeepsItsModel(_ type: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("keeps-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Store")
    let model = try NSManagedObjectModel.load(
      from: Self.package.appendingPathComponent(Self.models[1]))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: file)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
      tag.setValue("one", forKey: "name")
      try context.save()
    }
    try coordinator.remove(store)
    let kept = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: file)
    #expect(kept == model)
    let typed = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(
      at: file, options: [NSStoreTypeKey: type])
    #expect(typed.versionChecksum == model.versionChecksum)
  }
}
