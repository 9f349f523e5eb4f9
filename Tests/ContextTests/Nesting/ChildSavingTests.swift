// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

@Suite("Child contexts: saving to a parent")
struct ChildSavingTests {
  @Test("A save moves changes one level up", arguments: StackKind.everyStore)
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

  @Test("The parent's object has the child's temporary ID", arguments: StackKind.everyStore)
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

  @Test("Transient changes are pushed too", arguments: StackKind.everyStore)
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

  @Test("Updates are the changed properties, and win", arguments: StackKind.everyStore)
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

  @Test("Relationships of every kind are pushed", arguments: StackKind.everyStore)
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

  @Test("An order is pushed", arguments: StackKind.everyStore)
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

  @Test("Deletions are pushed with what they spread to", arguments: StackKind.everyStore)
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

  @Test("An update of what the parent deleted is dropped", arguments: StackKind.everyStore)
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

  @Test("Each save is announced by the parent once", arguments: StackKind.everyStore)
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

  @Test("No second instance after the root was saved", arguments: StackKind.everyStore)
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

  @Test("Three levels converge", arguments: StackKind.everyStore)
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

  @Test("Permanent IDs obtained in a child stay", arguments: StackKind.everyStore)
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

  @Test("Values set before insert(_:) reach the parent", arguments: StackKind.everyStore)
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

  @Test(
    "An assignment is carried up", arguments: StackKind.everyStore.filter { $0.stores.count > 2 })
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

  @Test("Rolling back goes to the last save or fetch", arguments: StackKind.everyStore)
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

  @Test("Resetting a parent leaves the child's values", arguments: StackKind.everyStore)
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

  @Test("Setting a value to itself tells the parent nothing", arguments: StackKind.everyStore)
  func equalValuesAreNotPushed(kind: StackKind) throws {  // R-CTX-211, 810, 814
    try Family(kind).run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada"])
      let mine = child.object(with: ada.objectID)
      mine.setValue("Ada", forKey: "firstName")
      mine.setValue(nil, forKey: "passport")
      ada.setValue("Grace", forKey: "firstName")
      let passport = parent.insert("Passport")
      ada.setValue(passport, forKey: "passport")
      try child.save()
      #expect(ada.string("firstName") == "Grace")
      #expect(ada.value(forKey: "passport") as? NSManagedObject === passport)
    }
  }
}
