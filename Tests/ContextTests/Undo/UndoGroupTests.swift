// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// What a context records in the groups of a client, and outside of any.
@Suite struct UndoGroupTests {
  // R-CTX-709
  @Test(arguments: StackKind.all)
  func cancellingAnEditWithoutChangesUndoesNothingElse(_ kind: StackKind) throws {
    try Stack(kind).recording { context, manager in
      let note = context.step { context.insert("Note", ["text": "first"]) }
      try context.save()
      context.step {}
      manager.undoNestedGroup()
      #expect(!note.isDeleted)
      #expect(!context.hasChanges)
      context.undo()
      #expect(note.isDeleted)
      #expect(!manager.canUndo)
    }
  }

  // R-CTX-710
  @Test(arguments: StackKind.all)
  func changesOutsideOfGroupsAreStepsWhereEventsAreNone(_ kind: StackKind) throws {
    try Stack(kind).recording { context, manager in
      manager.groupsByEvent = false
      let note = context.insert("Note", ["text": "new"])
      try context.save()
      note.setValue("changed", forKey: "text")
      context.processPendingChanges()
      #expect(manager.undoCount == 2)
      #expect(manager.groupingLevel == 0)
      context.undo()
      #expect(note.label == "new")
      context.redo()
      #expect(note.label == "changed")
      context.delete(note)
      context.undo()
      #expect(!note.isDeleted)
      #expect(note.label == "changed")
    }
  }

  // R-CTX-710: as the suite of a public client wants it
  @Test(arguments: StackKind.all)
  func undoingAGroupLeavesWhatWasChangedBeforeIt(_ kind: StackKind) throws {
    try Stack(kind).recording { context, manager in
      manager.groupsByEvent = false
      let note = context.insert("Note", ["text": "a"])
      context.step { note.setValue("b", forKey: "text") }
      manager.undo()
      #expect(note.label == "a")
      #expect(note.isInserted)
      manager.undo()
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-710, R-CTX-716
  @Test(arguments: StackKind.all)
  func theLevelsHoldForChangesOutsideOfGroups(_ kind: StackKind) throws {
    try Stack(kind).recording { context, manager in
      manager.groupsByEvent = false
      manager.levelsOfUndo = 1
      let note = context.insert("Note", ["text": "a"])
      context.processPendingChanges()
      note.setValue("b", forKey: "text")
      context.undo()
      context.undo()
      #expect(note.label == "a")
      #expect(note.isInserted)
    }
  }

  // R-CTX-713
  @Test(arguments: StackKind.all)
  func changesUndoneWhileDisabledCannotBeRedone(_ kind: StackKind) throws {
    try Stack(kind).recording { context, manager in
      let note = context.insert("Note", ["text": "stored"])
      try context.save()
      context.step { note.setValue("dragged", forKey: "text") }
      manager.disableUndoRegistration()
      manager.undoNestedGroup()
      manager.enableUndoRegistration()
      #expect(note.label == "stored")
      #expect(!manager.canRedo)
      #expect(manager.undoCount == 1)
    }
  }
}
