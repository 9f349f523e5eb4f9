// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Names, marks and values of groups.
@Suite struct UndoNameTests {
  let manager = UndoManager()
  let counter: Counter

  init() { counter = Counter(manager) }

  // R-CTX-718
  @Test func aNameTravelsWithItsGroup() {
    #expect(manager.undoActionName == "")
    #expect(manager.undoMenuItemTitle == "Undo")
    counter.set(1)
    manager.setActionName("Typing")
    #expect(manager.undoActionName == "Typing")
    #expect(manager.undoMenuItemTitle == "Undo Typing")
    manager.undo()
    #expect(manager.undoActionName == "")
    #expect(manager.redoActionName == "Typing")
    #expect(manager.redoMenuItemTitle == "Redo Typing")
    manager.redo()
    #expect(manager.undoActionName == "Typing")
    #expect(manager.redoActionName == "")
    #expect(manager.redoMenuItemTitle == "Redo")
  }

  // R-CTX-718
  @Test func theLastClosedGroupIsNamedAndAnEmptyNameRemoves() {
    counter.setInGroups(1, 2)
    manager.setActionName("Second")
    #expect(manager.undoActionName == "Second")
    manager.undo()
    #expect(manager.undoActionName == "")
    manager.redo()
    manager.setActionName("")
    #expect(manager.undoActionName == "")
  }

  // R-CTX-718
  @Test func aHandlerMayNameTheOpposite() {
    manager.beginUndoGrouping()
    manager.registerUndo(withTarget: counter) { counter in
      counter.set(7)
      counter.manager.setActionName("Back")
    }
    manager.setActionName("There")
    manager.endUndoGrouping()
    manager.undo()
    #expect(manager.redoActionName == "Back")
  }

  // R-CTX-718
  @Test func titlesGoThroughTheOverridableMethods() {
    let manager = Translated()
    let counter = Counter(manager)
    counter.set(1)
    manager.setActionName("Tippen")
    #expect(manager.undoMenuItemTitle == "Tippen widerrufen")
    #expect(manager.redoMenuItemTitle == "Redo")
  }

  private final class Translated: UndoManager, @unchecked Sendable {
    // Sendable: no state of its own.
    override func undoMenuTitle(forUndoActionName actionName: String) -> String {
      "\(actionName) widerrufen"
    }
  }

  // R-CTX-719
  @Test func aGroupIsDiscardableWhenItIsMarkedSo() {
    counter.setInGroups(1)
    #expect(!manager.undoActionIsDiscardable)
    manager.beginUndoGrouping()
    counter.set(2)
    manager.setActionIsDiscardable(true)
    manager.endUndoGrouping()
    #expect(manager.undoActionIsDiscardable)
    #expect(!manager.redoActionIsDiscardable)
    manager.undo()
    #expect(!manager.undoActionIsDiscardable)
    #expect(manager.redoActionIsDiscardable)
  }

  // R-CTX-706
  @Test func valuesAreKeptWithAGroup() {
    let key = UndoManager.UserInfoKey("place")
    counter.set(1)
    manager.setActionUserInfoValue(7, forKey: key)
    #expect(manager.undoActionUserInfoValue(forKey: key) as? Int == 7)
    #expect(manager.redoActionUserInfoValue(forKey: key) == nil)
    manager.undo()
    #expect(manager.redoActionUserInfoValue(forKey: key) as? Int == 7)
    manager.redo()
    manager.setActionUserInfoValue(nil, forKey: key)
    #expect(manager.undoActionUserInfoValue(forKey: key) == nil)
    #expect(key == UndoManager.UserInfoKey(rawValue: "place"))
  }
}
