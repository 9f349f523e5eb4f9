// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Changes and objects that are given up, on every store.
@Suite struct RollbacksOverStoresTests {
  // S-45: R-CTX-660, 661, 663
  @Test(arguments: StackKind.everyStore)
  func rollingBackRestoresInsertionsUpdatesAndDeletions(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      let grace = context.person("Grace")
      let other = context.car("B1", values: ["owner": grace, "currentDrivingSpeed": 30])
      try context.save()
      let new = context.car("C1", values: ["owner": grace])
      ada.setValue("Augusta", forKey: "firstName")
      other.setValue(ada, forKey: "owner")
      other.setValue(50, forKey: "currentDrivingSpeed")
      context.delete(car)
      context.processPendingChanges()
      let log = NotificationLog(context)
      for record in [ada, car, other] { record.forgetEvents() }
      context.rollback()
      #expect(!context.hasChanges)
      #expect(new.managedObjectContext == nil)
      #expect(!new.isInserted)
      #expect(context.registeredObjects == [ada, car, grace, other])
      #expect(ada.string("firstName") == "Ada")
      #expect(!ada.isUpdated)
      #expect(!ada.isFault)
      #expect(!car.isDeleted)
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
      #expect(ada.objects("cars") == [car])
      #expect(grace.objects("cars") == [other])
      #expect(other.value(forKey: "owner") as? NSManagedObject === grace)
      #expect(other.value(forKey: "currentDrivingSpeed") as? Int == 30)
      #expect([ada, car, other].allSatisfy { $0.snapshotFlags == .rollback })
      let change = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(change.count == 1)
      #expect(change.first?.objects(NSDeletedObjectsKey) == [new])
      #expect(change.first?.objects(NSInsertedObjectsKey) == [car])
      #expect(change.first?.objects(NSRefreshedObjectsKey) == [ada, grace, other])
      log.forget()
      context.rollback()
      #expect(log.notes.isEmpty)
      try context.save()
    }
    try stack.run { context in
      let owners = try context.all("Car", nil, sortedBy: "numberPlate").map {
        ($0.value(forKey: "owner") as? NSManagedObject)?.string("firstName")
      }
      #expect(owners == ["Ada", "Grace"])
    }
  }

  // S-45: R-CTX-660: one-to-many membership of rows that nobody changed comes back too.
  @Test(arguments: StackKind.everyStore, [true, false])
  func rollingBackRestoresMembership(_ kind: StackKind, _ isRealised: Bool) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      let car = try context.onlyRecord("Car")
      if isRealised { #expect(ada.objects("cars") == [car]) }
      let cars = ada.mutableSetValue(forKey: "cars")
      cars.add(context.car("B1"))
      cars.remove(car)
      context.rollback()
      #expect(ada.objects("cars") == [car])
      #expect(!ada.hasChanges)
      #expect(!car.hasChanges)
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
      ada.setValue(nil, forKey: "cars")
      context.processPendingChanges()
      context.rollback()
      #expect(ada.objects("cars") == [car])
      #expect(ada.changedValues().isEmpty)
      context.delete(ada)
      context.processPendingChanges()
      #expect(car.value(forKey: "owner") == nil)
      context.rollback()
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
      #expect(!ada.isDeleted)
      #expect(ada.objects("cars") == [car])
      context.car("C1", values: ["owner": ada])
      try context.save()
      #expect(ada.objects("cars").count == 2)
    }
  }

  // R-CTX-660: to-many, ordered and many-to-many.
  @Test(arguments: StackKind.everyStore)
  func rollingBackRestoresManyToManyAndOrder(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let people = ["a", "b", "c"].map { context.insert("Person", ["firstName": $0]) }
      let (club, other) = (context.insert("Club"), context.insert("Club"))
      club.setValue([people[0], people[1]] as Set, forKey: "members")
      club.setValue(NSOrderedSet(array: people), forKey: "waiting")
      try context.save()
      club.setValue([people[2]] as Set, forKey: "members")
      club.mutableOrderedSetValue(forKey: "waiting").moveObjects(at: [0], to: 2)
      people[1].setValue(other, forKey: "waitsFor")
      context.rollback()
      #expect(club.objects("members") == [people[0], people[1]])
      #expect(people[2].objects("clubs").isEmpty)
      #expect(people[0].objects("clubs") == [club])
      let waiting = club.mutableOrderedSetValue(forKey: "waiting").array as? [NSManagedObject]
      #expect(waiting == people)
      #expect(people[1].value(forKey: "waitsFor") as? NSManagedObject === club)
      #expect(other.mutableOrderedSetValue(forKey: "waiting").count == 0)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-660: transient values return to what they were when the object was clean.
  @Test(arguments: StackKind.everyStore)
  func rollingBackRestoresTransientValues(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let car = try context.onlyRecord("Car")
      car.setValue(30, forKey: "currentDrivingSpeed")
      try context.save()
      car.setValue(50, forKey: "currentDrivingSpeed")
      context.rollback()
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 30)
      #expect(!car.hasChanges)
      car.setValue(60, forKey: "currentDrivingSpeed")
      car.setValue("Alfa", forKey: "maker")
      context.rollback()
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 30)
      #expect(car.string("maker") == "Fiat")
      #expect(!context.hasChanges)
      context.delete(car)
      context.rollback()
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 30)
      #expect(!car.isDeleted)
    }
  }

  // S-46: R-CTX-665, 666, 345
  @Test(arguments: StackKind.everyStore)
  func resettingOrphansAndInvalidatesEverything(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      #expect(ada.string("firstName") == "Ada")
      #expect(ada.objects("cars") == [car])
      let new = context.person("New")
      context.delete(car)
      let ids = Set([ada, car, new].map(\.objectID))
      let log = NotificationLog(context)
      for record in [ada, car, new] { record.forgetEvents() }
      context.reset()
      let notes = log.notes
      #expect(notes.count == 1)
      #expect(notes.first?.keys == [NSInvalidatedAllObjectsKey])
      let all = notes.first?.userInfo?[NSInvalidatedAllObjectsKey] as? [NSManagedObjectID]
      #expect(Set(all ?? []) == ids)
      #expect(all?.count == 3)
      #expect(context.registeredObjects.isEmpty)
      #expect(!context.hasChanges)
      #expect(context.insertedObjects.isEmpty)
      #expect(context.deletedObjects.isEmpty)
      for record in [ada, car, new] {
        #expect(record.managedObjectContext == nil)
        #expect(record.isFault)
        #expect(!record.hasChanges)
        #expect(!record.isDeleted)
        #expect(!record.isInserted)
        #expect(!record.isUpdated)
        let callbacks = Set(record.events)
        #expect(callbacks.isSubset(of: ["willTurnIntoFault", "didTurnIntoFault"]))
      }
      #expect(ada.string("firstName") == nil)
      #expect(ada.objects("cars").isEmpty)
      #expect(car.value(forKey: "owner") == nil)
      #expect(new.string("lastName") == nil)
      #expect(ada.value(forKeyPath: "cars.@count") as? Int == 0)
      ada.setValue("set", forKey: "firstName")
      #expect(!context.hasChanges)
      #expect(context.registeredObjects.isEmpty)
      #expect(try context.only("Person").string("firstName") == "Ada")
      let left = try context.all("Car").count
      #expect(left == 1)
    }
  }

  // R-CTX-666: nothing to forget, nothing to tell.
  @Test(arguments: StackKind.everyStore)
  func resettingAnEmptyContextTellsNothing(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let log = NotificationLog(context)
      context.reset()
      #expect(log.notes.isEmpty)
      try context.save()
      #expect(log.notes(.NSManagedObjectContextDidSave).count == 1)
    }
  }

  // S-66: R-CTX-340, 337, 341
  @Test(arguments: StackKind.everyStore)
  func ownerAndDestinationsMayVanishElsewhere(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      #expect(ada.string("firstName") == "Ada")
      #expect(ada.objects("cars").count == 1)
      let car = try #require(ada.objects("cars").first)
      context.refresh(car, mergeChanges: false)
      try stack.deleteElsewhere("Car")
      #expect(ada.objects("cars") == [car])
      #expect(car.isFault)
      let log = NotificationLog(context)
      #expect(car.string("maker") == nil)
      #expect(car.isDeleted)
      context.processPendingChanges()
      let change = log.notes(.NSManagedObjectContextObjectsDidChange).first
      #expect(change?.objects(NSDeletedObjectsKey) == [car])
      try context.save()
    }
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      #expect(ada.string("firstName") == "Ada")
      try stack.deleteElsewhere("Person")
      #expect(ada.objects("cars").isEmpty)
    }
  }
}
