// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Merging what another context saved, as its notification tells.
@Suite struct MergeTests {
  // R-CTX-761, R-CTX-762, R-CTX-763, R-CTX-765, R-CTX-767, R-CTX-768
  @Test(arguments: StackKind.everyStore)
  func aMergeBringsInsertionsUpdatesAndDeletions(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { context in
      for name in ["a", "b", "c", "gone"] { _ = context.insert("Person", ["firstName": name]) }
    }
    let receiver = pair.receiver
    try receiver.performAndWait {
      let people = try receiver.all("Person", sortedBy: "firstName")
      for person in people.prefix(2) + people.suffix(1) { _ = person.string("firstName") }
      let log = NotificationLog(receiver, Pair.names)
      try pair.merge { context in
        _ = context.insert("Person", ["firstName": "new"])
        let all = try context.all("Person", sortedBy: "firstName")
        for person in all.prefix(3) { person.setValue("L", forKey: "lastName") }
        context.delete(all[3])
      }
      #expect(people.prefix(2).allSatisfy { !$0.isFault && $0.string("lastName") == "L" })
      #expect(people[2].isFault)
      #expect(receiver.deletedObjects == [people[3]])
      #expect(receiver.updatedObjects.isEmpty)
      #expect(receiver.insertedObjects.isEmpty)
      #expect(log.notes.map(\.name) == Pair.names)
      let change = try #require(log.notes.first)
      let new = try #require(change.objects(NSInsertedObjectsKey).first)
      #expect(change.keys == [NSInsertedObjectsKey, NSRefreshedObjectsKey, NSDeletedObjectsKey])
      #expect(change.objects(NSInsertedObjectsKey).count == 1)
      #expect(!new.isInserted)
      #expect(receiver.registeredObjects.contains(new))
      #expect(new.string("firstName") == "new")
      #expect(change.objects(NSRefreshedObjectsKey) == Set(people.prefix(2)))
      #expect(change.objects(NSDeletedObjectsKey) == [people[3]])
      let ids = try #require(log.notes.last)
      #expect(ids.ids(NSInsertedObjectIDsKey) == [new.objectID])
      #expect(ids.ids(NSUpdatedObjectIDsKey) == Set(people.prefix(2).map(\.objectID)))
      #expect(ids.ids(NSRefreshedObjectIDsKey) == ids.ids(NSUpdatedObjectIDsKey))
      #expect(ids.ids(NSDeletedObjectIDsKey) == [people[3].objectID])
      #expect(people[2].string("lastName") == "L")
    }
  }

  // R-CTX-762, R-CTX-768, R-CTX-769
  @Test(arguments: StackKind.everyStore)
  func mergedInsertionsAndUpdatesAreNoChanges(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { _ = $0.insert("Note", ["text": "a"]) }
    let receiver = pair.receiver
    try receiver.performAndWait {
      let note = try receiver.only("Note")
      _ = note.string("text")
      try pair.merge { context in
        try context.only("Note").setValue("b", forKey: "text")
        _ = context.insert("Person", ["firstName": "new"])
      }
      #expect(!receiver.hasChanges)
      #expect(!note.hasChanges)
      #expect(note.changedValues().isEmpty)
      #expect(receiver.registeredObjects.contains { $0.entity.name == "Person" })
      let log = NotificationLog(receiver)
      try receiver.save()
      let saved = try #require(log.notes(.NSManagedObjectContextDidSave).first)
      #expect(saved.keys.allSatisfy { saved.objects($0).isEmpty })
    }
  }

  // R-CTX-763, R-CTX-768, R-CTX-771
  @Test(arguments: StackKind.everyStore)
  func aMergedDeletionIsPendingAndCanBeSaved(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { context in
      _ = context.insert("Note", ["text": "clean"])
      _ = context.insert("Note", ["text": "dirty"])
      _ = context.insert("Note", ["text": "kept"])
    }
    let receiver = pair.receiver
    try receiver.performAndWait {
      let notes = try receiver.all("Note", sortedBy: "text")
      notes[1].setValue(7, forKey: "rank")
      try pair.merge { context in
        for note in try context.all("Note", "text != 'kept'") { context.delete(note) }
      }
      #expect(receiver.deletedObjects == Set(notes.prefix(2)))
      #expect(receiver.updatedObjects.isEmpty)
      #expect(notes.prefix(2).allSatisfy { $0.isDeleted })
      #expect(receiver.hasChanges)
      // R-CTX-418: RHBCoreData's delegate of a results controller looks it up.
      for note in notes.prefix(2) {
        let found = try receiver.existingObject(with: note.objectID)
        #expect(found === note)
      }
      let left = try receiver.all("Note")
      #expect(left == [notes[2]])
      let log = NotificationLog(receiver)
      try receiver.save()
      let saved = try #require(log.notes(.NSManagedObjectContextDidSave).first)
      #expect(saved.objects(NSDeletedObjectsKey) == Set(notes.prefix(2)))
      #expect(!receiver.hasChanges)
      #expect(notes[0].managedObjectContext == nil)
      #expect(failure { _ = try receiver.existingObject(with: notes[1].objectID) } != nil)
    }
    let count = try pair.stack.run { try $0.all("Note").count }
    #expect(count == 1)
  }

