// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Contexts below others, on every store.
@Suite struct ChildrenOverStoresTests {
  /// A stack with Ada and her car, a root context and a child of it, inside both queues.
  private func family(
    _ kind: StackKind,
    _ body: (NSManagedObjectContext, NSManagedObjectContext, Stack) throws -> Void
  ) throws {
    let stack = try Stack.withAda(kind)
    let parent = stack.context()
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = parent
    try parent.performAndWait { try child.performAndWait { try body(parent, child, stack) } }
  }

  private func stored(_ stack: Stack, _ name: String) throws -> Int {
    try stack.run { try $0.all(name).count }
  }

  // S-54: R-CTX-812, 795, 813
  @Test(arguments: StackKind.everyStore)
  func eachChildSaveTellsTheParentOnce(_ kind: StackKind) throws {
    try family(kind) { parent, child, stack in
      let log = NotificationLog(parent)
      func changes() -> [NotificationLog.Note] {
        log.notes(.NSManagedObjectContextObjectsDidChange)
      }
      let grace = child.person("Grace")
      child.person("Linus")
      try child.save()
      try #require(changes().count == 1)
      #expect(changes()[0].objects(NSInsertedObjectsKey).count == 2)
      #expect(changes()[0].keys == [NSInsertedObjectsKey])
      let car = try child.only("Car")
      car.setValue("Alfa", forKey: "maker")
      child.person("Third")
      try child.save()
      try #require(changes().count == 2)
      #expect(changes()[1].objects(NSInsertedObjectsKey).count == 1)
      #expect(changes()[1].objects(NSUpdatedObjectsKey).count == 1)
      child.delete(try #require(try child.all("Person", "firstName == 'Ada'").first))
      grace.setValue("Hopper", forKey: "lastName")
      try child.save()
      try #require(changes().count == 3)
      #expect(changes()[2].objects(NSDeletedObjectsKey).count == 1)
      #expect(parent.hasChanges)
      #expect(!child.hasChanges)
      #expect(try stored(stack, "Person") == 1)
      try parent.save()
      let save = try #require(log.notes(.NSManagedObjectContextDidSave).first)
      #expect(save.objects(NSInsertedObjectsKey).count == 3)
      #expect(save.objects(NSUpdatedObjectsKey).count == 1)
      #expect(save.objects(NSDeletedObjectsKey).count == 1)
      #expect(try stored(stack, "Person") == 3)
      #expect(!parent.hasChanges)
    }
  }

  // S-55: R-CTX-810, 811, 112, 171
  @Test(arguments: StackKind.everyStore)
  func theParentKnowsTheChildsTemporaryIDsAndTransients(_ kind: StackKind) throws {
    try family(kind) { parent, child, _ in
      let car = child.car("B1", values: ["maker": "Fiat", "currentDrivingSpeed": 50])
      let id = car.objectID
      try child.save()
      #expect(id.isTemporaryID)
      #expect(car.objectID == id)
      #expect(!car.isInserted)
      #expect(!child.hasChanges)
      let pushed = try #require(try parent.existingObject(with: id) as? Record)
      #expect(pushed !== car)
      #expect(pushed.isInserted)
      #expect(pushed.objectID == id)
      #expect(parent.registeredObject(for: id) === pushed)
      #expect(parent.object(with: id) === pushed)
      #expect(pushed.string("maker") == "Fiat")
      #expect(pushed.value(forKey: "currentDrivingSpeed") as? Int == 50)
      try parent.save()
      #expect(!parent.hasChanges)
      car.setValue(90, forKey: "currentDrivingSpeed")
      try child.save()
      #expect(pushed.value(forKey: "currentDrivingSpeed") as? Int == 90)
      #expect(parent.hasChanges)
      #expect(pushed.isUpdated)
      #expect(!pushed.hasPersistentChangedValues)
    }
  }

  // S-56: R-CTX-820, 821
  @Test(arguments: StackKind.everyStore)
  func aChildKeepsTemporaryIDsAndOneInstance(_ kind: StackKind) throws {
    try family(kind) { parent, child, _ in
      let log = NotificationLog(child)
      let grace = child.person("Grace")
      let id = grace.objectID
      try child.save()
      let note = try #require(log.notes(.NSManagedObjectContextDidSaveObjectIDs).first)
      #expect(note.ids(NSInsertedObjectIDsKey) == [id])
      #expect(id.isTemporaryID)
      try parent.save()
      let permanent = try #require(try parent.records("Person", "firstName == 'Grace'").first)
      #expect(!permanent.objectID.isTemporaryID)
      #expect(grace.objectID == id)
      let found = try child.all("Person", "firstName == 'Grace'")
      #expect(found.count == 1)
      #expect(found.first === grace)
      #expect(child.object(with: permanent.objectID) === grace)
      grace.setValue("Hopper", forKey: "lastName")
      try child.save()
      #expect(permanent.string("lastName") == "Hopper")
      #expect(!permanent.isInserted)
      try parent.save()
      let count = try parent.all("Person").count
      #expect(count == 2)
    }
  }

  // S-57: R-CTX-795, 825, 486
  @Test(arguments: StackKind.everyStore)
  func aScratchPadIsThrownAwayWithoutTrace(_ kind: StackKind) throws {
    try family(kind) { parent, child, stack in
      let ada = try child.only("Person")
      ada.setValue("Augusta", forKey: "firstName")
      child.person("Grace")
      child.delete(try child.only("Car"))
      #expect(try parent.only("Person").string("firstName") == "Ada")
      #expect(try parent.all("Car").count == 1)
      #expect(!parent.hasChanges)
      child.rollback()
      #expect(ada.string("firstName") == "Ada")
      #expect(!child.hasChanges)
      child.person("Eve")
      child.reset()
      try child.save()
      var other: NSManagedObjectContext? = NSManagedObjectContext(.privateQueue)
      other?.parent = parent
      other?.performAndWait { _ = other?.person("Lost") }
      other = nil
      #expect(!parent.hasChanges)
      #expect(parent.insertedObjects.isEmpty)
      #expect(try stored(stack, "Person") == 1)
    }
  }

  // S-58: R-CTX-800, 801, 805, 806
  @Test(arguments: StackKind.everyStore)
  func aChildReadsTheParentsUnsavedState(_ kind: StackKind) throws {
    try family(kind) { parent, child, _ in
      let ada = try parent.only("Person")
      ada.setValue("Augusta", forKey: "firstName")
      let grace = parent.person("Grace")
      let car = try parent.only("Car")
      car.setValue(80, forKey: "currentDrivingSpeed")
      let here = try #require(try child.all("Person", "firstName == 'Augusta'").first)
      #expect(here !== ada)
      #expect(here.objectID == ada.objectID)
      #expect(!here.hasChanges)
      #expect(here.string("firstName") == "Augusta")
      #expect(here.objects("cars").count == 1)
      #expect(here.objects("cars").first?.value(forKey: "currentDrivingSpeed") as? Int == 0)
      let new = try #require(try child.all("Person", "firstName == 'Grace'").first)
      #expect(new.objectID == grace.objectID)
      #expect(new.objectID.isTemporaryID)
      #expect(!new.isInserted)
      ada.setValue("Countess", forKey: "firstName")
      #expect(here.string("firstName") == "Augusta")
      child.refresh(here, mergeChanges: false)
      #expect(here.string("firstName") == "Countess")
      #expect(!child.hasChanges)
    }
  }

  // S-59: R-CTX-158
  @Test(arguments: StackKind.everyStore)
  func valuesSetBeforeInsertingReachTheParent(_ kind: StackKind) throws {
    try family(kind) { parent, child, stack in
      let entity = try #require(
        stack.coordinator.managedObjectModel.entitiesByName["Person"])
      let loose = Record(entity: entity, insertInto: nil)
      loose.setValuesForKeys(["firstName": "Loose", "lastName": "Early"])
      child.insert(loose)
      #expect(loose.events == ["awakeFromInsert"])
      try child.save()
      let pushed = try parent.existingObject(with: loose.objectID)
      #expect(pushed.string("firstName") == "Loose")
      #expect(pushed.string("lastName") == "Early")
      try parent.save()
      let names = try stack.run { try $0.all("Person").compactMap { $0.string("lastName") } }
      #expect(names.contains("Early"))
    }
  }

