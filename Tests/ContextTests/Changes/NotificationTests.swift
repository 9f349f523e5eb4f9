// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a context tells the world, exactly.
@Suite struct NotificationTests {
  private static let all: Set<String> = [
    NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey,
  ]

  // R-CTX-854, R-CTX-561, R-CTX-858
  @Test(arguments: StackKind.everyStore)
  func aSaveTellsOfItselfAndOfTheChanges(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let log = NotificationLog(context)
      let person = context.insert("Person", ["firstName": "Ada"])
      #expect(log.notes.isEmpty)
      try context.save()
      let names = log.notes.map(\.name)
      #expect(Set(names) == Set(NotificationLog.names))
      #expect(names.count == 4)
      #expect(Array(names.suffix(2)) == Array(NotificationLog.names.suffix(2)))
      let change = try #require(log.notes(.NSManagedObjectContextObjectsDidChange).first)
      #expect(change.keys == [NSInsertedObjectsKey])
      #expect(change.objects(NSInsertedObjectsKey) == [person])
      #expect(log.notes(.NSManagedObjectContextWillSave).first?.userInfo == nil)
      let saved = try #require(log.notes(.NSManagedObjectContextDidSave).first)
      #expect(saved.keys == Self.all)
      #expect(saved.objects(NSInsertedObjectsKey) == [person])
      #expect(saved.objects(NSUpdatedObjectsKey).isEmpty)
      #expect((saved.userInfo?[NSInsertedObjectsKey] as? NSSet)?.count == 1)
      let ids = try #require(log.notes(.NSManagedObjectContextDidSaveObjectIDs).first)
      #expect(ids.ids(NSInsertedObjectIDsKey) == [person.objectID])
      #expect(ids.ids(NSInsertedObjectIDsKey).allSatisfy { !$0.isTemporaryID })
    }
  }

  // R-CTX-560, R-CTX-854
  @Test(arguments: StackKind.everyStore)
  func savingWithoutChangesPostsEmptySets(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let log = NotificationLog(context)
      try context.save()
      try context.save()
      #expect(log.notes(.NSManagedObjectContextObjectsDidChange).isEmpty)
      let saved = log.notes(.NSManagedObjectContextDidSave)
      #expect(saved.count == 2)
      #expect(saved.allSatisfy { $0.keys == Self.all })
      #expect(saved.allSatisfy { note in Self.all.allSatisfy { note.objects($0).isEmpty } })
    }
  }

  // R-CTX-855, R-CTX-861, R-CTX-377
  @Test(arguments: StackKind.everyStore)
  func aSaveListsWhatInversesAndCascadesTouched(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let (ada, bob) = (
        context.insert("Person", ["firstName": "Ada"]),
        context.insert("Person", ["firstName": "Bob"])
      )
      let car = context.insert("Car", ["numberPlate": "A"])
      let club = context.insert("Club", ["title": "c"])
      car.setValue(ada, forKey: "owner")
      ada.setValue([club] as Set, forKey: "clubs")
      try context.save()
      let log = NotificationLog(context)
      let (adaID, carID) = (ada.objectID, car.objectID)
      context.delete(ada)
      let passing = context.insert("Note")
      context.delete(passing)
      bob.setValue("B", forKey: "lastName")
      try context.save()
      let saved = try #require(log.notes(.NSManagedObjectContextDidSave).first)
      #expect(saved.objects(NSDeletedObjectsKey) == [ada, car])
      #expect(saved.objects(NSUpdatedObjectsKey) == [bob, club])
      #expect(saved.objects(NSInsertedObjectsKey).isEmpty)
      #expect(saved.objects(NSDeletedObjectsKey).allSatisfy { $0.managedObjectContext == nil })
      let ids = try #require(log.notes(.NSManagedObjectContextDidSaveObjectIDs).first)
      #expect(ids.ids(NSDeletedObjectIDsKey) == [adaID, carID])
      #expect(ids.ids(NSUpdatedObjectIDsKey) == [bob.objectID, club.objectID])
    }
  }

  // R-CTX-350, R-CTX-351, R-CTX-356, R-CTX-858
  @Test(arguments: StackKind.everyStore)
  func processingPostsOncePerPass(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let people = ["a", "b", "c"].map { context.insert("Person", ["firstName": $0]) }
      try context.save()
      let log = NotificationLog(context)
      people[0].setValue("x", forKey: "lastName")
      people[0].setValue("y", forKey: "lastName")
      people[1].setValue("z", forKey: "lastName")
      context.delete(people[1])
      let new = context.insert("Person", ["firstName": "d"])
      new.setValue("d", forKey: "lastName")
      context.processPendingChanges()
      context.processPendingChanges()
      #expect(log.notes.count == 1)
      let change = try #require(log.notes.first)
      #expect(change.objects(NSUpdatedObjectsKey) == [people[0]])
      #expect(change.objects(NSDeletedObjectsKey) == [people[1]])
      #expect(change.objects(NSInsertedObjectsKey) == [new])
      #expect(change.keys == Self.all)
      #expect(context.hasChanges)
    }
  }

  // R-CTX-358
  @Test(arguments: StackKind.everyStore)
  func fetchingAndFaultingPostNothing(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Person", ["firstName": "Ada"])
      try context.save()
    }
    try stack.run { context in
      let log = NotificationLog(context)
      _ = try context.only("Person").string("firstName")
      context.processPendingChanges()
      #expect(log.notes.isEmpty)
    }
  }

  // R-CTX-322, R-CTX-321
  @Test(arguments: StackKind.everyStore)
  func refreshedObjectsAreReportedAsRefreshed(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let people = ["a", "b"].map { context.insert("Person", ["firstName": $0]) }
      try context.save()
      let log = NotificationLog(context)
      context.refresh(people[0], mergeChanges: false)
      context.processPendingChanges()
      #expect(log.notes.first?.objects(NSRefreshedObjectsKey) == [people[0]])
      #expect(log.notes.first?.keys == [NSRefreshedObjectsKey])
      log.forget()
      context.refreshAllObjects()
      context.processPendingChanges()
      #expect(log.notes.first?.objects(NSRefreshedObjectsKey) == Set(people))
    }
  }

  // R-CTX-666, R-CTX-667
  @Test(arguments: StackKind.everyStore)
  func resettingInvalidatesEverything(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let people = ["a", "b"].map { context.insert("Person", ["firstName": $0]) }
      try context.save()
      let ids = Set(people.map(\.objectID))
      let log = NotificationLog(context)
      context.reset()
      #expect(log.notes.count == 1)
      #expect(log.notes.first?.keys == [NSInvalidatedAllObjectsKey])
      let invalid = log.notes.first?.userInfo?[NSInvalidatedAllObjectsKey] as? [NSManagedObjectID]
      #expect(invalid.map(Set.init) == ids)
      log.forget()
      try context.save()
      #expect(log.notes(.NSManagedObjectContextDidSave).count == 1)
      withExtendedLifetime(people) {}
    }
  }

  // R-CTX-663
  @Test(arguments: StackKind.everyStore)
  func rollingBackReportsWhatItRestored(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let people = ["a", "b"].map { context.insert("Person", ["firstName": $0]) }
      try context.save()
      people[0].setValue("x", forKey: "firstName")
      context.delete(people[1])
      let new = context.insert("Person")
      context.processPendingChanges()
      let log = NotificationLog(context)
      context.rollback()
      let change = try #require(log.notes(.NSManagedObjectContextObjectsDidChange).first)
      #expect(change.objects(NSDeletedObjectsKey) == [new])
      #expect(change.objects(NSInsertedObjectsKey) == [people[1]])
      #expect(change.objects(NSRefreshedObjectsKey) == [people[0]])
      log.forget()
      context.rollback()
      #expect(log.notes.isEmpty)
    }
  }

  // R-CTX-859
  @Test(arguments: StackKind.everyStore)
  func aFailedSavePostsNoDidSave(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let log = NotificationLog(context)
      _ = context.insert("Person")
      #expect(throws: CocoaError.self) { try context.save() }
      #expect(log.notes(.NSManagedObjectContextWillSave).count == 1)
      #expect(log.notes(.NSManagedObjectContextDidSave).isEmpty)
      #expect(log.notes(.NSManagedObjectContextDidSaveObjectIDs).isEmpty)
    }
  }

  // R-CTX-561, R-CTX-564
  @Test(arguments: StackKind.everyStore)
  func changesMadeByAWillSaveHandlerJoinTheSave(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let held = Held(context.insert("Person", ["firstName": "Ada"]))
      try context.save()
      held.object.setValue("L", forKey: "lastName")
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextWillSave, object: context, queue: nil
      ) { note in
        guard held.object.changedValues()["lastName"] != nil else { return }
        held.object.setValue(99, forKey: "age")
        _ = (note.object as? NSManagedObjectContext)?.insert("Note", ["text": "handler"])
      }
      defer { NotificationCenter.default.removeObserver(token) }
      try context.save()
    }
    try stack.run { context in
      let (person, note) = (try context.only("Person"), try context.only("Note"))
      #expect(person.value(forKey: "age") as? Int == 99)
      #expect(note.string("text") == "handler")
    }
  }

  // R-CTX-590, R-CTX-851
  @Test(arguments: StackKind.everyStore)
  func savingFromADidSaveHandlerIsAllowed(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let held = Held(context.insert("Person", ["firstName": "Ada"]))
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: context, queue: nil
      ) { note in
        guard held.object.string("lastName") == nil else { return }
        held.object.setValue("again", forKey: "lastName")
        try? (note.object as? NSManagedObjectContext)?.save()
      }
      defer { NotificationCenter.default.removeObserver(token) }
      try context.save()
      #expect(!context.hasChanges)
    }
    try stack.run { context in
      let holds = try context.only("Person").string("lastName") == "again"
      #expect(holds)
    }
  }

  // R-CTX-850, R-CTX-851
  @Test func namesAndKeysAreTheKnownOnes() {
    #expect(
      NotificationLog.names.map(\.rawValue) == [
        "NSObjectsChangedInManagingContextNotification",
        "NSManagingContextWillSaveChangesNotification",
        "NSManagingContextDidSaveChangesNotification",
        "NSManagedObjectContextDidSaveObjectIDsNotification",
      ])
    #expect(NSManagedObjectContext.NotificationKey.insertedObjects.rawValue == "inserted")
    #expect(NSManagedObjectContext.NotificationKey.queryGeneration.rawValue == "newQueryGeneration")
  }
}
