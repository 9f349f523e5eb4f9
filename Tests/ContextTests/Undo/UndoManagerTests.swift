// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// An undo manager alone.
@Suite struct UndoManagerTests {
  let manager = UndoManager()
  let counter: Counter

  init() { counter = Counter(manager) }

  // R-CTX-708
  @Test func aNewManagerIsEmptyAndGroupsByEvent() {
    #expect(manager.isUndoRegistrationEnabled)
    #expect(manager.groupsByEvent)
    #expect(manager.levelsOfUndo == 0)
    #expect(manager.groupingLevel == 0)
    #expect(!manager.canUndo)
    #expect(!manager.canRedo)
    #expect(!manager.isUndoing)
    #expect(!manager.isRedoing)
    #expect(manager.undoCount == 0)
    #expect(manager.redoCount == 0)
    #expect(manager.runLoopModes == [.default])
  }

  // R-CTX-709, R-CTX-713, R-CTX-714
  @Test func groupsAreUndoneAndRedoneInTurn() {
    counter.setInGroups(1, 2, 3)
    #expect(manager.undoCount == 3)
    #expect(manager.redoCount == 0)
    manager.undo()
    manager.undo()
    #expect(counter.value == 1)
    #expect(manager.undoCount == 1)
    #expect(manager.redoCount == 2)
    manager.redo()
    #expect(counter.value == 2)
    #expect(manager.undoCount == 2)
    #expect(manager.redoCount == 1)
    manager.undo()
    #expect(counter.value == 1)
  }

  // R-CTX-709
  @Test func aNestedGroupIsAnActionOfItsParent() {
    manager.beginUndoGrouping()
    counter.set(1)
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
    counter.set(2)
    manager.endUndoGrouping()
    counter.set(3)
    #expect(manager.groupingLevel == 1)
    #expect(manager.undoCount == 0)
    manager.endUndoGrouping()
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(counter.value == 0)
    manager.redo()
    #expect(counter.value == 3)
  }

  // R-CTX-709, R-CTX-717
  @Test func anEmptyGroupIsAStepOfItsOwn() {
    counter.setInGroups(1)
    manager.beginUndoGrouping()
    manager.endUndoGrouping()
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(counter.value == 1)
    #expect(manager.redoCount == 0)
    manager.undo()
    #expect(counter.value == 0)
    #expect(!manager.canUndo)
  }

  // R-CTX-709
  @Test func anEmptyNestedGroupIsUndoneAlone() {
    manager.beginUndoGrouping()
    counter.setInGroups(1)
    manager.beginUndoGrouping()
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    #expect(counter.value == 1)
    manager.undoNestedGroup()
    #expect(counter.value == 0)
    #expect(manager.groupingLevel == 1)
  }

  // R-CTX-709, R-CTX-711
  @Test func anEmptyGroupLeavesWhatCouldBeRedone() {
    counter.setInGroups(1)
    manager.undo()
    manager.beginUndoGrouping()
    manager.endUndoGrouping()
    manager.undo()
    #expect(manager.redoCount == 1)
    manager.redo()
    #expect(counter.value == 1)
  }

  // R-CTX-717
  @Test func aGroupThatIsOpenCanBeUndone() {
    manager.beginUndoGrouping()
    #expect(manager.canUndo)
    manager.undo()
    #expect(!manager.canUndo)
    #expect(manager.groupingLevel == 0)
  }

  // R-CTX-713
  @Test func whatIsUndoneWhileDisabledCannotBeRedone() {
    counter.setInGroups(1, 2)
    manager.disableUndoRegistration()
    manager.undoNestedGroup()
    manager.enableUndoRegistration()
    #expect(counter.value == 1)
    #expect(!manager.canRedo)
    manager.undo()
    #expect(counter.value == 0)
    #expect(manager.canRedo)
  }

  // R-CTX-710, R-CTX-691
  @Test func registeringOutsideOfAGroupOpensOneForTheEvent() {
    counter.set(1)
    counter.set(2)
    #expect(manager.groupingLevel == 1)
    #expect(manager.canUndo)
    #expect(manager.undoCount == 0)
    manager.undo()
    #expect(counter.value == 0)
    #expect(manager.groupingLevel == 0)
    #expect(manager.redoCount == 1)
  }

  // R-CTX-691
  @Test func aCheckpointEndsAnEventThatNobodyElseEnds() {
    counter.set(1)
    _ = manager.canRedo
    counter.set(2)
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(counter.value == 1)
    manager.undo()
    #expect(counter.value == 0)
  }

  // R-CTX-710
  @Test func theTurnOfTheMainThreadEndsTheEvent() async {
    await MainActor.run { counter.set(1) }
    var turns = 0
    while manager.groupingLevel > 0, turns < 100 {
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
      turns += 1
    }
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
  }

