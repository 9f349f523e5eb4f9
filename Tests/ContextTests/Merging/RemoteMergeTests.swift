// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Merging what was changed behind the contexts' backs.
@Suite struct RemoteMergeTests {
  /// Two contexts and a child of the second, each with its realised notes, sorted by text.
  private func readers(_ stack: Stack) throws -> [(NSManagedObjectContext, [NSManagedObject])] {
    let child = NSManagedObjectContext(.privateQueue)
    let contexts = [stack.context(), stack.context(), child]
    child.parent = contexts[1]
    return try contexts.map { context in
      try context.performAndWait {
        let notes = try context.all("Note", sortedBy: "text")
        _ = notes.map { $0.string("text") }
        return (context, notes)
      }
    }
  }

  // R-CTX-775, R-CTX-776
  @Test(arguments: StackKind.all, ["IDs", "URIs", "set of IDs", "set of URIs"])
  func itReachesEveryContextAtOnce(_ kind: StackKind, _ form: String) throws {
    let pair = try Pair(kind)
    try pair.save { context in
      for text in ["a", "b"] { _ = context.insert("Note", ["text": text]) }
    }
    let readers = try readers(pair.stack)
    let ids = readers[0].1.map(\.objectID)
    var new: [NSManagedObjectID] = []
    try pair.save { context in
      try context.existingObject(with: ids[0]).setValue("c", forKey: "text")
      context.delete(try context.existingObject(with: ids[1]))
      let person = context.insert("Person", ["firstName": "new"])
      try context.obtainPermanentIDs(for: [person])
      new = [person.objectID]
    }
    let unknown = try #require(URL(string: "x-coredata://\(UUID().uuidString)/Note/p1"))
    func value(_ ids: [NSManagedObjectID]) -> Any {
      let uris = ids.map { $0.uriRepresentation() } + [unknown]
      switch form {
      case "IDs": return ids
      case "URIs": return uris
      case "set of IDs": return Set(ids)
      default: return NSSet(array: uris)
      }
    }
    let logs = readers.map { NotificationLog($0.0, Pair.names) }
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [
        NSInsertedObjectsKey: value(new), NSUpdatedObjectIDsKey: value([ids[0]]),
        NSDeletedObjectsKey: value([ids[1]]),
      ], into: [readers[2].0, readers[0].0, readers[1].0])
    for ((context, notes), log) in zip(readers, logs) {
      context.performAndWait {
        #expect(notes[0].string("text") == "c")
        #expect(notes[1].isDeleted)
        #expect(log.notes.map(\.name) == Pair.names)
        #expect(context.registeredObjects.contains { $0.entity.name == "Person" })
      }
    }
  }

  // R-CTX-762: a deletion that was undone and saved
  @Test(arguments: StackKind.all)
  func whatIsStoredAgainIsNotDeletedAnyMore(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let note = context.insert("Note", ["text": "a"])
      note.setValue([context.insert("Tag", ["label": "t"])] as Set, forKey: "tags")
      try context.save()
    }
    let readers = try readers(stack)
    let contexts = readers.map(\.0)
    let id = readers[0].1[0].objectID
    let writer = stack.context()
    try writer.performAndWait {
      writer.undoManager = CoreData.UndoManager()
      writer.delete(try writer.existingObject(with: id))
      try writer.save()
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: [id]], into: contexts)
      writer.undo()
      try writer.save()
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSInsertedObjectsKey: [id]], into: contexts)
    }
    for (context, notes) in readers {
      try context.performAndWait {
        #expect(!notes[0].isDeleted)
        #expect(!context.hasChanges)
        let found = try context.all("Note")
        #expect(found == notes)
        #expect(notes[0].string("text") == "a")
        #expect(notes[0].objects("tags").count == 1)
      }
    }
  }

  // R-CTX-777
  @Test(arguments: StackKind.durable)
  func whatAnotherCoordinatorSavedIsShown(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let other = try Stack(kind, directory: stack.directory)
    try stack.run { context in
      let note = context.insert("Note", ["text": "a"])
      try context.save()
      try other.run { context in
        try context.only("Note").setValue("b", forKey: "text")
        try context.save()
      }
      #expect(note.string("text") == "a")
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectsKey: [note.objectID.uriRepresentation()]],
        into: [context])
      #expect(note.string("text") == "b")
    }
  }
}
