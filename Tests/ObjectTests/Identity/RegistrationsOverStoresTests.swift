// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Registration, identity and lifetime of objects, on every store.
@Suite struct RegistrationsOverStoresTests {
  // S-01: R-CTX-150, 160
  @Test(arguments: StackKind.everyStore)
  func anInsertionIsThereWithoutAnyProcessing(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let ada = context.person("Ada")
      #expect(context.insertedObjects == [ada])
      #expect(context.hasChanges)
      #expect(ada.isInserted)
      #expect(ada.hasChanges)
      #expect(!ada.isUpdated)
      #expect(!ada.isFault)
      #expect(ada.objectID.isTemporaryID)
      #expect(ada.managedObjectContext === context)
      #expect(ada.events == ["awakeFromInsert"])
    }
  }

  // S-02: R-CTX-588, 212, 216
  @Test(arguments: StackKind.everyStore)
  func aSaveMakesItPermanentAndClean(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let ada = context.person("Ada")
      let temporary = ada.objectID
      try context.save()
      #expect(!ada.objectID.isTemporaryID)
      #expect(ada.objectID != temporary)
      #expect(!ada.isFault)
      #expect(!ada.isInserted)
      #expect(!ada.hasChanges)
      #expect(ada.changedValues().isEmpty)
      let committed = ada.committedValues(forKeys: nil)
      #expect(committed["firstName"] as? String == "Ada")
      #expect(committed["updatedAt"] is NSNull)
      #expect(committed["lastName"] as? String == "Lovelace")
      #expect(!context.hasChanges)
      #expect(context.insertedObjects.isEmpty)
    }
  }

  // S-03: R-CTX-560, 667
  @Test(arguments: StackKind.everyStore)
  func anEmptySaveStillTells(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let log = NotificationLog(context)
      for round in 1...2 {
        try context.save()
        let saves = log.notes(.NSManagedObjectContextDidSave)
        #expect(saves.count == 1, "round \(round)")
        for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
          #expect((saves.first?.userInfo?[key] as? Set<NSManagedObject>)?.isEmpty == true)
        }
        #expect(log.notes(.NSManagedObjectContextDidSaveObjectIDs).count == 1)
        #expect(log.notes(.NSManagedObjectContextWillSave).count == 1)
        context.person("Lost")
        context.reset()
        log.forget()
      }
    }
  }

  // S-04: R-CTX-135, 125
  @Test(arguments: StackKind.everyStore)
  func aPermanentIDObtainedEarlyIsTheSaves(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let ada = context.person("Ada")
      let temporary = ada.objectID
      try context.obtainPermanentIDs(for: [ada])
      let permanent = ada.objectID
      #expect(!permanent.isTemporaryID)
      #expect(permanent != temporary)
      #expect(temporary.isTemporaryID)
      #expect(ada.isInserted)
      #expect(context.insertedObjects == [ada])
      #expect(context.registeredObject(for: permanent) === ada)
      try context.obtainPermanentIDs(for: [ada])
      #expect(ada.objectID == permanent)
      try context.save()
      #expect(ada.objectID == permanent)
      #expect(!ada.isInserted)
    }
  }

  // S-05: R-CTX-127, 128, 130, 132
  @Test(arguments: StackKind.all)
  func urisHaveTheKnownForms(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      let car = context.car("A1", values: [:], named: "SportCar")
      let temporary = car.objectID.uriRepresentation().absoluteString
      #expect(temporary.wholeMatch(of: /x-coredata:\/\/\/SportCar\/t[0-9A-F-]{36}[0-9]+/) != nil)
      #expect(stack.coordinator.managedObjectID(forURIRepresentation: car.uri) == nil)
      try context.save()
      let store = try #require(car.objectID.persistentStore?.identifier)
      #expect(store == store.uppercased())
      let text = car.uri.absoluteString
      #expect(text.wholeMatch(of: /x-coredata:\/\/[0-9A-F-]{36}\/SportCar\/p[0-9]+/) != nil)
      #expect(text.hasPrefix("x-coredata://\(store)/"))
      let again = stack.coordinator.managedObjectID(forURIRepresentation: car.uri)
      #expect(again == car.objectID)
      #expect(again?.hash == car.objectID.hash)
    }
  }

  // S-06: R-CTX-100, 109
  @Test(arguments: StackKind.everyStore)
  func everyPathLeadsToOneInstance(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let ada = try context.only("Person")
      let again = try context.only("Person")
      let car = try context.only("Car")
      #expect(again === ada)
      #expect(context.object(with: ada.objectID) === ada)
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
      #expect(ada.objects("cars").first === car)
      let existing = try context.existingObject(with: car.objectID)
      #expect(existing === car)
      #expect(context.registeredObject(for: car.objectID) === car)
    }
  }

  // S-07: R-CTX-102…104
  @Test(arguments: StackKind.everyStore)
  func onlyChangedObjectsAreKeptForTheClient(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      do { context.person("Ada") }
      #expect(context.registeredObjects.count == 1)
      try context.save()
      #expect(context.registeredObjects.isEmpty)
      do { try context.only("Person").setValue("x", forKey: "firstName") }
      #expect(context.registeredObjects.count == 1)
      #expect(context.updatedObjects.count == 1)
      context.rollback()
      #expect(context.registeredObjects.isEmpty)
      do { context.delete(try context.only("Person")) }
      #expect(context.registeredObjects.count == 1)
      #expect(context.deletedObjects.count == 1)
      try context.save()
      #expect(context.registeredObjects.isEmpty)
    }
  }

  // S-08: R-CTX-106
  @Test(arguments: StackKind.everyStore)
  func aContextMayKeepEverything(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let held = context.person("Held")
      try context.save()
      context.retainsRegisteredObjects = true
      do { for name in ["Ada", "Grace"] { context.person(name) } }
      try context.save()
      #expect(context.registeredObjects.count == 3)
      context.retainsRegisteredObjects = false
      #expect(context.registeredObjects == [held])
    }
  }

  // S-09: R-CTX-105
  @Test(arguments: StackKind.everyStore)
  func aRealisedPairKeepsItselfUntilItIsRefreshed(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      do {
        let car = try context.only("Car")
        let owner = try #require(car.value(forKey: "owner") as? NSManagedObject)
        #expect(owner.objects("cars") == [car])
        #expect(car.string("maker") == "Fiat")
      }
      #expect(context.registeredObjects.count == 2)
      context.refreshAllObjects()
      context.processPendingChanges()
      #expect(context.registeredObjects.isEmpty)
    }
  }

  // S-10: R-CTX-109, 336, 337
  @Test(arguments: StackKind.everyStore)
  func aFaultWithoutRowBecomesADeletedObject(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let id = try context.only("Person").objectID
      context.reset()
      try stack.deleteElsewhere("Person")
      let ghost = context.object(with: id)
      #expect(ghost.isFault)
      #expect(!ghost.isDeleted)
      #expect(!context.hasChanges)
      #expect(ghost.string("firstName") == nil)
      #expect(ghost.objects("cars").isEmpty)
      #expect(ghost.isDeleted)
      #expect(context.deletedObjects == [ghost])
      try context.save()
      #expect(!context.hasChanges)
    }
  }

  // S-10: R-CTX-338
  @Test func aFaultWithoutRowStopsTheProgramIfItIsToldTo() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack.withAda(.singles[0])
      try stack.run { context in
        let id = try context.only("Person").objectID
        context.reset()
        try stack.deleteElsewhere("Person")
        context.shouldDeleteInaccessibleFaults = false
        _ = context.object(with: id).value(forKey: "firstName")
      }
    }
    #expect(result?.reports("NSObjectInaccessibleException") == true)
  }

  // S-11: R-CTX-110, 339
  @Test(arguments: StackKind.everyStore)
  func anExistingObjectMustExist(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let ada = try context.only("Person")
      let id = ada.objectID
      context.delete(ada)
      #expect(try context.existingObject(with: id) === ada)
      #expect(context.object(with: id) === ada)
      #expect(context.registeredObject(for: id) === ada)
      try context.save()
      let gone = failure { _ = try context.existingObject(with: id) }
      #expect(gone?.code == .managedObjectReferentialIntegrity)
      #expect(gone?.code.rawValue == 133000)
      #expect(gone?.userInfo["objectID"] as? NSManagedObjectID == id)
      #expect(!context.hasChanges)
    }
  }

  // S-68: R-CTX-105, 079
  @Test(arguments: StackKind.everyStore)
  func aDyingContextFreesAGraphWithCycles(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    weak var weakContext: NSManagedObjectContext?
    weak var weakCar: NSManagedObject?
    weak var weakPerson: NSManagedObject?
    let kept = try stack.run { context in
      let car = try context.only("Car")
      let person = try #require(car.value(forKey: "owner") as? NSManagedObject)
      #expect(person.objects("cars") == [car])
      (weakContext, weakCar, weakPerson) = (context, car, person)
      return context.person("Kept")
    }
    #expect(weakContext == nil)
    #expect(weakCar == nil)
    #expect(weakPerson == nil)
    #expect(kept.managedObjectContext == nil)
    #expect(kept.string("firstName") == nil)
  }
}

extension NSManagedObject {
  var uri: URL { objectID.uriRepresentation() }
}
