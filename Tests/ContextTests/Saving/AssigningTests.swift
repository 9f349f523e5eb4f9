// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Which store a new object is to go to, said beforehand.
@Suite struct AssigningTests {
  /// Two stores that hold everything.
  private static let pairs = StorePair.own.filter { $0.first != $0.second }

  private func with(
    _ pair: StorePair, _ body: (Stack, NSManagedObjectContext) throws -> Void
  ) throws {
    let stack = try Stack(pair.kind)
    let context = stack.context()
    context.undoManager = UndoManager()
    try context.performAndWait { try body(stack, context) }
  }

  // R-PSC-194
  @Test(arguments: pairs) func theLastAssignmentCounts(_ pair: StorePair) throws {
    try with(pair) { stack, context in
      let note = context.insert("Note", ["text": "n"])
      context.assign(note, to: stack.second)
      context.assign(note, to: stack.first)
      context.assign(note, to: stack.second)
      try context.save()
      #expect(note.objectID.persistentStore === stack.second)
    }
  }

  // R-PSC-195
  @Test(arguments: pairs) func anAssignmentIsNoChange(_ pair: StorePair) throws {
    try with(pair) { stack, context in
      let note = context.insert("Note", ["text": "n"])
      context.processPendingChanges()
      let log = NotificationLog(context)
      context.assign(note, to: stack.second)
      context.processPendingChanges()
      #expect(log.notes.isEmpty)
      #expect(note.objectID.persistentStore == nil)
      #expect(note.objectID.isTemporaryID)
      #expect(context.insertedObjects == [note])
      let other = stack.context()
      let count = try other.performAndWait { try other.count(for: .notes) }
      #expect(count == 0)
    }
  }

  // R-PSC-193
  @Test(arguments: pairs) func itsOwnStoreMayBeAssignedAgain(_ pair: StorePair) throws {
    try with(pair) { stack, context in
      let note = context.insert("Note", ["text": "n"])
      try context.save()
      context.assign(note, to: stack.first)
      #expect(!context.hasChanges)
      #expect(note.objectID.persistentStore === stack.first)
    }
  }

  // R-PSC-193
  @Test func aSavedObjectGoesToNoOtherStore() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stack = try Stack(
        StackKind(name: "two", stores: [(NSInMemoryStoreType, nil), (NSInMemoryStoreType, nil)]))
      let context = stack.context()
      try context.performAndWait {
        let note = context.insert("Note", ["text": "n"])
        try context.save()
        context.assign(note, to: stack.second)
      }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  // R-PSC-190
  @Test func onlyObjectsOfTheContextAreAssigned() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stack = try Stack(StackKind.singles[0])
      let context = stack.context()
      context.performAndWait { context.assign("text", to: stack.first) }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  // R-PSC-321, R-PSC-322, R-PSC-324
  @Test(arguments: pairs) func anIDThatWasObtainedStays(_ pair: StorePair) throws {
    try with(pair) { stack, context in
      let (note, other) = (context.insert("Note"), context.insert("Note"))
      context.assign(note, to: stack.second)
      try context.obtainPermanentIDs(for: [note, other])
      #expect(note.objectID.persistentStore === stack.second)
      #expect(other.objectID.persistentStore === stack.first)
      #expect(note.isInserted)
      let id = note.objectID
      let bad = context.insert("Person")
      #expect(throws: CocoaError.self) { try context.save() }
      #expect(bad.objectID.isTemporaryID)
      context.delete(bad)
      try context.save()
      #expect(note.objectID == id)
    }
  }

  // R-PSC-333
  @Test(arguments: pairs) func notificationsOfASaveHavePermanentIDs(_ pair: StorePair) throws {
    try with(pair) { stack, context in
      let log = NotificationLog(context, [.NSManagedObjectContextDidSave])
      context.assign(context.insert("Note"), to: stack.second)
      _ = context.insert("Note")
      try context.save()
      let objects = try #require(log.notes.first).objects(NSInsertedObjectsKey)
      #expect(objects.count == 2)
      #expect(objects.allSatisfy { !$0.objectID.isTemporaryID })
    }
  }

  // R-PSC-335
  @Test(arguments: StackKind.singles) func batchesTakeTheSameNumbers(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      _ = context.insert("Note")
      try context.save()
      try context.execute(
        NSBatchInsertRequest(entityName: "Note", objects: [["text": "a"], ["text": "b"]]))
      _ = context.insert("Note")
      try context.save()
      let ids = Set(try context.all("Note").map(\.objectID))
      #expect(ids.count == 4)
    }
  }

  // R-PSC-092
  @Test func aTemporaryURIIsOfNobody() throws {
    let stack = try Stack(StackKind.singles[0])
    let context = stack.context()
    context.performAndWait {
      let uri = context.insert("Note").objectID.uriRepresentation()
      #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == nil)
    }
  }
}

extension NSFetchRequest where ResultType == NSManagedObject {
  fileprivate static var notes: NSFetchRequest<NSManagedObject> {
    NSFetchRequest<NSManagedObject>(entityName: "Note")
  }
}
