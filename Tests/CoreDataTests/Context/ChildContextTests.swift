// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// A parent and a child over each kind of stack.
private struct Family {
  let stack: Stack
  let parent: NSManagedObjectContext
  let child: NSManagedObjectContext

  init(_ kind: StackKind, model: NSManagedObjectModel = GarageModel.make()) throws {
    stack = try Stack(kind, model: model)
    parent = stack.context()
    child = Family.child(of: parent)
  }

  static func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    return child
  }

  /// Runs inside the child's queue, and the parent's, which the child enters anyway.
  func run<T>(_ block: (NSManagedObjectContext, NSManagedObjectContext) throws -> T) rethrows -> T {
    try child.performAndWait { try parent.performAndWait { try block(parent, child) } }
  }

  /// What another context of the same coordinator finds.
  func stored(_ entity: String, _ format: String? = nil) throws -> Int {
    try stack.run { try $0.all(entity, format).count }
  }
}

@Suite("Child contexts: reading through a parent")
struct ChildReadingTests {
  @Test("A child has its parent's coordinator", arguments: StackKind.singles)
  func theCoordinatorIsTheRoots(kind: StackKind) throws {  // R-CTX-068, 072
    let family = try Family(kind)
    let grandchild = Family.child(of: family.child)
    #expect(grandchild.persistentStoreCoordinator === family.stack.coordinator)
    #expect(grandchild.parent === family.child)
    #expect(family.parent.parent == nil)
    family.parent.name = "root"
    #expect(family.child.name == nil)
  }

  @Test("A child fetches what the parent has not saved", arguments: StackKind.all)
  func unsavedObjectsOfTheParentAreFound(kind: StackKind) throws {  // R-CTX-800, 801, 486
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada", "age": 36])
      let here = try #require(try child.all("Person", "age > 30").first)
      #expect(here !== ada)
      #expect(here.objectID == ada.objectID)
      #expect(here.objectID.isTemporaryID)
      #expect(here.string("firstName") == "Ada")
      #expect(!here.isInserted)
      #expect(!child.hasChanges)
      #expect(child.registeredObjects.contains(here))
    }
  }

  @Test("Parents' changes decide membership, order and window", arguments: StackKind.all)
  func theParentsChangesCount(kind: StackKind) throws {  // R-CTX-800, 484
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      for index in 0..<6 { _ = parent.insert("Note", ["text": "n\(index)", "rank": index]) }
      try parent.save()
      let notes = try parent.all("Note", sortedBy: "rank")
      notes[0].setValue(9, forKey: "rank")
      parent.delete(notes[3])
      _ = child.insert("Note", ["text": "new", "rank": 3])
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
      request.predicate = NSPredicate(format: "rank > 1")
      #expect(
        try child.fetch(request).map { $0.string("text") } == ["n2", "new", "n4", "n5", "n0"])
      #expect(try child.count(for: request) == 5)
      request.fetchOffset = 1
      request.fetchLimit = 2
      #expect(try child.fetch(request).map { $0.string("text") } == ["new", "n4"])
    }
  }

  @Test("IDs and counts are the parent's", arguments: StackKind.all)
  func idsRegisterNothing(kind: StackKind) throws {  // R-CTX-491, 493
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada"])
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
      request.resultType = .managedObjectIDResultType
      #expect(try child.fetch(request) == [ada.objectID])
      #expect(child.registeredObjects.isEmpty)
      #expect(try child.count(for: request) == 1)
    }
  }

  @Test("Faults take the parent's values at the time", arguments: StackKind.all)
  func faultsReadTheParentsMemory(kind: StackKind) throws {  // S-58: R-CTX-805, 806
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada", "mood": "glad"])
      try parent.save()
      let here = try child.existingObject(with: ada.objectID)
      #expect(here.string("mood") == nil)
      ada.setValue("Augusta", forKey: "firstName")
      #expect(here.string("firstName") == "Ada")
      child.refresh(here, mergeChanges: true)
      #expect(here.isFault)
      #expect(here.string("firstName") == "Augusta")
      #expect(!child.hasChanges)
      ada.setValue("Countess", forKey: "firstName")
      here.setValue("Byron", forKey: "lastName")
      child.refresh(here, mergeChanges: true)
      #expect(here.string("firstName") == "Countess")
      #expect(here.string("lastName") == "Byron")
    }
  }

  @Test("Relationships are the parent's, unsaved ones too", arguments: StackKind.all)
  func relationshipsAreRead(kind: StackKind) throws {  // R-CTX-805
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada"])
      let old = parent.insert("Car", ["numberPlate": "A 1"])
      old.setValue(ada, forKey: "owner")
      try parent.save()
      let new = parent.insert("Car", ["numberPlate": "A 2"])
      new.setValue(ada, forKey: "owner")
      let club = parent.insert("Club", ["title": "Engines"])
      club.mutableOrderedSetValue(forKey: "waiting").add(ada)
      let here = child.object(with: ada.objectID)
      #expect(Set(here.objects("cars").map { $0.string("numberPlate") }) == ["A 1", "A 2"])
      for car in here.objects("cars") { #expect(car.value(forKey: "owner") as AnyObject === here) }
      let there = try #require(here.value(forKey: "waitsFor") as? NSManagedObject)
      #expect(there.objectID == club.objectID)
      #expect((there.value(forKey: "waiting") as? NSOrderedSet)?.firstObject as AnyObject === here)
      #expect(!child.hasChanges)
    }
  }

  @Test("Objects of the child are constants of its predicates", arguments: StackKind.all)
  func objectsInPredicates(kind: StackKind) throws {  // R-CTX-800
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada"])
      parent.insert("Car", ["numberPlate": "A 1"]).setValue(ada, forKey: "owner")
      let here = child.object(with: ada.objectID)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.predicate = NSPredicate(format: "owner == %@", here)
      #expect(try child.fetch(request).count == 1)
      try parent.save()
      #expect(try child.fetch(request).count == 1)
      #expect(here.objectID.isTemporaryID)
    }
  }

  @Test("existingObject asks up the chain", arguments: StackKind.all)
  func existingObjectsAreFoundAbove(kind: StackKind) throws {  // R-CTX-112, 828
    let family = try Family(kind)
    let grandchild = Family.child(of: family.child)
    try grandchild.performAndWait { () throws in
      try family.run { (parent, _) throws in
        let ada = parent.insert("Person", ["firstName": "Ada"])
        let found = try grandchild.existingObject(with: ada.objectID)
        #expect(found.string("firstName") == "Ada")
        parent.delete(ada)
        parent.processPendingChanges()
        let other = Family.child(of: family.child)
        #expect(throws: CocoaError.self) {
          try other.performAndWait { _ = try other.existingObject(with: ada.objectID) }
        }
      }
    }
  }
}

