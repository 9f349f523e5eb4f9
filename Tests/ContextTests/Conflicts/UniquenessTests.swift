// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Two objects want one unique value: what each merge policy makes of it.
@Suite struct UniquenessTests {
  /// A stored car "A1" of Ada, and a pending one of Bob with the same plate.
  private func clash(
    _ kind: StackKind, _ body: (NSManagedObjectContext, NSManagedObject, Stack) throws -> Void
  ) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      _ = context.insert("Person", ["firstName": "Bob"])
      context.insert("Car", ["numberPlate": "A1", "maker": "old", "price": 1.0])
        .setValue(ada, forKey: "owner")
      try context.save()
    }
    try stack.run { context in
      let bob = try #require(try context.all("Person", "firstName == 'Bob'").first)
      let pending = context.insert("Car", ["numberPlate": "A1", "maker": "new", "model": "m"])
      pending.setValue(bob, forKey: "owner")
      try body(context, pending, stack)
    }
  }

  private func stored(_ stack: Stack) throws -> [NSManagedObjectID: String] {
    try stack.run { context in
      let cars = try context.all("Car").map { car in
        let owner = (car.value(forKey: "owner") as? NSManagedObject)?.string("firstName")
        return (car.objectID, "\(car.string("maker") ?? "nil") \(owner ?? "nil")")
      }
      return Dictionary(uniqueKeysWithValues: cars)
    }
  }

  // R-MOD-055
  @Test(arguments: StackKind.all)
  func anEmptyConstraintConstrainsNothing(_ kind: StackKind) throws {
    let model = GarageModel.make()
    model.entitiesByName["Car"]?.uniquenessConstraints = [[], ["numberPlate"]]
    try Stack(kind, model: model).run { context in
      for plate in ["A1", "A2"] { _ = context.insert("Car", ["numberPlate": plate]) }
      try context.save()
      _ = context.insert("Car", ["numberPlate": "A1"])
      #expect(failure { try context.save() }?.code == .managedObjectConstraintMerge)
    }
  }

  // R-CTX-641, R-CTX-642
  @Test(arguments: StackKind.all)
  func theErrorDescribesTheClash(_ kind: StackKind) throws {
    try clash(kind) { context, pending, stack in
      let error = try #require(failure { try context.save() })
      #expect(error.code == .managedObjectConstraintMerge)
      let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
      let conflict = try #require(list?.first)
      #expect(list?.count == 1)
      #expect(conflict.constraint == ["numberPlate"])
      #expect(conflict.constraintValues["numberPlate"] as? String == "A1")
      #expect(conflict.conflictingObjects == [pending])
      #expect(conflict.databaseSnapshot?["maker"] as? String == "old")
      let id = try stored(stack).keys.first
      #expect(conflict.databaseObject?.objectID == id)
      #expect(pending.isInserted)
      #expect(context.insertedObjects == [pending])
      pending.setValue("A2", forKey: "numberPlate")
      try context.save()
      #expect(try stored(stack).count == 2)
    }
  }

  // R-CTX-566: also to what only a policy has changed
  @Test(arguments: StackKind.all)
  func theSurvivorOfAClashIsToldThatItIsSaved(_ kind: StackKind) throws {
    let model = GarageModel.make()
    model.entitiesByName["Car"]?.managedObjectClassName = String(reflecting: Record.self)
    let stack = try Stack(kind, model: model)
    try stack.run { context in
      _ = context.insert("Car", ["numberPlate": "A1", "maker": "old"])
      try context.save()
    }
    try stack.run { context in
      let survivor = try #require(try context.all("Car").first as? Record)
      _ = context.insert("Car", ["numberPlate": "A1", "maker": "new"])
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      survivor.actions["willSave"] = { $0.setPrimitiveValue(7.0, forKey: "price") }
      try context.save()
      #expect(survivor.count("willSave") == 1)
      #expect(survivor.count("didSave") == 1)
      #expect(survivor.string("maker") == "new")
    }
  }

  // R-CTX-643, R-CTX-647
  @Test(arguments: StackKind.all)
  func storeTrumpKeepsTheStoredRowAndRedirects(_ kind: StackKind) throws {
    try clash(kind) { context, pending, stack in
      let id = try #require(try stored(stack).keys.first)
      context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      try context.save()
      let cars = try stored(stack)
      #expect(cars.count == 1)
      #expect(cars[id]?.hasPrefix("old") == true)
      #expect(pending.managedObjectContext == nil)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-644
  @Test(arguments: StackKind.all)
  func objectTrumpUpdatesTheStoredRow(_ kind: StackKind) throws {
    try clash(kind) { context, pending, stack in
      let id = try #require(try stored(stack).keys.first)
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      let cars = try stored(stack)
      #expect(cars == [id: "new Bob"])
      let (model, price) = try stack.run { other in
        let car = try other.only("Car")
        return (car.string("model"), car.value(forKey: "price") as? Double)
      }
      #expect(model == "m")
      // The duplicate never set it.
      #expect(price == nil)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-645
  @Test(arguments: StackKind.all)
  func overwriteReplacesAndRollbackKeepsTheStoredRow(_ kind: StackKind) throws {
    try clash(kind) { context, _, stack in
      let id = try #require(try stored(stack).keys.first)
      context.mergePolicy = NSMergePolicy.overwrite
      try context.save()
      #expect(try stored(stack) == [id: "new Bob"])
    }
    try clash(kind) { context, pending, stack in
      let id = try #require(try stored(stack).keys.first)
      context.mergePolicy = NSMergePolicy.rollback
      try context.save()
      #expect(try stored(stack)[id]?.hasPrefix("old") == true)
      #expect(try stored(stack).count == 1)
      #expect(pending.managedObjectContext == nil)
    }
  }

  // R-CTX-646
  @Test(
    arguments: StackKind.all,
    [
      NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType,
      .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
      .rollbackMergePolicyType,
    ])
  func ofPendingObjectsAloneOneIsKept(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      for maker in ["x", "y", "z"] {
        _ = context.insert("Car", ["numberPlate": "A1", "maker": maker])
      }
      let error = try #require(failure { try context.save() })
      let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
      #expect(list?.first?.databaseObject == nil)
      #expect(list?.first?.conflictingObjects.count == 3)
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      #expect(!context.hasChanges)
    }
    #expect(try stored(stack).count == 1)
    let maker = try stack.run { try $0.only("Car").string("maker") }
    #expect(maker == (policy == .rollbackMergePolicyType ? "x" : "z"))
  }

  // R-CTX-641
  @Test(arguments: StackKind.all)
  func nilNeverClashesAndEveryPropertyCounts(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      _ = context.insert("Slot")
      _ = context.insert("Slot")
      _ = context.insert("Slot", ["row": 1])
      _ = context.insert("Slot", ["row": 1])
      _ = context.insert("Slot", ["row": 1, "column": "a"])
      _ = context.insert("Slot", ["row": 1, "column": "b"])
      _ = context.insert("Slot", ["row": 2, "column": "a"])
      try context.save()
      let twin = context.insert("Slot", ["row": 2, "column": "a"])
      #expect(failure { try context.save() }?.code == .managedObjectConstraintMerge)
      context.delete(twin)
      try context.save()
    }
  }

  // R-CTX-592
  @Test(arguments: StackKind.all)
  func aValueFreedInTheSameSaveMayBeTakenAgain(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let first = context.insert("Car", ["numberPlate": "A1"])
      let second = context.insert("Car", ["numberPlate": "A2"])
      try context.save()
      context.delete(first)
      _ = context.insert("Car", ["numberPlate": "A1", "maker": "new"])
      second.setValue("A3", forKey: "numberPlate")
      _ = context.insert("SportCar", ["numberPlate": "A2"])
      try context.save()
    }
    let plates = try stack.run { try $0.all("Car").compactMap { $0.string("numberPlate") } }
    #expect(Set(plates) == ["A1", "A2", "A3"])
    #expect(plates.count == 3)
  }

  // R-CTX-592
  @Test(arguments: StackKind.all)
  func twoObjectsMaySwapTheirUniqueValues(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let first = context.insert("Car", ["numberPlate": "A1", "maker": "1"])
      let second = context.insert("Car", ["numberPlate": "A2", "maker": "2"])
      try context.save()
      first.setValue("A2", forKey: "numberPlate")
      second.setValue("A1", forKey: "numberPlate")
      try context.save()
    }
    let maker = try stack.run { context in
      try context.all("Car", "numberPlate == 'A1'").first?.string("maker")
    }
    #expect(maker == "2")
  }

  // R-CTX-642
  @Test(arguments: StackKind.all)
  func anUpdateMayClashToo(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Car", ["numberPlate": "A1"])
      let second = context.insert("SportCar", ["numberPlate": "A2"])
      try context.save()
      second.setValue("A1", forKey: "numberPlate")
      #expect(failure { try context.save() }?.code == .managedObjectConstraintMerge)
      context.rollback()
      #expect(second.string("numberPlate") == "A2")
      try context.save()
    }
  }

  // R-CTX-646: first inserted, whatever its entity
  @Test(
    arguments: StackKind.singles,
    [NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, .rollbackMergePolicyType])
  func theFirstOfSeveralEntitiesStays(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let thing = SampleModels.entity(
      "Thing", [SampleModels.attribute("key", .string), SampleModels.attribute("n", .integer32)])
    let sub = SampleModels.entity("Sub", [])
    thing.subentities = [sub]
    thing.uniquenessConstraints = [["key"]]
    let model = NSManagedObjectModel()
    model.entities = [thing, sub]
    for names in [["Sub", "Thing"], ["Thing", "Sub"]] {
      let stack = try Stack(kind, model: model.copy() as? NSManagedObjectModel ?? model)
      try stack.run { context in
        context.mergePolicy = NSMergePolicy(merge: policy)
        for (place, name) in names.enumerated() {
          _ = context.insert(name, ["key": "k", "n": place + 1])
        }
        try context.save()
        let kept = try context.only("Thing")
        #expect(kept.entity.name == names[0])
        #expect(kept.value(forKey: "n") as? Int == (policy == .rollbackMergePolicyType ? 1 : 2))
      }
    }
  }
}
