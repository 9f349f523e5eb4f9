// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Undoing and redoing changes of objects, before and after they were saved.
@Suite struct UndoChangeTests {
  private static func settle(_ context: NSManagedObjectContext, _ saves: Bool) throws {
    if saves { try context.save() } else { context.processPendingChanges() }
  }

  // R-CTX-683, R-CTX-685
  @Test(arguments: StackKind.everyStore)
  func anUndoneInsertionLeavesTheContextAndComesBackAsTheSameObject(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, _ in
      let person = try context.traced()
      let id = person.objectID
      context.undo()
      #expect(!context.hasChanges)
      #expect(!person.isInserted)
      #expect(person.managedObjectContext == nil)
      #expect(context.registeredObject(for: id) == nil)
      #expect(context.insertedObjects.isEmpty)
      context.redo()
      #expect(context.registeredObject(for: id) === person)
      #expect(person.isInserted)
      #expect(person.managedObjectContext === context)
      #expect(person.string("firstName") == "Ada")
      let events = person.events.filter { !$0.hasSuffix("TurnIntoFault") }
      #expect(events == ["awakeFromInsert", "undoInsertion"])
      try context.save()
      #expect(try context.dump() == context.dump())
    }
  }

  // R-CTX-687, R-CTX-693
  @Test(arguments: StackKind.everyStore)
  func anUndoneSavedInsertionIsPendingDeletion(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.recording { context, _ in
      let person = try context.traced()
      try context.save()
      let stored = try stack.stored()
      context.undo()
      #expect(person.isDeleted)
      #expect(context.deletedObjects == [person])
      context.redo()
      #expect(!person.isDeleted)
      #expect(person.managedObjectContext === context)
      #expect(person.events.filter { $0.hasPrefix("awake") } == ["awakeFromInsert"])
      context.undo()
      try context.save()
      #expect(try stack.stored().isEmpty)
      context.redo()
      #expect(person.isInserted)
      #expect(person.string("firstName") == "Ada")
      try context.save()
      #expect(try stack.stored() == stored)
    }
  }

  // R-CTX-686, R-CTX-687, R-CTX-695
  @Test(arguments: StackKind.everyStore, [false, true])
  func anUndoneDeletionRestoresTheCascadeAndAllRelationships(
    _ kind: StackKind, _ saves: Bool
  ) throws {
    let stack = try Stack.traced(kind)
    try stack.recording { context, _ in
      let person = try Self.family(in: context)
      try context.save()
      let before = try context.dump()
      let id = person.objectID
      context.undoManager?.removeAllActions()
      person.forgetEvents()
      context.delete(person)
      try Self.settle(context, saves)
      #expect(try context.dump().count == before.count - 4)
      context.undo()
      #expect(try context.dump() == before)
      #expect(!person.isDeleted)
      #expect(person.managedObjectContext === context)
      #expect(person.isInserted == saves)
      #expect(person.objectID == id)
      #expect(context.registeredObject(for: id) === person)
      #expect(person.events.contains("undoDeletion"))
      #expect(!person.events.contains("awakeFromInsert"))
      try context.save()
      #expect(try stack.stored() == before)
      context.redo()
      try context.save()
      #expect(try stack.stored() == context.dump())
      #expect(try stack.stored().count == before.count - 4)
      context.undo()
      try context.save()
      #expect(try stack.stored() == before)
    }
  }

  /// A person with everything: two cars and a passport that go with it, clubs, friends, and a place
  /// in the middle of a queue.
  private static func family(in context: NSManagedObjectContext) throws -> TracedPerson {
    let person = try context.traced()
    let others = ["Bob", "Cid"].map { context.insert("Person", ["firstName": $0]) }
    let cars = ["A1", "B2"].map { context.insert("Car", ["numberPlate": $0]) }
    let clubs = ["Red", "Blue"].map { context.insert("Club", ["title": $0]) }
    let passport = context.insert("Passport", ["number": "P1"])
    person.setValue(Set(cars), forKey: "cars")
    person.setValue(passport, forKey: "passport")
    person.setValue(Set(clubs), forKey: "clubs")
    person.setValue(Set(others), forKey: "friends")
    person.setValue(Set([others[0]]), forKey: "friendOf")
    others[0].setValue(Set([clubs[0]]), forKey: "clubs")
    clubs[0].setValue(NSOrderedSet(array: [others[0], person, others[1]]), forKey: "waiting")
    return person
  }

  // R-CTX-684, R-CTX-686
  @Test(arguments: StackKind.everyStore, [false, true])
  func anUndoneUpdateRestoresEveryKindOfValue(_ kind: StackKind, _ saves: Bool) throws {
    let stack = try Stack.traced(kind)
    try stack.recording { context, manager in
      let person = try Self.family(in: context)
      person.setValue("calm", forKey: "mood")
      try context.save()
      let before = try context.dump()
      manager.removeAllActions()
      person.forgetEvents()
      try Self.changeEverything(of: person)
      try Self.settle(context, saves)
      let after = try context.dump()
      #expect(after != before)
      context.undo()
      #expect(try context.dump() == before)
      #expect(person.string("mood") == "calm")
      #expect(person.isUpdated)
      #expect(person.events.contains("undoUpdate"))
      try context.save()
      #expect(try stack.stored() == before)
      context.redo()
      #expect(try context.dump() == after)
      #expect(person.string("mood") == "wild")
      try context.save()
      #expect(try stack.stored() == after)
    }
  }

  private static func changeEverything(of person: NSManagedObject) throws {
    let context = try #require(person.managedObjectContext)
    let club = try #require(context.all("Club", "title == 'Red'").first)
    let bob = try #require(context.all("Person", "firstName == 'Bob'").first)
    let cars = person.objects("cars")
    person.setValue("Byron", forKey: "lastName")
    person.setValue(nil, forKey: "updatedAt")
    person.setValue(40, forKey: "age")
    person.setValue(NSDecimalNumber(string: "1.5"), forKey: "balance")
    person.setValue(UUID(), forKey: "badge")
    person.setValue("wild", forKey: "mood")
    person.setValue(nil, forKey: "passport")
    cars.first { $0.label == "A1" }?.setValue(bob, forKey: "owner")
    person.mutableSetValue(forKey: "clubs").remove(club)
    person.mutableSetValue(forKey: "friends").removeAllObjects()
    club.mutableOrderedSetValue(forKey: "waiting").moveObjects(at: IndexSet(integer: 2), to: 0)
    club.mutableOrderedSetValue(forKey: "waiting").remove(bob)
  }

  // R-CTX-681
  @Test(arguments: StackKind.everyStore)
  func onlyTheNetEffectOfAnEventIsRecorded(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, manager in
      let person = try context.traced()
      let car = context.insert("Car", ["numberPlate": "A1"])
      try context.save()
      manager.removeAllActions()
      person.setValue("Byron", forKey: "lastName")
      person.setValue(nil, forKey: "lastName")
      person.mutableSetValue(forKey: "cars").add(car)
      car.setValue(nil, forKey: "owner")
      let passing = context.insert("Car", ["numberPlate": "B2"])
      context.delete(passing)
      context.processPendingChanges()
      #expect(!manager.canUndo)
      person.setValue("A", forKey: "lastName")
      person.setValue("B", forKey: "lastName")
      context.undo()
      #expect(person.string("lastName") == nil)
      #expect(!manager.canUndo)
    }
  }

  // R-CTX-682
  @Test(arguments: StackKind.everyStore)
  func whatIsNoChangeOfTheClientIsNotRecorded(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, manager in
      let person = try context.traced()
      try context.save()
      manager.removeAllActions()
      context.refresh(person, mergeChanges: false)
      person.setPrimitiveValue("secret", forKey: "lastName")
      context.processPendingChanges()
      #expect(!manager.canUndo)
      person.setValue("dropped", forKey: "lastName")
      context.refresh(person, mergeChanges: false)
      context.processPendingChanges()
      #expect(!manager.canUndo)
      #expect(person.string("lastName") == nil)
    }
  }

  // R-CTX-684
  @Test(arguments: StackKind.everyStore)
  func anUndoIsAnnouncedLikeAnyChange(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, _ in
      let kept = try context.traced("Kept")
      let gone = try context.traced("Gone")
      try context.save()
      context.step {
        kept.setValue("changed", forKey: "lastName")
        context.delete(gone)
        _ = context.insert("Person", ["firstName": "New"])
      }
      let log = NotificationLog(context)
      context.undo()
      let notes = log.notes(.NSManagedObjectContextObjectsDidChange)
      try #require(notes.count == 1)
      #expect(notes[0].objects(NSUpdatedObjectsKey) == [kept])
      #expect(notes[0].objects(NSInsertedObjectsKey) == [gone])
      #expect(notes[0].objects(NSDeletedObjectsKey).count == 1)
    }
  }

  // R-CTX-107
  @Test(arguments: StackKind.everyStore)
  func theStackRetainsWhatItMentions(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, manager in
      weak var kept: NSManagedObject?
      try {
        let person = try context.traced()
        kept = person
        try context.save()
      }()
      #expect(kept != nil)
      manager.removeAllActions()
      #expect(kept == nil)
    }
  }

  // R-CTX-685: of objects that nobody holds, both sides bring back what the other says already
  @Test(arguments: StackKind.all)
  func whatWasRelatedAndDeletedIsRelatedOnce(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Person", ["firstName": "Ada"])
      _ = context.insert("Club", ["title": "old"])
      try context.save()
    }
    try stack.recording { context, manager in
      manager.groupsByEvent = false
      context.step {
        _ = context.insert("Club", ["title": "new"])
        context.processPendingChanges()
      }
      for title in ["new", "old"] {
        let before = try context.dump()
        try context.step {
          try context.all("Club", "title == '\(title)'")[0].mutableSetValue(forKey: "members")
            .add(try context.only("Person"))
          context.processPendingChanges()
        }
        let related = try context.dump()
        try context.step {
          context.delete(try context.only("Person"))
          context.processPendingChanges()
        }
        _ = try context.dump()
        context.undo()
        #expect(try context.dump() == related)
        context.undo()
        #expect(try context.dump() == before)
        context.redo()
      }
      try context.step {
        let person = try context.only("Person")
        person.mutableSetValue(forKey: "clubs").removeAllObjects()
        person.mutableSetValue(forKey: "clubs").add(
          try context.all("Club", "title == 'old'")[0])
        context.delete(person)
        context.processPendingChanges()
      }
      context.undo()
      #expect(try context.only("Person").objects("clubs").count == 2)
    }
  }
}
