// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Merging the notification of a deletion that has not come to the receiver's store. // R-CTX-763
@Suite struct PushedDeletionTests {
  /// Calls a block with every notification of saves of a context.
  private func observing<T>(
    _ context: NSManagedObjectContext, merging receiver: NSManagedObjectContext,
    _ body: () throws -> T
  ) rethrows -> T {
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: context, queue: nil
    ) { receiver.mergeChanges(fromContextDidSave: $0) }
    defer { NotificationCenter.default.removeObserver(token) }
    return try body()
  }

  @Test(arguments: StackKind.everyStore)
  func theParentStillSavesWhatTheChildHasDeleted(_ kind: StackKind) throws {
    let family = try Family(kind)
    try family.run { parent, child in
      _ = parent.insert("Note", ["text": "a"])
      try parent.save()
      let note = try child.only("Note")
      child.delete(note)
      try observing(child, merging: parent) { try child.save() }
      #expect(parent.deletedObjects.count == 1)
      try parent.save()
      #expect(try family.stored("Note") == 0)
    }
  }

  @Test(arguments: StackKind.everyStore)
  func theRootStillSavesWhatAGrandchildHasDeleted(_ kind: StackKind) throws {
    let family = try Family(kind)
    let (root, middle) = (family.parent, family.child)
    let leaf = Family.child(of: middle)
    let shown = try root.performAndWait {
      let note = root.insert("Note", ["text": "a"])
      try root.save()
      return note
    }
    try leaf.performAndWait {
      leaf.delete(try leaf.only("Note"))
      try observing(leaf, merging: root) { try leaf.save() }
    }
    #expect(root.performAndWait { root.deletedObjects } == [shown])
    try middle.performAndWait { try middle.save() }
    try root.performAndWait { try root.save() }
    #expect(try family.stored("Note") == 0)
  }

  /// A sibling hears of what another child has deleted: the parent has the deletion already.
  @Test(arguments: StackKind.everyStore)
  func aSiblingMakesNoSecondDeletionOfIt(_ kind: StackKind) throws {
    let family = try Family(kind)
    let sibling = Family.child(of: family.parent)
    try family.run { parent, child in
      _ = parent.insert("Note", ["text": "a"])
      try parent.save()
      let held = try sibling.performAndWait { try sibling.only("Note") }
      child.delete(try child.only("Note"))
      try observing(child, merging: sibling) { try child.save() }
      try sibling.performAndWait {
        #expect(sibling.deletedObjects == [held])
        try sibling.save()
      }
      try parent.save()
      #expect(try family.stored("Note") == 0)
    }
  }

  /// What a notification of no context names was written by somebody else: faults read it anew.
  // R-CTX-777
  @Test(arguments: StackKind.everyStore)
  func aNotificationWithoutASenderMakesTheRowsOfFaultsOld(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run {
      _ = $0.insert("Note", ["text": "a"]); try $0.save()
    }
    let lookUps = try stack.runUndisturbed { context in
      let note = try context.only("Note")
      let before = stack.coordinator.lookupCount
      context.mergeChanges(
        fromContextDidSave: Notification(
          name: NSManagedObjectContext.didSaveObjectIDsNotification,
          userInfo: [NSUpdatedObjectIDsKey: Set([note.objectID])]))
      #expect(note.isFault)
      #expect(note.string("text") == "a")
      return stack.coordinator.lookupCount - before
    }
    #expect(lookUps == 1)
  }
}