  // R-CTX-763, R-CTX-410
  @Test(arguments: StackKind.everyStore)
  func aMergedDeletionPartsWhatThisContextRelatedToIt(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let club = context.insert("Club", ["title": "stored"])
      ada.setValue([club] as Set, forKey: "clubs")
    }
    let receiver = pair.receiver
    try receiver.performAndWait {
      let (ada, club) = (try receiver.only("Person"), try receiver.only("Club"))
      #expect(club.objects("members") == [ada])
      #expect(ada.objects("clubs") == [club])
      let car = receiver.insert("Car", ["numberPlate": "mine"])
      let own = receiver.insert("Club", ["title": "mine"])
      car.setValue(ada, forKey: "owner")
      own.setValue([ada] as Set, forKey: "members")
      receiver.processPendingChanges()
      try pair.merge { $0.delete(try $0.only("Person")) }
      #expect(ada.isDeleted)
      #expect(car.managedObjectContext == nil)
      #expect(club.objects("members").isEmpty)
      #expect(!club.isUpdated)
      #expect(own.objects("members").isEmpty)
      #expect(own.isInserted)
      try receiver.save()
    }
    try pair.stack.run { context in
      let counts = try ["Person", "Car", "Club"].map { try context.all($0).count }
      #expect(counts == [0, 0, 2])
    }
  }

  // R-CTX-761, R-CTX-612
  @Test(arguments: StackKind.everyStore)
  func ownChangesStayOverMergedValues(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { _ = $0.insert("Person", ["firstName": "Ada", "lastName": "L"]) }
    let receiver = pair.receiver
    try receiver.performAndWait {
      let person = try receiver.only("Person")
      person.setValue("Mine", forKey: "firstName")
      person.setValue("calm", forKey: "mood")
      receiver.processPendingChanges()
      let log = NotificationLog(receiver, Pair.names)
      try pair.merge { context in
        try context.only("Person").setValuesForKeys(["firstName": "Theirs", "lastName": "Theirs"])
      }
      #expect(person.string("firstName") == "Mine")
      #expect(person.string("lastName") == "Theirs")
      #expect(person.isUpdated)
      #expect(!person.isFault)
      #expect(person.string("mood") == "calm")
      #expect(log.notes.first?.keys == [NSRefreshedObjectsKey])
      try receiver.save()
    }
    try pair.stack.run { context in
      let person = try context.only("Person")
      #expect(person.string("firstName") == "Mine")
      #expect(person.string("lastName") == "Theirs")
    }
  }

  // R-CTX-279, R-CTX-761
  @Test(arguments: StackKind.everyStore)
  func loadedRelationshipsFollowAMerge(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { context in
      let people = ["a", "b"].map { context.insert("Person", ["firstName": $0]) }
      let car = context.insert("Car", ["numberPlate": "1"])
      car.setValue(people[0], forKey: "owner")
    }
    let receiver = pair.receiver
    try receiver.performAndWait {
      let people = try receiver.all("Person", sortedBy: "firstName")
      let car = try receiver.only("Car")
      #expect(people[0].objects("cars") == [car])
      #expect(people[1].objects("cars").isEmpty)
      #expect(car.value(forKey: "owner") as? NSManagedObject == people[0])
      try pair.merge { context in
        let b = try context.all("Person", "firstName == 'b'")[0]
        try context.only("Car").setValue(b, forKey: "owner")
        let second = context.insert("Car", ["numberPlate": "2"])
        second.setValue(b, forKey: "owner")
      }
      #expect(people[0].objects("cars").isEmpty)
      #expect(people[1].objects("cars").count == 2)
      #expect(car.value(forKey: "owner") as? NSManagedObject == people[1])
      #expect(!receiver.hasChanges)
    }
  }

  // R-CTX-766, R-CTX-770
  @Test(arguments: StackKind.everyStore)
  func aMergeThatConcernsNothingPostsNothing(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { context in
      for name in ["fault", "absent", "gone"] { _ = context.insert("Person", ["firstName": name]) }
    }
    let receiver = pair.receiver
    try receiver.performAndWait {
      let fault = try receiver.all("Person", "firstName == 'fault'")
      let log = NotificationLog(receiver, Pair.names)
      try pair.merge { context in
        for person in try context.all("Person", "firstName != 'gone'") {
          person.setValue("L", forKey: "lastName")
        }
        context.delete(try context.all("Person", "firstName == 'gone'")[0])
      }
      try pair.merge { _ in }
      receiver.mergeChanges(
        fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave))
      #expect(log.notes.isEmpty)
      #expect(fault[0].isFault)
      #expect(fault[0].string("lastName") == "L")
    }
    let sender = pair.sender
    let note = try pair.save { try $0.all("Person")[0].setValue("M", forKey: "lastName") }
    sender.performAndWait {
      let log = NotificationLog(sender, Pair.names)
      sender.mergeChanges(fromContextDidSave: note)
      #expect(log.notes.isEmpty)
    }
  }

  // R-CTX-760, R-CTX-764, R-CTX-775
  @Test(arguments: StackKind.everyStore)
  func notificationsOfIDsAndArraysAreMergedToo(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    let receiver = pair.receiver
    let note = try pair.save(.NSManagedObjectContextDidSaveObjectIDs) {
      _ = $0.insert("Note", ["text": "a"])
    }
    // From another queue: it goes to its own by itself.
    let log = NotificationLog(receiver, Pair.names)
    receiver.mergeChanges(fromContextDidSave: note)
    let ids = try #require(log.notes.last).ids(NSInsertedObjectIDsKey)
    try receiver.performAndWait {
      let object = try #require(receiver.registeredObjects.first)
      #expect(receiver.registeredObjects.count == 1)
      #expect(ids == [object.objectID])
      _ = object.string("text")
      try pair.save { try $0.only("Note").setValue("b", forKey: "text") }
      for (key, text) in [(NSRefreshedObjectsKey, "b"), (NSInvalidatedObjectIDsKey, "c")] {
        try pair.save { try $0.only("Note").setValue(text, forKey: "text") }
        receiver.mergeChanges(
          fromContextDidSave: Notification(
            name: .NSManagedObjectContextDidSave, userInfo: [key: [object.objectID]]))
        #expect(object.string("text") == text)
      }
    }
  }

  // R-CTX-664
  @Test(arguments: StackKind.everyStore)
  func aMergedDeletionThatIsRolledBackLeavesAnInaccessibleFault(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { _ = $0.insert("Note", ["text": "a"]) }
    let receiver = pair.receiver
    try receiver.performAndWait {
      let note = try receiver.only("Note")
      _ = note.string("text")
      try pair.merge { $0.delete(try $0.only("Note")) }
      receiver.rollback()
      #expect(!note.isDeleted)
      #expect(receiver.registeredObjects.contains(note))
      #expect(note.isFault)
      #expect(note.string("text") == nil)
      #expect(note.isDeleted)
    }
  }

  // R-CTX-765, R-CTX-773
  @Test(arguments: StackKind.everyStore)
  func ownChangesAreAnnouncedApartFromMergedOnes(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { _ = $0.insert("Note", ["text": "a"]) }
    let receiver = pair.receiver
    try receiver.performAndWait {
      let note = try receiver.only("Note")
      note.setValue(1, forKey: "rank")
      let log = NotificationLog(receiver, Pair.names)
      try pair.merge { try $0.only("Note").setValue("b", forKey: "text") }
      let changes = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(changes.map(\.keys) == [[NSUpdatedObjectsKey], [NSRefreshedObjectsKey]])
      #expect(note.string("text") == "b")
      #expect(note.value(forKey: "rank") as? Int == 1)
    }
  }

  // R-CTX-852, R-CTX-862
  @Test func aNotificationDoesNotKeepItsContext() throws {
    let pair = try Pair(.singles[0])
    let note = try pair.save { _ = $0.insert("Note") }
    let box = note.userInfo?["managedObjectContext"] as? WeakContext
    #expect(box?.context === pair.sender)
    var context: NSManagedObjectContext? = pair.stack.context()
    let log = NotificationLog(try #require(context), [.NSManagedObjectContextDidSave])
    try context?.performAndWait { try context?.save() }
    weak let gone = context
    context = nil
    #expect(gone == nil)
    #expect(log.notes.count == 1)
    #expect((log.notes[0].userInfo?["managedObjectContext"] as? WeakContext)?.context == nil)
  }
}
