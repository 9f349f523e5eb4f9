// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// How the changes of a context become actions of its undo manager.
@Suite struct UndoRecordingTests {
  // R-CTX-683
  @Test(arguments: StackKind.all)
  func withoutAManagerUndoAndRedoDoNothing(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      #expect(context.undoManager == nil)
      let person = try context.traced()
      context.undo()
      context.redo()
      #expect(person.isInserted)
      #expect(context.insertedObjects == [person])
    }
  }

  // R-CTX-680, R-CTX-691
  @Test(arguments: StackKind.all)
  func eventsOfAQueueShareAGroupUntilItIsClosed(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, manager in
      let person = try context.traced("1")
      context.processPendingChanges()
      #expect(manager.groupingLevel == 1)
      person.setValue("2", forKey: "firstName")
      context.processPendingChanges()
      _ = manager.canRedo
      person.setValue("3", forKey: "firstName")
      context.undo()
      #expect(person.string("firstName") == "2")
      context.undo()
      #expect(!context.hasChanges)
      #expect(!manager.canUndo)
    }
  }

  // R-CTX-690, R-CTX-352
  @Test(arguments: StackKind.all)
  func changesFallIntoTheGroupThatWasOpen(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, manager in
      let person = try context.traced("1")
      for name in ["2", "3"] {
        manager.beginUndoGrouping()
        person.setValue(name, forKey: "firstName")
        person.setValue(name, forKey: "lastName")
        manager.endUndoGrouping()
      }
      #expect(manager.undoCount == 3)
      manager.undo()
      #expect(person.string("firstName") == "2")
      #expect(person.string("lastName") == "2")
      manager.undo()
      #expect(person.string("firstName") == "1")
      #expect(person.string("lastName") == nil)
      manager.redo()
      manager.redo()
      #expect(person.string("lastName") == "3")
    }
  }

  // R-CTX-689
  @Test(arguments: StackKind.all)
  func whatIsProcessedWhileDisabledSurvivesAnUndo(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, manager in
      let person = try context.traced()
      context.processPendingChanges()
      manager.disableUndoRegistration()
      let other = try context.traced("Bob")
      context.processPendingChanges()
      manager.enableUndoRegistration()
      context.undo()
      #expect(other.isInserted)
      #expect(person.managedObjectContext == nil)
      #expect(context.insertedObjects == [other])
    }
  }

  // R-CTX-689
  @Test(arguments: StackKind.all)
  func disablingWithoutProcessingChangesNothing(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, manager in
      manager.disableUndoRegistration()
      let person = try context.traced()
      manager.enableUndoRegistration()
      context.undo()
      #expect(person.managedObjectContext == nil)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-694, R-CTX-716
  @Test(arguments: StackKind.all)
  func theLevelsOfUndoHoldForContextsToo(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, manager in
      manager.levelsOfUndo = 2
      let person = try context.traced("0")
      for name in ["1", "2", "3"] {
        context.step { person.setValue(name, forKey: "firstName") }
      }
      for _ in 0..<5 { context.undo() }
      #expect(person.string("firstName") == "1")
      #expect(person.isInserted)
    }
  }

  // R-CTX-660, R-CTX-662, R-CTX-693
  @Test(arguments: StackKind.all, [false, true])
  func rollbackAndResetForgetTheActionsOfTheContext(_ kind: StackKind, _ resets: Bool) throws {
    try Stack.traced(kind).recording { context, manager in
      let counter = Counter(manager)
      counter.setInGroups(1)
      let person = try context.traced()
      try context.save()
      context.step { person.setValue("a", forKey: "lastName") }
      context.step { person.setValue("b", forKey: "lastName") }
      context.undo()
      #expect(manager.undoCount == 3)
      #expect(manager.redoCount == 1)
      if resets { context.reset() } else { context.rollback() }
      #expect(manager.undoCount == 1)
      #expect(manager.redoCount == 0)
      context.redo()
      #expect(!context.hasChanges)
      #expect(counter.value == 1)
      context.undo()
      #expect(!context.hasChanges)
      #expect(counter.value == 0)
    }
  }

  // R-CTX-692
  @Test(arguments: StackKind.all)
  func anotherManagerTakesOver(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, manager in
      let counter = Counter(manager)
      counter.setInGroups(1)
      let person = try context.traced()
      let other = UndoManager()
      context.undoManager = other
      #expect(context.undoManager === other)
      #expect(manager.undoCount == 1)
      manager.undo()
      #expect(counter.value == 0)
      #expect(person.isInserted)
      person.setValue("Byron", forKey: "lastName")
      manager.beginUndoGrouping()
      manager.endUndoGrouping()
      #expect(!other.canUndo)
      context.undo()
      #expect(person.string("lastName") == nil)
      #expect(person.isInserted)
      person.setValue("Byron", forKey: "lastName")
      context.undoManager = nil
      #expect(!other.canUndo)
      #expect(person.string("lastName") == "Byron")
    }
  }

  // R-CTX-692
  @Test(arguments: StackKind.all)
  func oneManagerMayServeSeveralContexts(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.recording { first, manager in
      let second = stack.context()
      try second.performAndWait {
        second.undoManager = manager
        let note = second.insert("Note", ["text": "n"])
        manager.beginUndoGrouping()
        let person = try first.traced()
        manager.endUndoGrouping()
        manager.undo()
        #expect(person.managedObjectContext == nil)
        #expect(note.isInserted)
        second.rollback()
        #expect(!manager.canUndo)
        #expect(manager.canRedo)
      }
    }
  }

  // R-CTX-589, R-CTX-581
  @Test(arguments: StackKind.all)
  func neitherASaveNorAFailedOneClearsTheStack(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, manager in
      let person = try context.traced()
      try context.save()
      context.step { person.setValue(nil, forKey: "firstName") }
      #expect(throws: (any Error).self) { try context.save() }
      context.undo()
      #expect(person.string("firstName") == "Ada")
      try context.save()
      context.undo()
      #expect(person.isDeleted)
      #expect(!manager.canUndo)
    }
  }

  // R-CTX-346, R-CTX-687
  @Test(arguments: StackKind.all)
  func whatWasDeletedFromAStoreThatIsGoneStaysAway(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.recording { context, manager in
      let note = context.insert("Note", ["text": "n"])
      try context.save()
      context.step { context.delete(note) }
      try context.save()
      let store = try #require(note.objectID.persistentStore)
      try stack.coordinator.remove(store)
      context.undo()
      #expect(!context.hasChanges)
      #expect(note.managedObjectContext == nil)
      context.undo()
      #expect(!context.hasChanges)
      #expect(!manager.canUndo)
    }
  }

  // R-CTX-176, R-CTX-680
  @Test(arguments: StackKind.all)
  func takingADeletionBackIsUndoneToo(_ kind: StackKind) throws {
    try Stack(kind).recording { context, manager in
      let note = context.insert("Note", ["text": "n"])
      try context.save()
      context.step { context.delete(note) }
      context.step { context.insert(note) }
      #expect(!note.isDeleted)
      context.undo()
      #expect(note.isDeleted)
      context.undo()
      #expect(!note.isDeleted)
      #expect(!context.hasChanges)
      context.redo()
      context.redo()
      #expect(!note.isDeleted)
      #expect(manager.undoCount == 3)
    }
  }

  // R-CTX-680, R-CTX-247
  @Test(arguments: StackKind.all)
  func whatCallbacksChangeIsRecordedToo(_ kind: StackKind) throws {
    try Stack.traced(kind).recording { context, manager in
      let person = try context.traced()
      try context.save()
      manager.removeAllActions()
      person.onWillSave = {
        if $0.string("lastName") == "a" { $0.setValue("b", forKey: "lastName") }
      }
      person.setValue("a", forKey: "lastName")
      try context.save()
      #expect(person.string("lastName") == "b")
      person.onWillSave = nil
      context.undo()
      #expect(person.string("lastName") == nil)
      #expect(!manager.canUndo)
    }
  }

  // R-CTX-680
  @Test(arguments: StackKind.all)
  func theManagerMayBeAskedFromAnotherThread(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let manager = UndoManager()
    let context = stack.context()
    let note = context.performAndWait {
      context.undoManager = manager
      return context.insert("Note", ["text": "n"])
    }
    manager.undo()
    context.performAndWait {
      #expect(!context.hasChanges)
      #expect(note.managedObjectContext == nil)
    }
    manager.redo()
    context.performAndWait { #expect(context.insertedObjects == [note]) }
  }

  // R-CTX-692
  @Test(arguments: StackKind.all)
  func aContextThatDiesLeavesNoActions(_ kind: StackKind) throws {
    let manager = UndoManager()
    let stack = try Stack.traced(kind)
    try stack.run { context in
      context.undoManager = manager
      _ = try context.traced()
      context.processPendingChanges()
      #expect(manager.canUndo)
    }
    #expect(!manager.canUndo)
    manager.undo()
  }
}
