// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// What an undo manager refuses.
@Suite struct UndoMisuseTests {
  private static let name = "NSInternalInconsistencyException"

  // R-CTX-709
  @Test func closingAGroupThatWasNotOpenedIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { UndoManager().endUndoGrouping() }
    #expect(result?.reports(Self.name) == true)
  }

  // R-CTX-710
  @Test func registeringWithoutAGroupIsReportedUnlessEventsAreGroups() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.groupsByEvent = false
      Counter(manager).set(1)
    }
    #expect(result?.reports(Self.name) == true)
  }

  // R-CTX-713
  @Test func undoingWithNestedGroupsOpenIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.beginUndoGrouping()
      manager.beginUndoGrouping()
      manager.undo()
    }
    #expect(result?.reports(Self.name) == true)
  }

  // R-CTX-713, R-CTX-714
  @Test func undoingOrRedoingWhileUndoingIsReported() async {
    let undone = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { $0.undo() }
      manager.undo()
    }
    #expect(undone?.reports(Self.name) == true)
    let redone = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { $0.redo() }
      manager.undo()
    }
    #expect(redone?.reports(Self.name) == true)
  }

  // R-CTX-709, R-CTX-713
  @Test func undoingWithAGroupOpenInThatOfTheEventIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let manager = UndoManager()
        manager.beginUndoGrouping()
        manager.undo()
      }
    }
    #expect(result?.reports(Self.name) == true)
  }

  // R-CTX-715
  @Test func enablingMoreOftenThanDisablingIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { UndoManager().enableUndoRegistration() }
    #expect(result?.reports(Self.name) == true)
  }
}
