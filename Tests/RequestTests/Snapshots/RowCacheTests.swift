// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What contexts see of rows that were changed behind their backs.
struct RowCacheTests {
  // R-CTX-283, R-CTX-323, R-CTX-324, S-24
  @Test(arguments: StackKind.all)
  func aBatchUpdateIsSeenWhenStalenessForbidsOldRows(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let note = context.insert("Note", ["text": "old"])
      try context.save()
      try update(context, to: "new")
      #expect(note.string("text") == "old")
      context.refresh(note, mergeChanges: false)
      #expect(note.isFault)
      #expect(note.string("text") == "old")
      context.refreshAllObjects()
      #expect(note.string("text") == "old")
      context.stalenessInterval = 0
      context.refresh(note, mergeChanges: true)
      #expect(note.string("text") == "new")
    }
  }

  // R-CTX-323: a positive interval
  @Test(arguments: StackKind.singles)
  func rowsOlderThanTheIntervalAreFetchedAgain(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let note = context.insert("Note", ["text": "old"])
      try context.save()
      try update(context, to: "new")
      context.stalenessInterval = 1000
      context.refresh(note, mergeChanges: false)
      #expect(note.string("text") == "old")
      Thread.sleep(forTimeInterval: 0.02)
      context.stalenessInterval = 0.01
      #expect(note.string("text") == "old")
      context.refresh(note, mergeChanges: false)
      #expect(note.string("text") == "new")
    }
  }

  // R-CTX-281, R-CTX-488: a fetch with values renews what faults see, not what objects have
  @Test(arguments: StackKind.all)
  func aFetchWithValuesRenewsTheRows(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let note = context.insert("Note", ["text": "old"])
      try context.save()
      try update(context, to: "new")
      let bare = NSFetchRequest<NSManagedObject>(entityName: "Note")
      bare.includesPropertyValues = false
      _ = try context.fetch(bare)
      context.refresh(note, mergeChanges: false)
      #expect(note.string("text") == "old")
      #expect(try context.all("Note") == [note])
      #expect(note.string("text") == "old")
      context.refresh(note, mergeChanges: false)
      #expect(note.string("text") == "new")
    }
  }

  // R-CTX-282: a save of another context is seen at once by faults, never by realised objects
  @Test(arguments: StackKind.all)
  func aSaveRenewsTheRows(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let note = context.insert("Note", ["text": "old"])
      let fault = context.insert("Note", ["text": "old"])
      try context.save()
      try update(context, to: "new")
      context.refresh(fault, mergeChanges: false)
      try stack.run { other in
        let all = try other.all("Note")
        for object in all { object.setValue(7, forKey: "rank") }
        try other.save()
      }
      #expect(note.value(forKey: "rank") == nil)
      #expect(fault.value(forKey: "rank") as? Int == 7)
      #expect(fault.string("text") == "new")
    }
  }

  // R-CTX-281: another context that asks for the row by value renews it for all
  @Test(arguments: StackKind.all)
  func aMergeOverOldRowsConflictsWithTheStore(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let note = context.insert("Note", ["text": "old", "rank": 1])
      try context.save()
      try update(context, to: "new")
      context.refresh(note, mergeChanges: false)
      #expect(note.string("text") == "old")
      note.setValue(2, forKey: "rank")
      let error = #expect(throws: CocoaError.self) { try context.save() }
      let list = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
      let conflict = try #require(list?.first)
      #expect(conflict.sourceObject === note)
      #expect(conflict.oldVersionNumber == 1)
      #expect(conflict.newVersionNumber == 2)
      #expect(conflict.objectSnapshot?["text"] as? String == "old")
      // R-CTX-607
      #expect(conflict.cachedSnapshot?["text"] as? String == "old")
      #expect(conflict.persistedSnapshot?["text"] as? String == "new")
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      #expect(note.string("text") == "new")
      #expect(note.value(forKey: "rank") as? Int == 2)
    }
  }

  // R-CTX-777, R-CTX-778, S-53
  @Test(arguments: StackKind.all)
  func mergingTheIDsOfABatchShowsItInContexts(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let changed = context.insert("Note", ["text": "old", "rank": 1])
      let removed = context.insert("Note", ["text": "old", "rank": 2])
      try context.save()
      let updating = NSBatchUpdateRequest(entityName: "Note")
      updating.propertiesToUpdate = ["text": "new"]
      updating.resultType = .updatedObjectIDsResultType
      let updated = try #require((try context.execute(updating) as? NSBatchUpdateResult)?.result)
      let inserting = NSBatchInsertRequest(entityName: "Note", objects: [["rank": 3]])
      inserting.resultType = .objectIDs
      let inserted = try #require((try context.execute(inserting) as? NSBatchInsertResult)?.result)
      let deleting = NSBatchDeleteRequest(objectIDs: [removed.objectID])
      deleting.resultType = .resultTypeObjectIDs
      let deleted = try #require((try context.execute(deleting) as? NSBatchDeleteResult)?.result)
      #expect(changed.string("text") == "old")
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [
          NSUpdatedObjectsKey: updated, NSInsertedObjectsKey: inserted,
          NSDeletedObjectsKey: deleted,
        ], into: [context])
      #expect(changed.string("text") == "new")
      #expect(removed.isDeleted || removed.managedObjectContext == nil)
      let ids = try #require(inserted as? [NSManagedObjectID])
      #expect(try context.existingObject(with: ids[0]).value(forKey: "rank") as? Int == 3)
      changed.setValue(9, forKey: "rank")
      try context.save()
    }
  }

  // R-CTX-606, R-CTX-608, R-CTX-611
  @Test(arguments: StackKind.all)
  func aConflictWithinTheCoordinatorIsWithTheCachedRow(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let notes = (0..<2).map { context.insert("Note", ["text": "old", "rank": $0]) }
      try context.save()
      try stack.run { other in
        let theirs = try other.all("Note", sortedBy: "rank")
        theirs[0].setValue("new", forKey: "text")
        other.delete(theirs[1])
        try other.save()
      }
      for note in notes { note.setValue(9, forKey: "rank") }
      let error = #expect(throws: CocoaError.self) { try context.save() }
      let list = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
      let changed = try #require(list?.first { $0.sourceObject === notes[0] })
      #expect(changed.objectSnapshot?["text"] as? String == "old")
      #expect(changed.cachedSnapshot?["text"] as? String == "new")
      #expect(changed.persistedSnapshot == nil)
      #expect(changed.oldVersionNumber == 1)
      #expect(changed.newVersionNumber == 2)
      let gone = try #require(list?.first { $0.sourceObject === notes[1] })
      #expect(gone.cachedSnapshot == nil)
      #expect(gone.newVersionNumber == 0)
    }
  }

  // R-CTX-607
  @Test(arguments: StackKind.durable.filter { $0.stores.count == 1 })
  func aConflictWithAnotherCoordinatorIsWithTheStore(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let elsewhere = try Stack(kind, directory: stack.directory)
    try stack.run { context in
      let note = context.insert("Note", ["text": "old"])
      try context.save()
      try elsewhere.run { other in
        try other.only("Note").setValue("new", forKey: "text")
        try other.save()
      }
      note.setValue(9, forKey: "rank")
      let error = #expect(throws: CocoaError.self) { try context.save() }
      let list = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
      let conflict = try #require(list?.first)
      #expect(conflict.cachedSnapshot?["text"] as? String == "old")
      #expect(conflict.persistedSnapshot?["text"] as? String == "new")
      #expect(conflict.oldVersionNumber == 1)
      #expect(conflict.newVersionNumber == 2)
    }
  }

  private func update(_ context: NSManagedObjectContext, to text: String) throws {
    let request = NSBatchUpdateRequest(entityName: "Note")
    request.propertiesToUpdate = ["text": text]
    try context.execute(request)
  }
}
