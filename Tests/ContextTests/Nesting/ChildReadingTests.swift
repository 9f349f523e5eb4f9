// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

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
      try parent.save()
      parent.reset()
      let stored = try child.all("Person")
      #expect(stored.count == 1)
      #expect(parent.registeredObjects.count == 1)
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

  // R-CTX-805, 806, 820, 821
  @Test("Known by a temporary ID, an object has its destinations", arguments: StackKind.all)
  func destinationsOfWhatTheRootHasNumbered(kind: StackKind) throws {
    try Family(kind).run { (parent, child) throws in
      let ada = parent.insert("Person", ["firstName": "Ada"])
      let passport = parent.insert("Passport", ["number": "7"])
      let mine = child.object(with: ada.objectID)
      #expect(mine.string("firstName") == "Ada")
      ada.setValue(passport, forKey: "passport")
      try parent.save()
      child.refresh(mine, mergeChanges: false)
      let found = try #require(mine.value(forKey: "passport") as? NSManagedObject)
      #expect(found.objectID == passport.objectID)
      #expect(found.string("number") == "7")
    }
  }
}