  // S-44: R-CTX-640
  @Test(arguments: StackKind.all)
  func aChildSaveChecksNoUniqueness(_ kind: StackKind) throws {
    try family(kind) { parent, child, _ in
      child.car("A1")
      try child.save()
      #expect(parent.insertedObjects.count == 1)
      #expect(failure { try parent.save() }?.code == .managedObjectConstraintMerge)
    }
  }

  // R-CTX-241
  @Test(arguments: StackKind.everyStore)
  func thePushedInsertionDoesNotAwakeAgain(_ kind: StackKind) throws {
    try family(kind) { parent, child, _ in
      let grace = child.person("Grace")
      try child.save()
      let pushed = try #require(try parent.existingObject(with: grace.objectID) as? Record)
      #expect(!pushed.events.contains("awakeFromInsert"))
      #expect(grace.count("awakeFromInsert") == 1)
    }
  }

  // R-CTX-814, 815
  @Test(arguments: StackKind.everyStore)
  func theChildsChangesWinByProperty(_ kind: StackKind) throws {
    try family(kind) { parent, child, _ in
      let (theirs, mine) = (try parent.only("Car"), try child.only("Car"))
      mine.setValue("child", forKey: "maker")
      theirs.setValuesForKeys(["maker": "parent", "model": "parent"])
      try child.save()
      #expect(theirs.string("maker") == "child")
      #expect(theirs.string("model") == "parent")
      mine.setValue("again", forKey: "maker")
      parent.delete(theirs)
      try child.save()
      #expect(theirs.isDeleted)
      #expect(!theirs.isUpdated)
    }
  }

