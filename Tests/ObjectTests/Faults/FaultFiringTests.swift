// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Faults, and the values that they load.
@Suite struct FaultFiringTests {
  // R-CTX-276, 277, 278
  @Test(arguments: StackKind.everyStore)
  func firingLoadsOneObjectAndNoRelatedOne(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let car = try context.onlyRecord("Car")
      #expect(car.string("maker") == "Fiat")
      #expect(car.events == ["awakeFromFetch"])
      let owner = try #require(car.value(forKey: "owner") as? Record)
      #expect(owner.isFault)
      #expect(owner.managedObjectContext === context)
      #expect(owner.hasFault(forRelationshipNamed: "cars"))
      #expect(owner.string("firstName") == "Ada")
      #expect(owner.hasFault(forRelationshipNamed: "cars"))
      #expect(!owner.isFault)
      #expect(owner.objects("cars") == [car])
      #expect(!owner.hasFault(forRelationshipNamed: "cars"))
    }
  }

  // R-CTX-280, 278
  @Test(arguments: StackKind.everyStore)
  func countingMembersLoadsNoMember(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      let ada = context.person("Ada")
      for number in 1...5 { context.car("P\(number)", values: ["owner": ada]) }
      try context.save()
    }
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      #expect(ada.mutableSetValue(forKey: "cars").count == 5)
      #expect((ada.value(forKey: "cars") as? NSSet)?.count == 5)
      let loaded = ada.objects("cars").filter { !$0.isFault }
      #expect(loaded.isEmpty)
      #expect(context.registeredObjects.count == 6)
    }
  }

  // R-CTX-224
  @Test(arguments: StackKind.everyStore)
  func idsOfDestinationsRealiseNoDestination(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let ada = try context.onlyRecord("Person")
      let ids = ada.objectIDs(forRelationshipNamed: "cars")
      let car = try context.only("Car")
      #expect(ids == [car.objectID])
      #expect(car.isFault)
      #expect(car.objectIDs(forRelationshipNamed: "owner") == [ada.objectID])
      let new = context.car("B1", values: ["owner": ada])
      #expect(Set(ada.objectIDs(forRelationshipNamed: "cars")) == [car.objectID, new.objectID])
      new.setValue(nil, forKey: "owner")
      car.setValue(nil, forKey: "owner")
      #expect(ada.objectIDs(forRelationshipNamed: "cars").isEmpty)
      #expect(car.objectIDs(forRelationshipNamed: "owner").isEmpty)
    }
  }

  // R-CTX-225
  @Test(arguments: StackKind.everyStore)
  func aRelationshipIsAFaultUntilItsValueIsLoaded(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      #expect(car.hasFault(forRelationshipNamed: "owner"))
      #expect(car.isFault)
      #expect(car.string("maker") == "Fiat")
      #expect(car.hasFault(forRelationshipNamed: "owner"))
      let owner = try #require(car.value(forKey: "owner") as? Record)
      #expect(owner.isFault)
      #expect(car.hasFault(forRelationshipNamed: "owner"))
      #expect(owner.isFault)
      #expect(owner.string("firstName") == "Ada")
      #expect(!car.hasFault(forRelationshipNamed: "owner"))
      #expect(owner.hasFault(forRelationshipNamed: "cars"))
      _ = owner.objects("cars")
      #expect(!owner.hasFault(forRelationshipNamed: "cars"))
      context.refresh(car, mergeChanges: false)
      #expect(!owner.hasFault(forRelationshipNamed: "cars"))
      car.setValue(nil, forKey: "owner")
      #expect(!car.hasFault(forRelationshipNamed: "owner"))
      let new = context.person("New")
      #expect(!new.hasFault(forRelationshipNamed: "cars"))
      #expect(!new.hasFault(forRelationshipNamed: "home"))
    }
  }

  // R-CTX-226
  @Test(arguments: StackKind.everyStore)
  func aDescriptionFiresNothing(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let ada = try context.onlyRecord("Person")
      #expect(ada.description.contains("(entity: Person; id: 0x"))
      #expect(ada.description.contains("<\(ada.uri.absoluteString)>"))
      #expect(ada.description.contains("data: <fault>)"))
      #expect(ada.isFault)
      _ = ada.string("firstName")
      let text = ada.description
      #expect(text.contains("firstName = "))
      #expect(text.contains("Ada"))
      #expect(text.contains("data: {"))
      #expect(text.contains("<relationship fault: "))
      #expect(text.hasPrefix("<Record: 0x"))
      #expect(ada.hasFault(forRelationshipNamed: "cars"))
    }
  }

  // R-CTX-286, 488
  @Test(arguments: StackKind.everyStore)
  func oneFetchRealisesManyFaults(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      for number in 1...6 { context.car("P\(number)") }
      try context.save()
    }
    try stack.run { context in
      let cars = try context.records("Car")
      let realised = cars.filter { !$0.isFault }
      #expect(realised.isEmpty)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.predicate = NSPredicate(format: "self IN %@", Array(cars.prefix(4)))
      request.returnsObjectsAsFaults = false
      #expect(Set(try context.fetch(request)) == Set(cars.prefix(4)))
      let faults = cars.map { $0.isFault }
      #expect(faults == [false, false, false, false, true, true])
    }
  }

  // R-CTX-487, 488, 282
  @Test(arguments: StackKind.everyStore)
  func aFetchRenewsFaultsAndLeavesRealisedObjects(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      let cars = ["P1", "P2"].map { context.car($0, values: ["maker": "old"]) }
      try context.save()
      context.refresh(cars[1], mergeChanges: false)
      try stack.run { other in
        for car in try other.all("Car") { car.setValue("new", forKey: "maker") }
        try other.save()
      }
      #expect(try context.all("Car").count == 2)
      #expect(cars[1].isFault)
      #expect(cars[0].string("maker") == "old")
      #expect(cars[1].string("maker") == "new")
      cars[0].setValue("mine", forKey: "maker")
      #expect(failure { try context.save() }?.code == .managedObjectMerge)
      context.rollback()
      cars[1].setValue("mine", forKey: "maker")
      try context.save()
    }
  }

  // R-CTX-489
  @Test(arguments: StackKind.everyStore)
  func aFetchMayRefreshWhatItFinds(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      let (clean, dirty) = (
        context.car("P1", values: ["maker": "old"]), context.car("P2", values: ["maker": "old"])
      )
      try context.save()
      try stack.run { other in
        for car in try other.all("Car") {
          car.setValuesForKeys(["maker": "new", "model": "new"])
        }
        try other.save()
      }
      dirty.setValue("mine", forKey: "maker")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.shouldRefreshRefetchedObjects = true
      #expect(try context.fetch(request).count == 2)
      #expect(clean.string("maker") == "new")
      #expect(!clean.hasChanges)
      #expect(dirty.string("maker") == "mine")
      #expect(dirty.string("model") == "new")
      try context.save()
    }
  }

  // R-CTX-326, 335
  @Test(arguments: StackKind.everyStore)
  func aVanishedRowIsNoticedWhenTheFaultFires(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      _ = car.string("maker")
      try stack.deleteElsewhere("Car")
      #expect(car.string("maker") == "Fiat")
      #expect(!context.hasChanges)
      context.refresh(car, mergeChanges: false)
      #expect(car.isFault)
      #expect(!car.isDeleted)
      #expect(car.string("maker") == nil)
      #expect(car.isDeleted)
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int ?? 0 == 0)
    }
  }

  // R-CTX-450, 337
  @Test(arguments: StackKind.everyStore)
  func aVanishedObjectIsNotValidated(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      try stack.deleteElsewhere("Person")
      #expect(ada.string("firstName") == nil)
      #expect(ada.isDeleted)
      ada.actions["validateForDelete"] = { _ in throw CocoaError(.coderInvalidValue) }
      try context.save()
      #expect(!ada.events.contains("validateForDelete"))
      #expect(!context.hasChanges)
      #expect(ada.managedObjectContext == nil)
    }
  }

  // R-CTX-113, 335
  @Test(arguments: StackKind.everyStore)
  func anIDFromElsewhereFailsWhenItsFaultFires(_ kind: StackKind) throws {
    let (stack, other) = (try Stack.withAda(kind), try Stack.withAda(kind))
    let id = try other.run { try $0.only("Person").objectID }
    try stack.run { context in
      let stranger = context.object(with: id)
      #expect(stranger.isFault)
      #expect(stranger.objectID == id)
      #expect(stranger.entity.name == "Person")
      #expect(stranger.string("firstName") == nil)
      #expect(stranger.isDeleted)
      let error = failure { _ = try context.existingObject(with: id) }
      #expect(error?.code == .managedObjectReferentialIntegrity)
    }
  }

  // R-CTX-346, 335
  @Test(arguments: StackKind.everyStore)
  func objectsOfARemovedStoreReadAsNothing(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      for store in stack.coordinator.persistentStores { try stack.coordinator.remove(store) }
      #expect(ada.string("firstName") == nil)
      #expect(try context.all("Person").isEmpty)
    }
  }
}
