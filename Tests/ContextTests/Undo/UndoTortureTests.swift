// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Random programs of changes, saves, undos and redos, against the list of what there was.
@Suite struct UndoTortureTests {
  // R-CTX-681, R-CTX-684…687, R-CTX-693, R-CTX-695
  @Test(arguments: StackKind.all, UInt64(1)...8)
  func everyUndoAndRedoLeadsBackToWhatThereWas(_ kind: StackKind, _ seed: UInt64) throws {
    let stack = try Stack(kind)
    try stack.recording { context, _ in
      try run(seed, in: context) {
        let stored = try stack.stored()
        #expect(stored == $0, "seed \(seed)")
      }
    }
  }

  // R-CTX-684…687, R-CTX-694, R-CTX-810
  @Test(arguments: StackKind.all, UInt64(1)...6)
  func theSameBelowAParent(_ kind: StackKind, _ seed: UInt64) throws {
    let family = try Family(kind)
    try family.run { parent, child in
      child.undoManager = UndoManager()
      var saves = 0
      try run(seed, in: child) {
        let saved = try parent.dump()
        #expect(saved == $0, "seed \(seed)")
        saves += 1
        if saves % 2 == 0 { try parent.save() }
      }
      try child.save()
      try parent.save()
      #expect(try family.stack.stored() == child.dump())
    }
  }

  private func run(
    _ seed: UInt64, in context: NSManagedObjectContext, checkSaved: ([String]) throws -> Void
  ) throws {
    var history = History([try context.dump()])
    var garage = RandomGarage(context, seed: seed)
    for step in 0..<60 {
      let what = try perform(garage.number(12), garage: &garage, history: &history, in: context)
      let now = try context.dump()
      try #require(now == history.present, "seed \(seed), step \(step): \(what)")
      if what == "save" { try checkSaved(now) }
    }
  }

  private struct History {
    var states: [[String]]
    var place = 0

    init(_ states: [[String]]) { self.states = states }

    var present: [String] { states[place] }

    /// A step without effect leaves what could be redone.
    mutating func append(_ state: [String], keepsRedo: Bool) {
      if !keepsRedo { states.removeSubrange((place + 1)...) }
      place += 1
      states.insert(state, at: place)
    }
  }

  /// Does one thing; returns what.
  private func perform(
    _ kind: Int, garage: inout RandomGarage, history: inout History,
    in context: NSManagedObjectContext
  ) throws -> String {
    switch kind {
    case 0:
      try context.save()
      return "save"
    case 1, 2, 3:
      let redoCount = context.undoManager?.redoCount
      context.undo()
      if history.place > 0 {
        history.place -= 1
        // What came and went in one step leaves nothing to redo.
        if context.undoManager?.redoCount == redoCount { history.states.remove(at: history.place) }
      }
      return "undo"
    case 4, 5:
      context.redo()
      history.place = min(history.place + 1, history.states.count - 1)
      return "redo"
    case 6:
      context.refreshAllObjects()
      return "refresh"
    case 7:
      let clean = context.registeredObjects.filter { !$0.hasChanges }
      clean.forEach { context.refresh($0, mergeChanges: false) }
      return "fault"
    default:
      let changes = try context.step { try garage.change() }
      history.append(try context.dump(), keepsRedo: context.undoManager?.redoCount != 0)
      return changes
    }
  }
}
