// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// What errors of stores tell, and what configurations need not hold.
@Suite struct StoreErrorTests {
  // R-PSC-003, R-PSC-006: the code of the engine travels along, under its own key
  @Test(arguments: ReplacingStage.engineTypes)
  func engineCodesTravelAlong(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "first")
    #expect(truncate(stage.url("a").path, 5000) == 0)
    let error = try #require(failure { _ = try stage.open("a") })
    #expect(error.code.rawValue == 259)
    #expect((error as NSError).domain == NSCocoaErrorDomain)
    guard type == NSSQLiteStoreType else { return }
    #expect(error.userInfo[NSSQLiteErrorDomain] as? NSNumber != nil)
  }

  #if SQLite
  // R-PSC-003
  @Test func aFileOfAnotherContentHasSQLitesCode() throws {
    let stage = try ReplacingStage(NSSQLiteStoreType)
    try Data("This is a text, long enough for a header of a database.".utf8)
      .write(to: stage.url("a"))
    let error = try #require(failure { _ = try stage.open("a") })
    #expect(error.code.rawValue == 259)
    #expect(error.userInfo[NSSQLiteErrorDomain] as? Int == 26)
  }
  #endif

  // R-PSC-004: both patterns match
  @Test func errorsMatchAsBothTypes() throws {
    let stage = try ReplacingStage(NSXMLStoreType)
    let options = [NSReadOnlyPersistentStoreOption: true]
    do {
      _ = try stage.open("a", options: options)
      Issue.record("A missing file was opened.")
    } catch let error as NSError where error.domain == NSCocoaErrorDomain && error.code == 260 {}
    do {
      _ = try stage.open("a", options: options)
      Issue.record("A missing file was opened.")
    } catch CocoaError.fileReadNoSuchFile {}
  }

  // R-PSC-141
  #if LMDB
  @Test func theMapBeginsAsLargeAsWanted() throws {
    let stage = try ReplacingStage(LMDBStoreType)
    let options = [LMDBMapSizeOption: 1 << 16, LMDBMaxReadersOption: 8]
    let coordinator = try stage.open("a", options: options)
    for number in 0..<20 {
      try stage.make("a", note: String(repeating: "\(number)", count: 10_000), in: coordinator)
    }
    #expect(try stage.notes(coordinator).count == 20)
  }
  #endif

  private func model(_ edit: (NSManagedObjectModel) -> Void) -> NSManagedObjectModel {
    let model = GarageModel.make()
    for entity in model.entities { entity.uniquenessConstraints = [] }
    edit(model)
    return model
  }

  // R-PSC-173
  @Test(arguments: ReplacingStage.fileTypes + [NSInMemoryStoreType])
  func aChildIsStoredWithoutItsParent(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let model = model { model in
      model.entitiesByName["Car"]?.isAbstract = true
      model.setEntities(
        ["SportCar", "Person"].compactMap { model.entitiesByName[$0] },
        forConfigurationName: "Sports")
    }
    let coordinator = try stage.place.opened(type, "a", model: model, configuration: "Sports")
    try stage.place.run(coordinator) { context in
      _ = context.insert("SportCar", ["numberPlate": "A 1", "topSpeed": 200])
      try context.save()
      context.reset()
      let found = try context.all("Car")
      #expect(found.map { $0.string("numberPlate") } == ["A 1"])
      #expect(found.first?.entity.name == "SportCar")
    }
  }

  // R-PSC-174
  @Test(arguments: ReplacingStage.fileTypes + [NSInMemoryStoreType])
  func aRelationshipOutOfTheStoreStaysEmpty(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let model = model { model in
      model.setEntities(
        [model.entitiesByName["Passport"]].compactMap { $0 }, forConfigurationName: "Passports")
    }
    let coordinator = try stage.place.opened(type, "a", model: model, configuration: "Passports")
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: "People", at: nil)
    try stage.place.run(coordinator) { context in
      let passport = context.insert("Passport", ["number": "1"])
      context.assign(passport, to: coordinator.persistentStores[0])
      try context.save()
      #expect(passport.objectID.persistentStore === coordinator.persistentStores[0])
      let person = context.insert("Person", ["firstName": "Ada"])
      passport.setValue(person, forKey: passport.entity.relationshipsByName.keys.first ?? "")
      #expect(failure { try context.save() }?.code.rawValue == 133010)
    }
  }

  #if SQLite
  // R-PSC-132: a log that nobody has played back is not passed over
  @Test func aLogIsPlayedBackForWhoOnlyReads() async throws {
    let stage = try ReplacingStage(NSSQLiteStoreType)
    try stage.make("a", note: "first")
    await #expect(processExitsWith: .signal(SIGKILL)) { [url = stage.url("a") as URL] in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
      let options = [NSIgnorePersistentStoreVersioningOption: true]
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      try context.performAndWait {
        _ = context.insert("Note", ["text": "second"])
        try context.save()
      }
      kill(getpid(), SIGKILL)
    }
    #expect(FileManager.default.fileExists(atPath: stage.url("a-wal").path))
    let reader = try stage.open("a", options: [NSReadOnlyPersistentStoreOption: true])
    #expect(try stage.notes(reader) == ["first", "second"])
  }
  #endif
}
