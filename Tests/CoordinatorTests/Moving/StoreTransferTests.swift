// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Migrating an added store to another place and type: "save as".
@Suite struct StoreTransferTests {
  // R-PSC-100
  @Test(arguments: TransferStage.types, TransferStage.types)
  func everythingIsInTheNewStore(from old: String, to new: String) throws {
    let stage = try TransferStage(old)
    try stage.fill(stage.context())
    let store = try stage.migrate(to: new)
    #expect(store.type == new)
    #expect(store.url == stage.place.url("new"))
    #expect(stage.coordinator.persistentStores == [store])
    #expect(store.persistentStoreCoordinator === stage.coordinator)
    #expect(stage.store.persistentStoreCoordinator == nil)
    #expect(try stage.found() == TransferStage.contents)
    guard new != NSInMemoryStoreType else { return }
    try stage.coordinator.remove(store)
    #expect(try stage.found(in: stage.place.opened(new, "new")) == TransferStage.contents)
  }

  // R-PSC-100: the old file stays
  @Test(arguments: Workplace.types, TransferStage.types)
  func theOldFileStays(from old: String, to new: String) throws {
    let stage = try TransferStage(old)
    try stage.fill(stage.context())
    try stage.migrate(to: new)
    try stage.place.run(stage.coordinator) { context in
      _ = context.insert("Note", ["text": "second"])
      try context.save()
    }
    #expect(try stage.found(in: stage.place.opened(old, "old")) == TransferStage.contents)
    #expect(try stage.found().count == TransferStage.contents.count + 1)
  }

  // R-PSC-102
  @Test(arguments: TransferStage.types, TransferStage.types)
  func contextsGoOnWithTheirChanges(from old: String, to new: String) throws {
    let stage = try TransferStage(old)
    let context = stage.context()
    try stage.fill(context)
    try context.performAndWait {
      let ada = try #require(context.all("Person", "firstName == 'Ada'").first)
      let car = try #require(context.all("Car", "numberPlate == 'B 2'").first)
      let fault = try #require(context.all("Tag").first)
      context.refresh(fault, mergeChanges: false)
      ada.setValue("Countess", forKey: "lastName")
      context.delete(car)
      let fresh = context.insert("Note", ["text": "second"])
      try stage.migrate(to: new)
      #expect(context.updatedObjects == [ada])
      #expect(context.deletedObjects == [car])
      #expect(context.insertedObjects == [fresh])
      #expect(fault.string("label") == "red")
      #expect(ada.string("lastName") == "Countess")
      try context.save()
      #expect(ada.objectID.persistentStore === stage.coordinator.persistentStores[0])
    }
    let found = try stage.found()
    #expect(found.contains("Ada [\"A 1\"] [\"Bob\"] 1.25"))
    #expect(found.contains("Bob [] [] "))
    #expect(found.contains("second []"))
  }

