// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The groups of events on the main thread, and what a client groups and names in them.
@MainActor @Suite struct UndoEventTests {
  let manager = UndoManager()
  let counter: Counter

  init() { counter = Counter(manager) }

  /// Lets the present event end: its group is closed in one of the next turns.
  private func endEvent() async {
    for _ in 0..<10 {
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
  }

  /// Runs a block with a stored note in a context of the main queue that records.
  private func recording(
    _ kind: StackKind, _ body: (NSManagedObjectContext, NSManagedObject) throws -> Void
  ) throws {
    let stack = try Stack(kind)
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = stack.coordinator
    let note = context.insert("Note", ["text": "stored"])
    try context.save()
    context.undoManager = manager
    try withExtendedLifetime(stack) { try body(context, note) }
  }

  // MARK: - Groups

  // R-CTX-709: as the suite of another implementation and a comment in Apple's Sketch say
  @Test func aGroupIsWithinTheGroupOfItsEvent() {
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
    counter.set(1)
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 1)
    counter.setInGroups(2, 3)
    #expect(manager.groupingLevel == 1)
    manager.undo()
    #expect(counter.value == 0)
    #expect(manager.groupingLevel == 0)
    manager.redo()
    #expect(counter.value == 3)
  }

  // R-CTX-709
  @Test(arguments: StackKind.all)
  func theGroupsOfAnEventAreOneStep(_ kind: StackKind) throws {
    try recording(kind) { context, note in
      for text in ["one", "two"] { context.step { note.setValue(text, forKey: "text") } }
      context.undo()
      #expect(note.label == "stored")
      context.redo()
      #expect(note.label == "two")
    }
  }

  // R-CTX-713
  @Test func nestedGroupsOfAnEventAreUndoneOneByOne() {
    counter.set(1)
    counter.setInGroups(2, 3)
    manager.undoNestedGroup()
    #expect(counter.value == 2)
    manager.undoNestedGroup()
    #expect(counter.value == 1)
    manager.undo()
    #expect(counter.value == 0)
  }

  // R-CTX-713
  @Test(arguments: StackKind.all)
  func undoingANestedGroupLeavesTheRestOfTheEvent(_ kind: StackKind) throws {
    try recording(kind) { context, note in
      note.setValue("edited", forKey: "text")
      context.step { note.setValue("tried", forKey: "text") }
      manager.undoNestedGroup()
      #expect(note.label == "edited")
      context.undo()
      #expect(note.label == "stored")
    }
  }

  // R-CTX-709, R-CTX-713
  @Test func cancellingAnEmptyGroupLeavesNoStep() async {
    counter.set(1)
    await endEvent()
    manager.beginUndoGrouping()
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    #expect(counter.value == 1)
    await endEvent()
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
  }

  // R-CTX-710
  @Test func aGroupThatOutlivesItsEventEndsWithTheOneThatClosesIt() async {
    manager.beginUndoGrouping()
    counter.set(1)
    await endEvent()
    #expect(manager.groupingLevel == 2)
    manager.endUndoGrouping()
    await endEvent()
    #expect(manager.groupingLevel == 0)
    counter.set(2)
    manager.undo()
    #expect(counter.value == 1)
    manager.undo()
    #expect(counter.value == 0)
  }

  // R-CTX-713
  @Test func aGroupThatOutlivesItsEventIsUndoneAlone() async {
    counter.set(1)
    manager.beginUndoGrouping()
    counter.set(2)
    await endEvent()
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    #expect(counter.value == 1)
    await endEvent()
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(counter.value == 0)
  }

  // MARK: - Names

  // R-CTX-718
  @Test func aNameThatIsGivenFirstIsTheEventsAlone() async {
    counter.set(1)
    await endEvent()
    manager.setActionName("Title")
    counter.set(2)
    #expect(manager.undoActionName == "Title")
    manager.undo()
    #expect(manager.redoActionName == "Title")
    #expect(manager.undoActionName == "")
  }

  // R-CTX-718
  @Test func aNameForNothingLeavesNoStep() async {
    counter.set(1)
    await endEvent()
    manager.setActionName("Nothing")
    #expect(manager.groupingLevel == 1)
    await endEvent()
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
    #expect(manager.undoActionName == "")
  }

  // R-CTX-718: CoreDataBooks names first, others afterwards
  @Test(arguments: StackKind.all, [false, true])
  func aNameIsForTheChangesOfItsEvent(_ kind: StackKind, _ namesFirst: Bool) throws {
    try recording(kind) { context, note in
      note.setValue("author", forKey: "text")
      context.processPendingChanges()
      // The end of the event.
      manager.endUndoGrouping()
      if namesFirst { manager.setActionName("Title") }
      note.setValue("title", forKey: "text")
      if !namesFirst { manager.setActionName("Title") }
      context.processPendingChanges()
      #expect(manager.undoActionName == "Title")
      context.undo()
      #expect(note.label == "author")
      #expect(manager.redoActionName == "Title")
      #expect(manager.undoActionName == "")
    }
  }

  // R-CTX-718
  @Test func theNameOfANestedGroupLeavesWithIt() {
    counter.set(1)
    manager.beginUndoGrouping()
    counter.set(2)
    manager.setActionName("Drag")
    manager.endUndoGrouping()
    #expect(manager.undoActionName == "Drag")
    manager.undoNestedGroup()
    #expect(manager.undoActionName == "")
    #expect(manager.redoActionName == "Drag")
  }
}
