// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A merge asks nobody: what it needs is handed over with the announcement of the save.
@Suite struct HandedMergeTests {
  /// A main-queue context and as many descendants, one below the other, that merge by themselves.
  @MainActor private func line(
    _ stack: Stack, _ count: Int = 1
  ) -> (NSManagedObjectContext, [NSManagedObjectContext]) {
    let root = NSManagedObjectContext(.mainQueue)
    root.persistentStoreCoordinator = stack.coordinator
    var last = root
    let others = (0..<count).map { _ in
      last = Family.child(of: last)
      last.automaticallyMergesChangesFromParent = true
      return last
    }
    return (root, others)
  }

  // R-CTX-780, R-CTX-781
  @Test(arguments: StackKind.everyStore)
  @MainActor func aChildMergesWhileItsParentsThreadWaits(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (parent, children) = line(stack)
    let child = children[0]
    let (note, gone) = (
      parent.insert("Note", ["text": "a"]), parent.insert("Note", ["text": "gone"])
    )
    try parent.save()
    let (near, nearGone) = try child.performAndWait {
      (
        try child.existingObject(with: note.objectID),
        try child.existingObject(with: gone.objectID)
      )
    }
    note.setValue("b", forKey: "text")
    parent.delete(gone)
    let person = parent.insert("Person", ["firstName": "Ada"])
    try parent.save()
    let id = person.objectID
    child.performAndWait {
      #expect(near.string("text") == "b")
      #expect(!near.isFault)
      #expect(!near.hasChanges)
      #expect(nearGone.isDeleted)
      #expect(child.deletedObjects == [nearGone])
      #expect(child.object(with: id).string("firstName") == "Ada")
    }
  }

  // R-CTX-781, R-CTX-786
  @Test(arguments: StackKind.everyStore)
  @MainActor func aLineOfDescendantsMergesWhileTheThreadWaits(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (root, line) = line(stack, 3)
    let note = root.insert("Note", ["text": "a"])
    try root.save()
    let id = note.objectID
    let notes = try line.map { context in
      try context.performAndWait { try context.existingObject(with: id) }
    }
    // An own change of a context between is what those below it see.
    line[1].performAndWait { notes[1].setValue(7, forKey: "rank") }
    note.setValue("b", forKey: "text")
    try root.save()
    // One after the other: each passes on what it has merged.
    for (context, note) in zip(line, notes) {
      context.performAndWait {
        #expect(note.string("text") == "b")
        #expect(!note.isFault)
      }
    }
    line[2].performAndWait { #expect(notes[2].value(forKey: "rank") as? Int == 7) }
  }

  // R-CTX-765, R-CTX-781
  @Test(arguments: StackKind.everyStore)
  @MainActor func whoIsToldOfAMergedInsertionCanReadIt(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (parent, children) = line(stack)
    let child = children[0]
    let seen = Seen()
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: child, queue: nil
    ) { seen.note($0, key: NSInsertedObjectsKey, property: "text") }
    defer { NotificationCenter.default.removeObserver(token) }
    _ = parent.insert("Note", ["text": "a"])
    try parent.save()
    child.performAndWait { #expect(seen.texts == ["a"]) }
  }

  // R-CTX-781, R-CTX-410
  @Test(arguments: StackKind.everyStore)
  @MainActor func aDeletionThatHasNotSpreadYetWaitsForItsTurn(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (parent, children) = line(stack)
    let child = children[0]
    let ada = parent.insert("Person", ["firstName": "Ada"])
    parent.insert("Car", ["numberPlate": "A"]).setValue(ada, forKey: "owner")
    let note = parent.insert("Note", ["text": "a"])
    try parent.save()
    let (adaID, noteID) = (ada.objectID, note.objectID)
    let near = try child.performAndWait {
      child.delete(try child.existingObject(with: adaID))
      let brief = child.insert("Draft", ["text": "brief"])
      child.delete(brief)
      return (try child.existingObject(with: noteID), brief)
    }
    note.setValue("b", forKey: "text")
    try parent.save()
    try child.performAndWait {
      #expect(near.0.string("text") == "b")
      try child.save()
      #expect(near.1.managedObjectContext == nil)
      #expect(!child.hasChanges)
    }
    #expect(try parent.all("Car").isEmpty)
    #expect(try parent.all("Person").isEmpty)
  }

  // R-CTX-776
  @Test(arguments: StackKind.everyStore)
  @MainActor func mergesThatAreAskedForFromOutsideAskNobodyEither(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (parent, children) = line(stack, 2)
    for child in children { child.automaticallyMergesChangesFromParent = false }
    let note = parent.insert("Note", ["text": "a"])
    try parent.save()
    let id = note.objectID
    let notes = try children.map { child in
      try child.performAndWait { try child.existingObject(with: id) }
    }
    try stack.elsewhere("Note", ["text": "b"])
    let log = NotificationLog(parent, [.NSManagedObjectContextDidSave])
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSUpdatedObjectsKey: [id]], into: [children[1], children[0], parent])
    for (child, near) in zip(children, notes) {
      child.performAndWait { #expect(near.string("text") == "b") }
    }
    note.setValue("c", forKey: "text")
    try parent.save()
    let save = Notification(
      name: .NSManagedObjectContextDidSave, object: parent, userInfo: log.notes.first?.userInfo)
    for (child, near) in zip(children, notes) {
      child.mergeChanges(fromContextDidSave: save)
      child.performAndWait { #expect(near.string("text") == "c") }
    }
  }
}

/// What an observer has read of the objects that it was told of.
private final class Seen: @unchecked Sendable {
  // Sendable: written and read on the queue of one context.
  private(set) var texts: [String?] = []

  func note(_ notification: Notification, key: String, property: String) {
    let objects = notification.userInfo?[key] as? Set<NSManagedObject> ?? []
    texts += objects.map { $0.string(property) }
  }
}