  // R-CTX-710
  @Test func aRunLoopEndsTheEvent() async {
    let result = await withCheckedContinuation { done in
      Thread {
        let manager = UndoManager()
        let counter = Counter(manager)
        RunLoop.current.perform { counter.set(1) }
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
        done.resume(returning: [manager.groupingLevel, manager.undoCount, counter.value])
      }.start()
    }
    #expect(result == [0, 1, 1])
  }

  // R-CTX-711, R-CTX-712
  @Test func aNewActionClearsWhatCouldBeRedone() {
    counter.setInGroups(1, 2)
    manager.undo()
    #expect(manager.canRedo)
    counter.setInGroups(5)
    #expect(!manager.canRedo)
    #expect(manager.redoCount == 0)
    manager.redo()
    #expect(counter.value == 5)
  }

  // R-CTX-711, R-CTX-715
  @Test func nothingIsRegisteredWhileDisabledAndDisablingNests() {
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    counter.set(1)
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    counter.set(2)
    manager.enableUndoRegistration()
    #expect(manager.isUndoRegistrationEnabled)
    #expect(!manager.canUndo)
    #expect(manager.groupingLevel == 0)
  }

  // R-CTX-711, R-CTX-720
  @Test func targetsAreHeldWeaklyAndDeadOnesAreSkipped() {
    weak var gone: Counter?
    do {
      let other = Counter(manager)
      gone = other
      manager.beginUndoGrouping()
      other.set(1)
      counter.set(1)
      manager.endUndoGrouping()
    }
    #expect(gone == nil)
    manager.undo()
    #expect(counter.value == 0)
  }

  // R-CTX-715
  @Test func removingAllActionsClosesGroupsAndEnables() {
    counter.setInGroups(1, 2)
    manager.undo()
    manager.beginUndoGrouping()
    manager.disableUndoRegistration()
    manager.removeAllActions()
    #expect(manager.groupingLevel == 0)
    #expect(manager.isUndoRegistrationEnabled)
    #expect(!manager.canUndo)
    #expect(!manager.canRedo)
  }

  // R-CTX-715, R-CTX-692
  @Test func removingTheActionsOfATargetKeepsTheOthers() {
    let other = Counter(manager)
    counter.setInGroups(1)
    manager.beginUndoGrouping()
    counter.set(2)
    other.set(2)
    manager.endUndoGrouping()
    manager.disableUndoRegistration()
    manager.removeAllActions(withTarget: counter)
    #expect(!manager.isUndoRegistrationEnabled)
    #expect(manager.undoCount == 1)
    manager.enableUndoRegistration()
    manager.undo()
    #expect(other.value == 0)
    #expect(counter.value == 2)
  }

  // R-CTX-716
  @Test func theOldestGroupsAreDroppedBeyondTheLevels() {
    manager.levelsOfUndo = 2
    counter.setInGroups(1, 2, 3)
    #expect(manager.undoCount == 2)
    manager.levelsOfUndo = 1
    #expect(manager.undoCount == 1)
    manager.undo()
    manager.undo()
    #expect(counter.value == 2)
  }

  // R-CTX-713
  @Test func theLastNestedGroupCanBeUndoneAlone() {
    manager.beginUndoGrouping()
    counter.set(1)
    manager.beginUndoGrouping()
    counter.set(2)
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    #expect(counter.value == 1)
    #expect(manager.groupingLevel == 1)
    #expect(manager.redoCount == 1)
    manager.endUndoGrouping()
    manager.undo()
    #expect(counter.value == 0)
  }

  // R-CTX-713, R-CTX-714
  @Test func undoAndRedoWithNothingToDoDoNothing() {
    manager.undo()
    manager.redo()
    #expect(manager.undoCount == 0)
    #expect(manager.redoCount == 0)
  }

  // R-CTX-705
  @Test @MainActor func aClassOfTheMainActorRegistersItsMethods() {
    let editor = Editor()
    editor.set("a")
    editor.set("b")
    editor.manager.undo()
    #expect(editor.text == "")
    editor.manager.redo()
    #expect(editor.text == "b")
  }

  @MainActor private final class Editor {
    let manager = UndoManager()
    private(set) var text = ""

    func set(_ new: String) {
      let old = text
      manager.registerUndo(withTarget: self) { $0.set(old) }
      text = new
    }
  }

  // R-CTX-712
  @Test func theDirectionShowsWhileItRuns() {
    let flags = Flags()
    manager.beginUndoGrouping()
    flags.note(manager)
    manager.endUndoGrouping()
    manager.undo()
    manager.redo()
    #expect(flags.seen == ["undoing", "redoing"])
    #expect(!manager.isUndoing)
    #expect(!manager.isRedoing)
  }

  private final class Flags {
    var seen: [String] = []

    func note(_ manager: UndoManager) {
      if manager.isUndoing { seen.append("undoing") }
      if manager.isRedoing { seen.append("redoing") }
      manager.registerUndo(withTarget: self) { $0.note(manager) }
    }
  }
}
