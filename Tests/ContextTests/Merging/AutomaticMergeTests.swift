// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Contexts that merge what others save by themselves.
@Suite struct AutomaticMergeTests {
  // R-CTX-780, R-CTX-781, R-CTX-783, R-CTX-767
  @Test(arguments: StackKind.everyStore)
  func aSaveIsMergedBeforeTheNextBlock(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    let (receiver, idle) = (pair.receiver, pair.stack.context())
    #expect(!receiver.automaticallyMergesChangesFromParent)
    receiver.automaticallyMergesChangesFromParent = true
    try pair.save { _ = $0.insert("Note", ["text": "a"]) }
    let note = try receiver.realised("Note")
    let old = try idle.realised("Note")
    let log = NotificationLog(receiver, Pair.names)
    try pair.save { context in
      try context.only("Note").setValue("b", forKey: "text")
      _ = context.insert("Person", ["firstName": "new"])
    }
    receiver.performAndWait {
      #expect(!note.isFault)
      #expect(note.string("text") == "b")
      #expect(!receiver.hasChanges)
      #expect(receiver.registeredObjects.contains { $0.entity.name == "Person" })
      #expect(log.notes.map(\.name) == Pair.names)
    }
    idle.performAndWait { #expect(old.string("text") == "a") }
  }

  // R-CTX-780, R-CTX-783
  @Test(arguments: StackKind.everyStore)
  func itCanBeTurnedOffAgain(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { _ = $0.insert("Note", ["text": "a"]) }
    let receiver = pair.receiver
    receiver.automaticallyMergesChangesFromParent = true
    receiver.automaticallyMergesChangesFromParent = false
    let note = try receiver.realised("Note")
    try pair.save { try $0.only("Note").setValue("b", forKey: "text") }
    receiver.performAndWait { #expect(note.string("text") == "a") }
  }

  // R-CTX-780, R-CTX-763
  @Test(arguments: StackKind.everyStore)
  func ownSavesAndEmptyOnesAreNotMergedBack(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    pair.sender.automaticallyMergesChangesFromParent = true
    pair.receiver.automaticallyMergesChangesFromParent = true
    let log = NotificationLog(pair.sender, [.NSManagedObjectContextDidMergeChangesObjectIDs])
    try pair.save { _ = $0.insert("Note", ["text": "a"]) }
    try pair.save { _ in }
    try pair.save { $0.delete(try $0.only("Note")) }
    try pair.receiver.performAndWait { try pair.receiver.save() }
    pair.sender.performAndWait {
      #expect(log.notes.isEmpty)
      #expect(!pair.sender.hasChanges)
    }
  }

  // R-CTX-780, R-CTX-786
  @Test(arguments: StackKind.everyStore)
  func childrenAndGrandchildrenConverge(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { context in
      for text in ["a", "b"] { _ = context.insert("Note", ["text": text]) }
    }
    var contexts = [pair.receiver]
    for _ in 0..<2 {
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = contexts.last
      contexts.append(child)
    }
    for context in contexts { context.automaticallyMergesChangesFromParent = true }
    let notes = try contexts.map { context in
      try context.performAndWait { () throws -> [NSManagedObject] in
        let notes = try context.all("Note", sortedBy: "text")
        _ = notes.map { $0.string("text") }
        return notes
      }
    }
    try pair.save { context in
      try context.all("Note", "text == 'a'")[0].setValue("c", forKey: "text")
      context.delete(try context.all("Note", "text == 'b'")[0])
    }
    for (context, notes) in zip(contexts, notes) {
      context.performAndWait {
        #expect(notes[0].string("text") == "c")
        #expect(context.deletedObjects == [notes[1]])
      }
    }
  }

  // R-CTX-780, R-CTX-783, R-CTX-821
  @Test(arguments: StackKind.everyStore, [true, false])
  func aChildMergesWhatItsParentSaves(_ kind: StackKind, _ isAutomatic: Bool) throws {
    let stack = try Stack(kind)
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    child.automaticallyMergesChangesFromParent = isAutomatic
    let made = try child.performAndWait { () throws -> NSManagedObject in
      let made = child.insert("Note", ["text": "child"])
      try child.save()
      return made
    }
    let log = NotificationLog(child, [.NSManagedObjectContextObjectsDidChange])
    try parent.performAndWait {
      let note = try parent.only("Note")
      note.setValue("parent", forKey: "text")
      #expect(log.notes.isEmpty)
      try parent.save()
    }
    try child.performAndWait {
      #expect(made.string("text") == (isAutomatic ? "parent" : "child"))
      #expect(log.notes.map(\.keys) == (isAutomatic ? [[NSRefreshedObjectsKey]] : []))
      let found = try child.only("Note")
      #expect(found === made)
      #expect(!child.hasChanges)
    }
  }

  // R-CTX-782
  @MainActor
  @Test(arguments: StackKind.everyStore)
  func aMainQueueContextMergesAtItsNextTurn(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let context = NSManagedObjectContext(.mainQueue)
    context.automaticallyMergesChangesFromParent = true
    context.persistentStoreCoordinator = stack.coordinator
    try stack.run { other in
      _ = other.insert("Note", ["text": "a"])
      try other.save()
    }
    await context.perform(schedule: .enqueued) {}
    #expect(context.registeredObjects.isEmpty)
    let note = try context.only("Note")
    _ = note.string("text")
    try stack.run { other in
      try other.only("Note").setValue("b", forKey: "text")
      try other.save()
    }
    await context.perform(schedule: .enqueued) {}
    #expect(note.string("text") == "b")
  }

  // R-CTX-784
  @Test func aConfinedContextCannotMergeByItself() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
      context.automaticallyMergesChangesFromParent = true
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  // R-CTX-781, R-CTX-909
  @Test(arguments: StackKind.everyStore)
  func contextsThatAreGoneAreForgotten(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    for _ in 0..<3 {
      let context = pair.stack.context()
      context.automaticallyMergesChangesFromParent = true
      weak let gone = context
      try pair.save { _ = $0.insert("Note") }
      withExtendedLifetime(context) {}
      #expect(gone != nil)
    }
    let count = try pair.stack.run { try $0.all("Note").count }
    #expect(count == 3)
  }
}
