// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Refreshing, and the tracking of changes, on every store.
@Suite struct ChangesOverStoresTests {
  // S-22: R-CTX-321, 322
  @Test(arguments: StackKind.everyStore)
  func refreshingAllKeepsChangesAndTellsOfAll(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let ada = try context.onlyRecord("Person")
      let car = try context.onlyRecord("Car")
      car.setValue(50, forKey: "currentDrivingSpeed")
      try context.save()
      ada.setValue("Augusta", forKey: "firstName")
      #expect(car.string("maker") == "Fiat")
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 50)
      context.processPendingChanges()
      let log = NotificationLog(context)
      context.refreshAllObjects()
      context.processPendingChanges()
      #expect(!ada.isFault)
      #expect(ada.isUpdated)
      #expect(ada.string("firstName") == "Augusta")
      #expect(ada.snapshotFlags == .refresh)
      #expect(car.isFault)
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 0)
      let changes = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(changes.count == 1)
      #expect(changes.first?.keys == [NSRefreshedObjectsKey])
      #expect(changes.first?.objects(NSRefreshedObjectsKey) == [ada, car])
    }
  }

  // S-23: R-CTX-315
  @Test(arguments: StackKind.everyStore)
  func refreshingWithoutMergingLosesChanges(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      car.setValuesForKeys(["maker": "Mine", "currentDrivingSpeed": 9])
      try stack.elsewhere("Car", ["model": "Panda"])
      car.forgetEvents()
      context.refresh(car, mergeChanges: false)
      #expect(car.isFault)
      #expect(!car.isUpdated)
      #expect(!car.hasChanges)
      #expect(!context.hasChanges)
      #expect(car.changedValues().isEmpty)
      #expect(car.isFault)
      #expect(car.events == ["willTurnIntoFault", "didTurnIntoFault"])
      #expect(car.string("maker") == "Fiat")
      #expect(car.string("model") == "Panda")
      #expect(!car.isFault)
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 0)
    }
  }

  // S-23: R-CTX-319, 320
  @Test(arguments: StackKind.everyStore)
  func refreshingAnInsertionKeepsItInserted(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let car = context.car("A1", values: ["currentDrivingSpeed": 3])
      context.refresh(car, mergeChanges: true)
      #expect(!car.isFault)
      #expect(car.string("numberPlate") == "A1")
      #expect(car.isInserted)
      context.refresh(car, mergeChanges: false)
      #expect(car.isFault)
      #expect(car.isInserted)
      #expect(car.string("numberPlate") == nil)
      #expect(!car.isFault)
      #expect(car.isInserted)
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 0)
      car.setValue("A2", forKey: "numberPlate")
      try context.save()
      let plate = try context.all("Car", "numberPlate == 'A2'").count
      #expect(plate == 1)
    }
  }

  // S-23: R-CTX-316, 317, 318
  @Test(arguments: StackKind.everyStore)
  func refreshingWithMergingKeepsMineOverTheirs(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      car.setValuesForKeys(["maker": "Mine", "currentDrivingSpeed": 9])
      try stack.elsewhere("Car", ["maker": "Theirs", "model": "Theirs"])
      car.forgetEvents()
      context.refresh(car, mergeChanges: true)
      #expect(!car.isFault)
      #expect(car.isUpdated)
      #expect(car.snapshotFlags == .refresh)
      #expect(car.string("maker") == "Mine")
      #expect(car.string("model") == "Theirs")
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 9)
      #expect(Array(car.changedValues().keys) == ["maker"])
      #expect(car.committedValues(forKeys: ["maker"])["maker"] as? String == "Theirs")
      try context.save()
      context.refresh(car, mergeChanges: true)
      #expect(car.isFault)
      context.refresh(car, mergeChanges: true)
      #expect(car.isFault)
      #expect(car.string("maker") == "Mine")
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 0)
    }
  }

  // R-CTX-320
  @Test(arguments: StackKind.everyStore)
  func refreshingADeletedObjectTakesTheDeletionBack(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let car = try context.onlyRecord("Car")
      context.delete(car)
      context.refresh(car, mergeChanges: false)
      #expect(!car.isDeleted)
      #expect(context.deletedObjects.isEmpty)
      try context.save()
      let left = try context.all("Car").count
      #expect(left == 1)
    }
  }

  // S-25: R-CTX-174, 587, 588
  @Test(arguments: StackKind.everyStore)
  func aTransientChangeIsAChangeWithoutWriting(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      car.setValue(120, forKey: "currentDrivingSpeed")
      #expect(car.isUpdated)
      #expect(car.hasChanges)
      #expect(context.hasChanges)
      #expect(context.updatedObjects == [car])
      #expect(!car.hasPersistentChangedValues)
      #expect(car.changedValues().isEmpty)
      try stack.elsewhere("Car", ["model": "Panda"])
      let log = NotificationLog(context)
      try context.save()
      let save = log.notes(.NSManagedObjectContextDidSave).first
      #expect(save?.objects(NSUpdatedObjectsKey) == [car])
      #expect(!context.hasChanges)
      #expect(car.events.contains("willSave"))
      #expect(car.events.contains("didSave"))
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 120)
      context.reset()
      #expect(car.isFault)
      #expect(car.managedObjectContext == nil)
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int ?? 0 == 0)
      #expect(try context.only("Car").value(forKey: "currentDrivingSpeed") as? Int == 0)
    }
    let model = try stack.run { try $0.only("Car").string("model") }
    #expect(model == "Panda")
  }

  // S-26: R-CTX-206, 207
  @Test(arguments: StackKind.everyStore)
  func aPrimitiveWriteOnACleanObjectIsNotSaved(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      _ = car.string("maker")
      car.setPrimitiveValue("Alfa", forKey: "maker")
      #expect(car.string("maker") == "Alfa")
      #expect(car.primitiveValue(forKey: "maker") as? String == "Alfa")
      #expect(!car.hasChanges)
      #expect(!context.hasChanges)
      #expect(car.changedValues().isEmpty)
      try context.save()
    }
    let maker = try stack.run { try $0.only("Car").string("maker") }
    #expect(maker == "Fiat")
  }

  // S-26: R-CTX-208
  @Test(arguments: StackKind.everyStore)
  func aPrimitiveWriteOnAChangedObjectIsSaved(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      car.setValue("Panda", forKey: "model")
      car.setPrimitiveValue("Alfa", forKey: "maker")
      #expect(car.changedValues()["maker"] as? String == "Alfa")
      #expect(car.changedValues().count == 2)
      let new = context.person("New")
      new.setPrimitiveValue("Primitive", forKey: "lastName")
      try context.save()
    }
    try stack.run { context in
      let people = try context.all("Person", "lastName == 'Primitive'")
      #expect(try context.only("Car").string("maker") == "Alfa")
      #expect(people.count == 1)
    }
  }

  // R-CTX-208: a write before the first tracked change is part of it.
  @Test(arguments: StackKind.everyStore)
  func aPrimitiveWriteIsNoticedOnceTheObjectIsDirty(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      _ = car.string("maker")
      car.setPrimitiveValue("Alfa", forKey: "maker")
      #expect(car.changedValues().isEmpty)
      car.setValue("Panda", forKey: "model")
      #expect(car.changedValues()["model"] as? String == "Panda")
      #expect(car.changedValues()["maker"] as? String == "Alfa")
      try context.save()
      #expect(car.string("maker") == "Alfa")
    }
    let stored = try stack.run { try $0.only("Car").string("maker") }
    #expect(stored == "Alfa")
  }

  // R-CTX-208: values of every kind, and what nobody has written stays.
  @Test(arguments: StackKind.singles)
  func primitiveWritesOfAllKindsAreSavedWithTheNextChange(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: ModelText(Self.kinds).model())
    try stack.run { context in
      let owner = context.insert("Owner", ["n": 1])
      _ = context.insert("Owner", ["n": 2])
      let text = ["text": "kept", "owner": owner] as [String: Any]
      _ = context.insert("Thing", text)
      try context.save()
    }
    let (date, id) = (Date(timeIntervalSinceReferenceDate: 7), UUID())
    try stack.run { context in
      let thing = try context.only("Thing")
      let values: [String: Any] = [
        "date": date, "id": id, "amount": NSDecimalNumber(string: "1.5"), "list": ["a"] as NSArray,
        "data": Data([1]), "owner": try #require(try context.all("Owner", "n == 2").first),
      ]
      for (key, value) in values { thing.setPrimitiveValue(value, forKey: key) }
      #expect(!thing.hasChanges)
      #expect(!thing.hasPersistentChangedValues)
      thing.setValue(4, forKey: "n")
      try context.save()
    }
    try stack.run { context in
      let thing = try context.only("Thing")
      #expect(thing.string("text") == "kept")
      #expect(thing.value(forKey: "date") as? Date == date)
      #expect(thing.value(forKey: "id") as? UUID == id)
      #expect(thing.value(forKey: "amount") as? Decimal == Decimal(string: "1.5"))
      #expect(thing.value(forKey: "list") as? [String] == ["a"])
      #expect(thing.value(forKey: "data") as? Data == Data([1]))
      #expect(thing.value(forKeyPath: "owner.n") as? Int == 2)
    }
  }

  // R-CTX-208: what was only read is not written, nor is what a cache keeps.
  @Test(arguments: StackKind.singles)
  func onlyWhatWasWrittenCounts(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: ModelText(Self.kinds).model())
    try stack.run { context in
      _ = context.insert("Thing", ["list": ["a"] as NSArray, "n": 1])
      try context.save()
    }
    try stack.run { context in
      let thing = try context.only("Thing")
      #expect(thing.value(forKey: "list") as? [String] == ["a"])
      thing.setPrimitiveValue("cached", forKey: "cache")
      thing.setPrimitiveValue("text", forKey: "text")
      thing.setValue(2, forKey: "n")
      #expect(thing.changedValues().keys.sorted() == ["n", "text"])
    }
  }

  // R-CTX-208: a write is gone with the values of a refreshed object.
  @Test(arguments: StackKind.everyStore)
  func aRefreshForgetsPrimitiveWrites(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      car.setPrimitiveValue("Alfa", forKey: "maker")
      context.refresh(car, mergeChanges: false)
      car.setValue("Panda", forKey: "model")
      #expect(Array(car.changedValues().keys) == ["model"])
      try context.save()
      #expect(car.string("maker") != "Alfa")
    }
  }

  private static let kinds = """
    Thing
      n Int64
      text String
      date Date
      id UUID
      amount Decimal
      list Transformable
      cache String transient
      data Data
      owner > Owner.things
    Owner
      n Int64
      things >> Thing.owner
    """

  // S-27: R-CTX-210…213, 215, 216, 175
  @Test(arguments: StackKind.everyStore)
  func changedAndCommittedValuesFollowEachStep(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let car = try context.onlyRecord("Car")
      func committed() -> String? { car.committedValues(forKeys: ["maker"])["maker"] as? String }
      func changed() -> [String: String] {
        car.changedValues().mapValues { $0 as? String ?? "null" }
      }
      car.setValue("Alfa", forKey: "maker")
      #expect(changed() == ["maker": "Alfa"])
      #expect(committed() == "Fiat")
      car.setValue("Lancia", forKey: "maker")
      car.setValue(nil, forKey: "model")
      #expect(changed() == ["maker": "Lancia", "model": "null"])
      #expect(committed() == "Fiat")
      #expect(car.changedValues()["model"] is NSNull)
      #expect(car.hasPersistentChangedValues)
      try context.save()
      #expect(changed().isEmpty)
      #expect(committed() == "Lancia")
      #expect(!car.hasPersistentChangedValues)
      #expect(car.committedValues(forKeys: ["model"])["model"] is NSNull)
      car.setValue("Fiat", forKey: "maker")
      car.setValue("Lancia", forKey: "maker")
      #expect(changed().isEmpty)
      #expect(car.isUpdated)
      #expect(!car.hasPersistentChangedValues)
      #expect(context.updatedObjects == [car])
    }
  }

  // S-27: R-CTX-211, 215, 151
  @Test(arguments: StackKind.everyStore)
  func anInsertionHasChangedButNoCommittedValues(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let ada = context.person("Ada")
      let car = context.record("Car")
      #expect(car.changedValues().isEmpty)
      #expect(!car.hasPersistentChangedValues)
      #expect(car.isInserted)
      car.setValue("A1", forKey: "numberPlate")
      car.setValue(ada, forKey: "owner")
      #expect(Set(car.changedValues().keys) == ["numberPlate", "owner"])
      #expect(car.changedValues()["owner"] as? NSManagedObject === ada)
      #expect(ada.changedValues()["cars"] as? Set<NSManagedObject> == [car])
      #expect(car.committedValues(forKeys: nil).isEmpty)
      #expect(car.committedValues(forKeys: ["numberPlate", "maker"]).isEmpty)
      try context.save()
      #expect(car.changedValues().isEmpty)
      #expect(car.committedValues(forKeys: ["numberPlate"])["numberPlate"] as? String == "A1")
      #expect(car.committedValues(forKeys: ["currentDrivingSpeed"]).isEmpty)
    }
  }
}