  // R-PSC-101
  @Test(arguments: TransferStage.types, TransferStage.types)
  func theMetadataFollows(from old: String, to new: String) throws {
    let stage = try TransferStage(old)
    var metadata = stage.coordinator.metadata(for: stage.store)
    metadata["owner"] = "Ada"
    stage.coordinator.setMetadata(metadata, for: stage.store)
    let store = try stage.migrate(to: new)
    let copied = stage.coordinator.metadata(for: store)
    #expect(copied["owner"] as? String == "Ada")
    #expect(copied[NSStoreTypeKey] as? String == new)
    #expect(copied[NSStoreUUIDKey] as? String == store.identifier)
    #expect(store.identifier != stage.store.identifier)
    #expect(
      copied[NSStoreModelVersionHashesKey] as? [String: Data]
        == stage.coordinator.managedObjectModel.entityVersionHashesByName)
    guard new != NSInMemoryStoreType else { return }
    let stored = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: new, at: stage.place.url("new"))
    #expect(stored["owner"] as? String == "Ada")
  }

  // R-PSC-100: the same configuration, the given options
  @Test(arguments: Workplace.types)
  func configurationAndOptionsAreTheNewOnes(_ type: String) throws {
    let place = try Workplace()
    let coordinator = try place.opened(type, "notes", configuration: "Notes")
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: "People", at: nil)
    let store = try coordinator.migratePersistentStore(
      coordinator.persistentStores[0], to: place.url("new"),
      options: [NSReadOnlyPersistentStoreOption: true],
      type: NSPersistentStore.StoreType(rawValue: type))
    #expect(store.configurationName == "Notes")
    #expect(store.isReadOnly)
    #expect(coordinator.persistentStores.first === store)
    #expect(coordinator.persistentStores.count == 2)
  }

  // R-PSC-326
  @Test(arguments: TransferStage.types, TransferStage.types)
  func numbersAreNotUsedAgain(from old: String, to new: String) throws {
    let stage = try TransferStage(old)
    let context = stage.context()
    try context.performAndWait {
      let notes = (0..<5).map { context.insert("Note", ["rank": $0]) }
      try context.save()
      let gone = notes[4].objectID
      notes.dropFirst().forEach(context.delete)
      try context.save()
      try stage.migrate(to: new)
      let next = context.insert("Note")
      try context.save()
      let numbers = [gone, next.objectID].map {
        Int($0.uriRepresentation().lastPathComponent.dropFirst()) ?? 0
      }
      #expect(numbers[1] > numbers[0])
    }
  }

  // R-PSC-121, 122, 123
  @Test func theNotificationsComeInOrder() throws {
    let stage = try TransferStage(TransferStage.types[0])
    try stage.fill(stage.context())
    let log = CoordinatorLog([stage.coordinator, stage.store])
    let store = try stage.migrate(to: TransferStage.types.last ?? "")
    #expect(
      log.names == [
        .NSPersistentStoreCoordinatorWillRemoveStore,
        .NSPersistentStoreCoordinatorStoresDidChange,
      ])
    #expect(log.value(NSAddedPersistentStoresKey, at: 1) == nil)
    let change = log.value(NSUUIDChangedPersistentStoresKey, at: 1) as? [Any]
    #expect(change?.count == 3)
    #expect(change?[0] as? NSPersistentStore === stage.store)
    #expect(change?[1] as? NSPersistentStore === store)
    let ids = try #require(change?[2] as? [NSManagedObjectID])
    #expect(Set(ids).count == 14)
    #expect(ids.allSatisfy { $0.persistentStore === store })
  }

  // R-PSC-101
  @Test(arguments: TransferStage.types, TransferStage.types)
  func theNotificationPairsOldIDsWithNewOnes(from old: String, to new: String) throws {
    let stage = try TransferStage(old)
    let context = stage.context()
    try stage.fill(context)
    func ids() throws -> Set<NSManagedObjectID> {
      try context.performAndWait {
        let entities = stage.coordinator.managedObjectModel.entities.filter {
          $0.superentity == nil
        }
        return Set(try entities.flatMap { try context.all($0.name ?? "").map(\.objectID) })
      }
    }
    let former = try ids()
    let log = CoordinatorLog([stage.coordinator])
    try stage.migrate(to: new)
    let change = log.value(NSUUIDChangedPersistentStoresKey, at: 0) as? [Any]
    let list = try #require(change?[2] as? [NSManagedObjectID])
    let places = stride(from: 0, to: list.count, by: 2)
    #expect(Set(places.map { list[$0] }) == former)
    #expect(Set(places.map { list[$0 + 1] }) == (try ids()))
    for place in places {
      #expect(stage.coordinator.migratedObjectID(for: list[place]) == list[place + 1])
      #expect(list[place] != list[place + 1])
    }
  }

  // R-PSC-124: observers may save before the store goes
  @Test(arguments: TransferStage.types)
  func observersOfARemovalMaySave(_ type: String) throws {
    let stage = try TransferStage(type)
    let context = stage.context()
    context.performAndWait { _ = context.insert("Note", ["text": "saved in time"]) }
    let log = CoordinatorLog([stage.store]) { _ in
      context.performAndWait { try? context.save() }
    }
    try stage.coordinator.remove(stage.store)
    context.performAndWait { #expect(!context.hasChanges) }
    withExtendedLifetime(log) {}
  }

  // R-PSC-990: a chain of all types ends with what it began with
  @Test func aChainOfTypesKeepsEverything() throws {
    let stage = try TransferStage(TransferStage.types[0])
    try stage.fill(stage.context())
    for (place, type) in (TransferStage.types + TransferStage.types.reversed()).enumerated() {
      try stage.migrate(to: type, "step\(place)")
      #expect(try stage.found() == TransferStage.contents)
    }
  }

  // R-PSC-191: an assignment to the old store is one to the new
  @Test func assignmentsFollow() throws {
    let stage = try TransferStage(TransferStage.types[0])
    try stage.coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = stage.context()
    try context.performAndWait {
      let note = context.insert("Note")
      context.assign(note, to: stage.store)
      let store = try stage.migrate(to: TransferStage.types.last ?? "")
      try context.save()
      #expect(note.objectID.persistentStore === store)
    }
  }

  #if SQLite
  // R-PSC-083, R-PSC-100: what the options say of requests holds at each place
  @Test func aStoreKeepsItsNullSemanticsWhereverItGoes() throws {
    let options: [AnyHashable: Any] = [InMemoryNullSemanticsOption: true]
    let stage = try TransferStage(NSSQLiteStoreType, options: options)
    func unnamed() throws -> Int {
      try stage.place.run(stage.coordinator) { try $0.all("Note", "text != 'x'").count }
    }
    try stage.place.run(stage.coordinator) { context in
      _ = context.insert("Note", ["rank": 1])
      try context.save()
    }
    try #require(try unnamed() == 1)
    let copy = stage.place.url("copy")
    try stage.coordinator.replacePersistentStore(
      at: copy, destinationOptions: nil, withPersistentStoreFrom: stage.place.url("old"),
      sourceOptions: nil, ofType: NSSQLiteStoreType)
    try #require(stage.coordinator.setURL(copy, for: stage.store))
    #expect(try unnamed() == 1)
    try stage.migrate(to: NSSQLiteStoreType, options: options)
    #expect(try unnamed() == 1)
    try stage.migrate(to: NSSQLiteStoreType, "plain")
    #expect(try unnamed() == 0)
  }
  #endif
}