@Suite("Child contexts: saving to a parent")
struct ChildSavingTests {
  @Test("A save moves changes one level up", arguments: StackKind.all)
  func aSaveReachesTheParentOnly(kind: StackKind) throws {  // S-57: R-CTX-795, 813, 825
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = child.insert("Person", ["firstName": "Ada"])
      #expect(!parent.hasChanges)
      #expect(try parent.all("Person").isEmpty)
      try child.save()
      #expect(!child.hasChanges)
      #expect(!ada.isInserted)
      #expect(ada.objectID.isTemporaryID)
      #expect(parent.insertedObjects.count == 1)
      #expect(try family.stored("Person") == 0)
      try parent.save()
      #expect(try family.stored("Person", "firstName == 'Ada'") == 1)
      let scratch = Family.child(of: parent)
      scratch.performAndWait { _ = scratch.insert("Person", ["firstName": "Nobody"]) }
      #expect(!parent.hasChanges)
    }
  }

  @Test("The parent's object has the child's temporary ID", arguments: StackKind.all)
  func temporaryIDsAreShared(kind: StackKind) throws {  // S-55: R-CTX-810, 112, 241
    let family = try Family(kind, model: GarageModel.make(person: TracedPerson.self))
    try family.run { (parent, child) throws in
      let ada = try child.traced("Ada")
      ada.setValue("calm", forKey: "mood")
      try child.save()
      let there = try #require(parent.registeredObject(for: ada.objectID) as? TracedPerson)
      #expect(there !== ada)
      #expect(there.objectID == ada.objectID)
      #expect(there.string("firstName") == "Ada")
      #expect(there.string("mood") == "calm")
      #expect(!there.events.contains("awakeFromInsert"))
      let temporary = ada.objectID
      try parent.save()
      #expect(parent.object(with: temporary) === there)
    }
  }

  @Test("Transient changes are pushed too", arguments: StackKind.all)
  func transientValuesArePushed(kind: StackKind) throws {  // S-55: R-CTX-811
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = child.insert("Person", ["firstName": "Ada"])
      try child.save()
      try parent.save()
      let there = parent.object(with: ada.objectID)
      ada.setValue("glad", forKey: "mood")
      try child.save()
      #expect(there.string("mood") == "glad")
      #expect(parent.hasChanges)
      #expect(!there.hasPersistentChangedValues)
    }
  }

  @Test("Updates are the changed properties, and win", arguments: StackKind.all)
  func changedPropertiesWin(kind: StackKind) throws {  // R-CTX-810, 814
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada", "lastName": "Byron"])
      try parent.save()
      let here = try child.existingObject(with: ada.objectID)
      here.setValue("Augusta", forKey: "firstName")
      ada.setValue("A.", forKey: "firstName")
      ada.setValue("King", forKey: "lastName")
      try child.save()
      #expect(ada.string("firstName") == "Augusta")
      #expect(ada.string("lastName") == "King")
      try parent.save()
      #expect(try family.stored("Person", "firstName == 'Augusta' AND lastName == 'King'") == 1)
    }
  }

  @Test("Relationships of every kind are pushed", arguments: StackKind.all)
  func relationshipsArePushed(kind: StackKind) throws {  // R-CTX-810
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada"])
      let car = parent.insert("Car", ["numberPlate": "A 1"])
      car.setValue(ada, forKey: "owner")
      try parent.save()
      let here = try child.existingObject(with: ada.objectID)
      let bob = child.insert("Person", ["firstName": "Bob"])
      let club = child.insert("Club", ["title": "Engines"])
      child.object(with: car.objectID).setValue(bob, forKey: "owner")
      here.mutableSetValue(forKey: "friends").add(bob)
      here.mutableSetValue(forKey: "clubs").add(club)
      club.mutableOrderedSetValue(forKey: "waiting").addObjects(from: [bob, here])
      bob.setValue(child.insert("Passport", ["number": "7"]), forKey: "passport")
      try child.save()
      let there = parent.object(with: bob.objectID)
      #expect(car.value(forKey: "owner") as AnyObject === there)
      #expect(ada.objects("cars").isEmpty)
      #expect(ada.objects("friends") == [there])
      #expect(there.objects("friendOf") == [ada])
      try parent.save()
      try family.stack.run { (other) throws in
        let club = try other.only("Club")
        let waiting = (club.value(forKey: "waiting") as? NSOrderedSet)?.array ?? []
        #expect(
          waiting.compactMap { ($0 as? NSManagedObject)?.string("firstName") } == ["Bob", "Ada"])
        #expect(try other.all("Passport", "holder.firstName == 'Bob'").count == 1)
        #expect(try other.all("Car", "owner.firstName == 'Bob'").count == 1)
      }
    }
  }

  @Test("An order is pushed", arguments: StackKind.all)
  func ordersArePushed(kind: StackKind) throws {  // R-CTX-810, 383
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let people = ["a", "b", "c"].map { parent.insert("Person", ["firstName": $0]) }
      let club = parent.insert("Club", ["title": "Engines"])
      club.setValue(NSOrderedSet(array: people), forKey: "waiting")
      try parent.save()
      let here = try child.existingObject(with: club.objectID)
      here.mutableOrderedSetValue(forKey: "waiting").moveObjects(at: [2], to: 0)
      try child.save()
      #expect(
        (club.value(forKey: "waiting") as? NSOrderedSet)?.array.compactMap {
          ($0 as? NSManagedObject)?.string("firstName")
        } == ["c", "a", "b"])
      #expect(parent.updatedObjects.contains(club))
    }
  }

  @Test("Deletions are pushed with what they spread to", arguments: StackKind.all)
  func deletionsArePushed(kind: StackKind) throws {  // R-CTX-810, 813
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada"])
      parent.insert("Car", ["numberPlate": "A 1"]).setValue(ada, forKey: "owner")
      try parent.save()
      let here = child.object(with: ada.objectID)
      child.delete(here)
      try child.save()
      #expect(here.managedObjectContext == nil)
      #expect(parent.deletedObjects.count == 2)
      #expect(try family.stored("Car") == 1)
      try parent.save()
      #expect(try family.stored("Car") + family.stored("Person") == 0)
    }
  }

  @Test("An update of what the parent deleted is dropped", arguments: StackKind.all)
  func lostUpdatesAreDropped(kind: StackKind) throws {  // R-CTX-815
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada"])
      try parent.save()
      let here = try child.existingObject(with: ada.objectID)
      here.setValue("Augusta", forKey: "firstName")
      parent.delete(ada)
      let log = NotificationLog(child)
      try child.save()
      #expect(!child.hasChanges)
      #expect(here.managedObjectContext == nil)
      #expect(
        log.notes(.NSManagedObjectContextDidSave).first?.objects(NSDeletedObjectsKey).count == 1)
      try parent.save()
      #expect(try family.stored("Person") == 0)
    }
  }

  @Test("Each save is announced by the parent once", arguments: StackKind.all)
  func theParentAnnouncesEachSave(kind: StackKind) throws {  // S-54: R-CTX-812
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let old = parent.insert("Note", ["text": "old"])
      let gone = parent.insert("Note", ["text": "gone"])
      try parent.save()
      let log = NotificationLog(parent)
      let changed = NSNotification.Name.NSManagedObjectContextObjectsDidChange
      for index in 0..<3 {
        _ = child.insert("Note", ["text": "\(index)"])
        if index == 1 { child.object(with: old.objectID).setValue("new", forKey: "text") }
        if index == 2 { child.delete(child.object(with: gone.objectID)) }
        try child.save()
        #expect(log.notes(changed).count == index + 1)
        let note = try #require(log.notes(changed).last)
        #expect(note.objects(NSInsertedObjectsKey).count == 1)
        #expect(note.objects(NSUpdatedObjectsKey) == (index == 1 ? [old] : []))
        #expect(note.objects(NSDeletedObjectsKey) == (index == 2 ? [gone] : []))
      }
      log.forget()
      try parent.save()
      let saved = try #require(log.notes(.NSManagedObjectContextDidSave).first)
      #expect(saved.objects(NSInsertedObjectsKey).count == 3)
      #expect(saved.objects(NSUpdatedObjectsKey).count == 1)
      #expect(saved.objects(NSDeletedObjectsKey).count == 1)
    }
  }

  @Test("No second instance after the root was saved", arguments: StackKind.all)
  func noDuplicatesAfterTheRootSave(kind: StackKind) throws {  // S-56: R-CTX-820, 821
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = child.insert("Person", ["firstName": "Ada"])
      let car = child.insert("Car", ["numberPlate": "A 1"])
      car.setValue(ada, forKey: "owner")
      let log = NotificationLog(child)
      try child.save()
      let ids = try #require(log.notes(.NSManagedObjectContextDidSaveObjectIDs).first)
      #expect(ids.ids(NSInsertedObjectIDsKey) == [ada.objectID, car.objectID])
      try parent.save()
      #expect(ada.objectID.isTemporaryID)
      #expect(try child.all("Car").first === car)
      #expect(!car.objectID.isTemporaryID)
      #expect(try child.all("Person", "firstName == 'Ada'").first === ada)
      #expect(car.value(forKey: "owner") as AnyObject === ada)
      ada.setValue("Byron", forKey: "lastName")
      try child.save()
      try parent.save()
      #expect(try family.stored("Person", "lastName == 'Byron'") == 1)
      #expect(try family.stored("Person") == 1)
    }
  }

  @Test("Three levels converge", arguments: StackKind.all)
  func threeLevels(kind: StackKind) throws {  // R-CTX-796, 821
    let family = try Family(kind)
    let grandchild = Family.child(of: family.child)
    try grandchild.performAndWait { () throws in
      try family.run { (parent, child) throws in
        let ada = grandchild.insert("Person", ["firstName": "Ada"])
        let car = grandchild.insert("Car", ["numberPlate": "A 1"])
        ada.mutableSetValue(forKey: "cars").add(car)
        try grandchild.save()
        try child.save()
        try parent.save()
        car.setValue("Bentley", forKey: "maker")
        try grandchild.save()
        let mid = try #require(try child.all("Car").first)
        #expect(mid.string("maker") == "Bentley")
        #expect(try grandchild.all("Car").first === car)
        #expect(grandchild.registeredObjects.count == 2)
        try child.save()
        try parent.save()
        #expect(try family.stored("Car", "maker == 'Bentley' AND owner.firstName == 'Ada'") == 1)
      }
    }
  }

  @Test("Permanent IDs obtained in a child stay", arguments: StackKind.all)
  func permanentIDsOfAChild(kind: StackKind) throws {  // R-CTX-822
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = child.insert("Person", ["firstName": "Ada"])
      try child.obtainPermanentIDs(for: [ada])
      #expect(!ada.objectID.isTemporaryID)
      #expect(!parent.hasChanges)
      try child.save()
      let there = try #require(parent.insertedObjects.first)
      #expect(there.objectID == ada.objectID)
      try parent.save()
      #expect(there.objectID == ada.objectID)
      #expect(try family.stored("Person") == 1)
    }
  }

  @Test("Values set before insert(_:) reach the parent", arguments: StackKind.all)
  func valuesBeforeTheInsertion(kind: StackKind) throws {  // S-59: R-CTX-158
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let entity = try #require(
        NSEntityDescription.entity(forEntityName: "Person", in: child))
      let ada = NSManagedObject(entity: entity, insertInto: nil)
      ada.setValue("Ada", forKey: "firstName")
      child.insert(ada)
      try child.save()
      #expect(parent.insertedObjects.first?.string("firstName") == "Ada")
    }
  }

  @Test("A child validates; a refused save changes nothing", arguments: StackKind.singles)
  func aChildValidates(kind: StackKind) throws {  // R-CTX-449, 816
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      _ = child.insert("Person")
      #expect(throws: CocoaError.self) { try child.save() }
      #expect(child.hasChanges)
      #expect(!parent.hasChanges)
    }
  }

  @Test("Uniqueness is the root's business", arguments: StackKind.all)
  func constraintsAreNotCheckedBelow(kind: StackKind) throws {  // S-44: R-CTX-640, 829
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      for _ in 0..<2 { _ = child.insert("Car", ["numberPlate": "A 1"]) }
      try child.save()
      #expect(throws: CocoaError.self) { try parent.save() }
    }
  }

  @Test("An assignment is carried up", arguments: StackKind.all.filter { $0.stores.count > 2 })
  func assignmentsAreCarried(kind: StackKind) throws {  // R-CTX-830
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let store = try #require(family.stack.coordinator.persistentStores.last)
      let entity = try #require(
        family.stack.coordinator.managedObjectModel.entities(
          forConfigurationName: store.configurationName)?.first?.name)
      let object = child.insert(entity)
      child.assign(object, to: store)
      try child.save()
      let there = try #require(parent.insertedObjects.first)
      try parent.obtainPermanentIDs(for: [there])
      #expect(there.objectID.persistentStore === store)
    }
  }

  @Test("Rolling back goes to the last save or fetch", arguments: StackKind.all)
  func rollbackIsTheChilds(kind: StackKind) throws {  // R-CTX-826
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada"])
      try parent.save()
      let here = try child.existingObject(with: ada.objectID)
      ada.setValue("Countess", forKey: "firstName")
      here.setValue("Augusta", forKey: "firstName")
      child.rollback()
      #expect(here.string("firstName") == "Ada")
      here.setValue("A.", forKey: "firstName")
      try child.save()
      here.setValue("B.", forKey: "firstName")
      child.rollback()
      #expect(here.string("firstName") == "A.")
      #expect(ada.string("firstName") == "A.")
    }
  }

  @Test("Resetting a parent leaves the child's values", arguments: StackKind.all)
  func resetOfTheParent(kind: StackKind) throws {  // R-CTX-669, 827
    let family = try Family(kind)
    try family.run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada"])
      try parent.save()
      let bob = parent.insert("Person", ["firstName": "Bob"])
      let kept = try child.existingObject(with: bob.objectID)
      let fault = child.object(with: ada.objectID)
      parent.reset()
      #expect(kept.string("firstName") == "Bob")
      #expect(fault.string("firstName") == "Ada")
      child.refresh(kept, mergeChanges: false)
      #expect(kept.string("firstName") == nil)
      #expect(kept.isDeleted)
    }
  }

  @Test("Objects nobody holds leave a child after its save", arguments: StackKind.singles)
  func objectsLeaveAChild(kind: StackKind) throws {  // R-CTX-823
    let family = try Family(kind)
    try family.run { (_, child) throws in
      for index in 0..<3 { _ = child.insert("Note", ["rank": index]) }
      try child.save()
      #expect(child.registeredObjects.isEmpty)
    }
  }
}

@Suite("Child contexts: misuse")
struct ChildMisuseTests {
  @Test func aConfinementParentIsReported() async {  // R-CTX-071
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let parent = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
      NSManagedObjectContext(.privateQueue).parent = parent
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  @Test func aCycleIsReported() async {  // R-CTX-071
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let parent = NSManagedObjectContext(.privateQueue)
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = parent
      parent.parent = child
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  @Test func anotherParentIsReported() async {  // R-CTX-070
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = NSManagedObjectContext(.privateQueue)
      child.parent = NSManagedObjectContext(.privateQueue)
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }
}