  // R-CTX-449, 562, 562, 816
  @Test(arguments: StackKind.everyStore)
  func aChildSaveIsValidatedAndTold(_ kind: StackKind) throws {
    try family(kind) { parent, child, _ in
      let bad = child.record("Person", ["firstName": "Bad"])
      let log = NotificationLog(child)
      #expect(failure { try child.save() }?.code.rawValue == 1570)
      #expect(child.insertedObjects == [bad])
      #expect(!parent.hasChanges)
      #expect(log.notes(.NSManagedObjectContextWillSave).count == 1)
      #expect(log.notes(.NSManagedObjectContextDidSave).isEmpty)
      bad.setValue("Good", forKey: "lastName")
      try child.save()
      #expect(bad.count("willSave") >= 1)
      #expect(bad.count("didSave") == 1)
      #expect(log.notes(.NSManagedObjectContextDidSave).count == 1)
    }
  }

  // R-CTX-325, 805
  @Test(arguments: StackKind.everyStore)
  func staleOrNotAChildReadsItsParent(_ kind: StackKind) throws {
    try family(kind) { parent, child, stack in
      let theirs = try parent.only("Car")
      #expect(theirs.string("maker") == "Fiat")
      try stack.elsewhere("Car", ["maker": "Stored"])
      child.stalenessInterval = 0
      let car = try child.only("Car")
      child.refresh(car, mergeChanges: false)
      #expect(car.string("maker") == "Fiat")
      #expect(theirs.string("maker") == "Fiat")
    }
  }

  // R-CTX-826
  @Test(arguments: StackKind.everyStore)
  func rollingBackGoesToTheChildsLastSave(_ kind: StackKind) throws {
    try family(kind) { parent, child, _ in
      let ada = try child.only("Person")
      ada.setValue("First", forKey: "firstName")
      try child.save()
      try parent.only("Person").setValue("Parent", forKey: "firstName")
      ada.setValue("Second", forKey: "firstName")
      child.rollback()
      #expect(ada.string("firstName") == "First")
      #expect(!child.hasChanges)
    }
  }

  // R-CTX-822
  @Test(arguments: StackKind.everyStore)
  func permanentIDsMayBeObtainedInAChild(_ kind: StackKind) throws {
    try family(kind) { parent, child, stack in
      let grace = child.person("Grace")
      try child.obtainPermanentIDs(for: [grace])
      let id = grace.objectID
      #expect(!id.isTemporaryID)
      #expect(grace.isInserted)
      #expect(!parent.hasChanges)
      try child.save()
      let pushed = try parent.existingObject(with: id)
      #expect(pushed.isInserted)
      #expect(pushed.objectID == id)
      try parent.save()
      let name = try stack.run { try $0.existingObject(with: id).string("firstName") }
      #expect(name == "Grace")
    }
  }

  // R-CTX-067, 068, 071, 072, 079
  @Test(arguments: StackKind.everyStore)
  func aChildHasItsParentsCoordinatorAndNothingElseOfIt(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    var parent: NSManagedObjectContext? = stack.context()
    parent?.mergePolicy = NSMergePolicy.overwrite
    parent?.transactionAuthor = "author"
    let child = NSManagedObjectContext(.privateQueue)
    #expect(child.parent == nil)
    child.parent = parent
    #expect(child.persistentStoreCoordinator === stack.coordinator)
    #expect(child.parent === parent)
    #expect((child.mergePolicy as? NSMergePolicy)?.mergeType == .errorMergePolicyType)
    #expect(child.transactionAuthor == nil)
    parent = nil
    #expect(child.parent != nil)
    let grandchild = NSManagedObjectContext(.mainQueue)
    grandchild.parent = child
    #expect(grandchild.persistentStoreCoordinator === stack.coordinator)
  }

  // R-CTX-795, 796, 506
  @Test(arguments: StackKind.everyStore)
  func changesClimbOneLevelAtATime(_ kind: StackKind) throws {
    try family(kind) { parent, child, stack in
      let grandchild = NSManagedObjectContext(.privateQueue)
      grandchild.parent = child
      try grandchild.performAndWait {
        let ada = try grandchild.only("Person")
        ada.setValue("Grand", forKey: "firstName")
        try grandchild.save()
        #expect(child.hasChanges)
        #expect(!parent.hasChanges)
        #expect(try child.only("Person").string("firstName") == "Grand")
        try child.save()
        #expect(parent.hasChanges)
        #expect(!child.hasChanges)
        try parent.save()
        let name = try stack.run { try $0.only("Person").string("firstName") }
        #expect(name == "Grand")
        #expect(!parent.hasChanges)
      }
    }
  }
}
