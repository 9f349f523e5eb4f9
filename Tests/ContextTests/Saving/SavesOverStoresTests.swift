// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Saves that fail, that call back and that tell, on every store.
@Suite struct SavesOverStoresTests {
  // S-35: R-CTX-581, 859, 453
  @Test(arguments: StackKind.everyStore)
  func aFailedSaveLeavesEverythingPending(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      let car = try context.onlyRecord("Car")
      ada.setValue("Augusta", forKey: "firstName")
      context.delete(car)
      let bad = context.record("Person", ["firstName": "Grace"])
      ada.actions["willSave"] = {
        $0.setPrimitiveValue(Date(timeIntervalSinceReferenceDate: 1), forKey: "updatedAt")
      }
      let log = NotificationLog(context)
      let error = try #require(failure { try context.save() })
      #expect(error.code.rawValue == 1570)
      #expect(log.notes(.NSManagedObjectContextWillSave).count == 1)
      #expect(log.notes(.NSManagedObjectContextDidSave).isEmpty)
      #expect(!ada.events.contains("didSave"))
      #expect(context.insertedObjects == [bad])
      #expect(context.updatedObjects == [ada])
      #expect(context.deletedObjects == [car])
      #expect(bad.objectID.isTemporaryID)
      #expect(bad.isInserted)
      #expect(ada.value(forKey: "updatedAt") as? Date == Date(timeIntervalSinceReferenceDate: 1))
      #expect(ada.changedValues().keys.contains("firstName"))
      try stack.run { other in
        #expect(try other.only("Person").string("firstName") == "Ada")
        let cars = try other.all("Car").count
        #expect(cars == 1)
      }
      bad.setValue("Hopper", forKey: "lastName")
      try context.save()
      #expect(!context.hasChanges)
      #expect(!bad.objectID.isTemporaryID)
    }
    try stack.run { other in
      let people = try other.all("Person", nil, sortedBy: "firstName")
      #expect(people.compactMap { $0.string("firstName") } == ["Augusta", "Grace"])
      #expect(people.first?.value(forKey: "updatedAt") != nil)
      #expect(try other.all("Car").isEmpty)
    }
  }

  // S-35: R-CTX-581, 660
  @Test(arguments: StackKind.everyStore)
  func rollingBackAfterAFailedSaveDiscardsIt(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let ada = try context.onlyRecord("Person")
      ada.setValue(nil, forKey: "lastName")
      let new = context.person("New")
      #expect(failure { try context.save() }?.code.rawValue == 1570)
      context.rollback()
      #expect(!context.hasChanges)
      #expect(ada.string("lastName") == "Lovelace")
      #expect(new.managedObjectContext == nil)
      try context.save()
    }
  }

  // S-36: R-CTX-566, 567
  @Test(arguments: StackKind.everyStore)
  func aGuardedSetterInWillSaveCostsOneMoreRound(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    let stamp = Date(timeIntervalSinceReferenceDate: 10)
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      let grace = context.person("Grace")
      ada.actions["willSave"] = { object in
        if object.value(forKey: "updatedAt") as? Date != stamp {
          object.setValue(stamp, forKey: "updatedAt")
        }
      }
      ada.setValue("Augusta", forKey: "firstName")
      try context.save()
      #expect(ada.count("willSave") == 2)
      #expect(ada.count("didSave") == 1)
      #expect(grace.count("willSave") == 1)
      #expect(!context.hasChanges)
    }
    let saved = try stack.run { context in
      try context.all("Person", "firstName == 'Augusta'").first?.value(forKey: "updatedAt") as? Date
    }
    #expect(saved == stamp)
  }

  // S-36: R-CTX-569
  @Test func anUnguardedSetterInWillSaveStopsTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try Stack.road(.singles[0]).run { context in
        let ada = context.person("Ada")
        ada.actions["willSave"] = { $0.setValue(UUID().uuidString, forKey: "firstName") }
        try context.save()
      }
    }
    #expect(result?.reports("NSInternalInconsistencyException") == true)
  }

  // S-36: R-CTX-567, 208
  @Test(arguments: StackKind.everyStore)
  func aPrimitiveTimestampInWillSaveIsSavedInOneRound(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    let stamp = Date(timeIntervalSinceReferenceDate: 20)
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      let new = context.person("New")
      for person in [ada, new] {
        person.actions["willSave"] = { $0.setPrimitiveValue(stamp, forKey: "updatedAt") }
      }
      ada.setValue("Augusta", forKey: "firstName")
      try context.save()
      #expect(ada.count("willSave") == 1)
      #expect(new.count("willSave") == 1)
    }
    let stamps = try stack.run {
      try $0.all("Person").map { $0.value(forKey: "updatedAt") as? Date }
    }
    #expect(stamps == [stamp, stamp])
  }

  // S-36: R-CTX-568, 570
  @Test(arguments: StackKind.everyStore)
  func willSaveReachesWhatAnotherWillSaveTouches(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      let car = try context.onlyRecord("Car")
      var made: Record?
      car.actions["willSave"] = { object in
        guard made == nil, object.isDeleted else { return }
        made = context.person("Made")
        ada.setValue("Changed", forKey: "lastName")
      }
      context.delete(car)
      try context.save()
      #expect(made?.count("willSave") == 1)
      #expect(made?.count("didSave") == 1)
      #expect(made?.objectID.isTemporaryID == false)
      #expect(ada.events.contains("willSave"))
      #expect(!context.hasChanges)
    }
    let names = try stack.run { try $0.all("Person").compactMap { $0.string("lastName") } }
    #expect(Set(names) == ["Changed", "Lovelace"])
    #expect(names.count == 2)
  }

  // S-37: R-CTX-561, 564
  @Test(arguments: StackKind.everyStore)
  func whatAWillSaveHandlerDoesJoinsTheSave(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.only("Car")
      context.person("Grace")
      let seen = Seen()
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextWillSave, object: context, queue: nil
      ) { note in
        guard let context = note.object as? NSManagedObjectContext else { return }
        seen.inserted = context.insertedObjects.count
        context.person("Handler")
        for car in context.registeredObjects where car.entity.name == "Car" { context.delete(car) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      let log = NotificationLog(context)
      try context.save()
      let save = try #require(log.notes(.NSManagedObjectContextDidSave).first)
      #expect(seen.inserted == 1)
      #expect(save.objects(NSInsertedObjectsKey).count == 2)
      #expect(save.objects(NSDeletedObjectsKey) == [car])
      #expect(!context.hasChanges)
      #expect(log.notes(.NSManagedObjectContextWillSave).first?.userInfo == nil)
    }
    let count = try stack.run { try $0.all("Person").count }
    #expect(count == 3)
  }

  // S-38: R-CTX-855, 854, 857, 861, 853
  @Test(arguments: StackKind.everyStore)
  func theDidSaveNotificationsListTheSave(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let ada = try context.only("Person")
      let car = context.car("B1")
      let dead = context.record("Note")
      try context.save()
      let (first, second) = (context.person("First"), context.record("Note"))
      ada.setValue("Augusta", forKey: "firstName")
      first.setValue("x", forKey: "lastName")
      context.delete(dead)
      let log = NotificationLog(context)
      try context.save()
      let save = try #require(log.notes(.NSManagedObjectContextDidSave).first)
      #expect(save.keys == [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey])
      #expect(save.objects(NSInsertedObjectsKey) == [first, second])
      #expect(save.objects(NSUpdatedObjectsKey) == [ada])
      #expect(save.objects(NSDeletedObjectsKey) == [dead])
      #expect(dead.managedObjectContext == nil)
      #expect(save.userInfo?[NSInsertedObjectsKey] is NSSet)
      #expect(!car.hasChanges)
      let ids = try #require(log.notes(.NSManagedObjectContextDidSaveObjectIDs).first)
      #expect(ids.ids(NSInsertedObjectIDsKey) == [first.objectID, second.objectID])
      #expect(ids.ids(NSInsertedObjectIDsKey).allSatisfy { !$0.isTemporaryID })
      #expect(ids.ids(NSUpdatedObjectIDsKey) == [ada.objectID])
      #expect(ids.ids(NSDeletedObjectIDsKey) == [dead.objectID])
    }
  }
}

/// What a notification handler saw.
private final class Seen: @unchecked Sendable {
  // Sendable: the handler runs within the save of the test that reads it.
  var inserted = 0
}
