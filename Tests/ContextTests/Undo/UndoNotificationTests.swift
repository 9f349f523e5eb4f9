// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Synchronization
import Testing

/// What an undo manager posts, in order.
@Suite struct UndoNotificationTests {
  /// The short names of a manager's notifications, and what their user info says.
  private final class Log: Sendable {
    private let names = Mutex<[String]>([])
    private let tokens = Mutex<[Token]>([])

    // Sendable: kept, and handed back to the notification center.
    private struct Token: @unchecked Sendable { let observer: any NSObjectProtocol }

    init(_ manager: UndoManager) {
      let all: [(Notification.Name, String)] = [
        (.NSUndoManagerCheckpoint, "checkpoint"), (.NSUndoManagerWillUndoChange, "willUndo"),
        (.NSUndoManagerDidUndoChange, "didUndo"), (.NSUndoManagerWillRedoChange, "willRedo"),
        (.NSUndoManagerDidRedoChange, "didRedo"), (.NSUndoManagerDidOpenUndoGroup, "didOpen"),
        (.NSUndoManagerWillCloseUndoGroup, "willClose"),
        (.NSUndoManagerDidCloseUndoGroup, "didClose"),
      ]
      for (name, text) in all {
        let token = NotificationCenter.default.addObserver(
          forName: name, object: manager, queue: nil
        ) { [weak self] note in
          let isDiscardable = note.userInfo?[NSUndoManagerGroupIsDiscardableKey] as? Bool == true
          self?.names.withLock { $0.append(isDiscardable ? text + "!" : text) }
        }
        tokens.withLock { $0.append(Token(observer: token)) }
      }
    }

    func take() -> [String] {
      names.withLock { names in
        defer { names = [] }
        return names
      }
    }

    deinit {
      tokens.withLock { $0.forEach { NotificationCenter.default.removeObserver($0.observer) } }
    }
  }

  // R-CTX-707, R-CTX-709
  @Test func groupsAnnounceThatTheyOpenAndClose() {
    let manager = UndoManager()
    let log = Log(manager)
    manager.beginUndoGrouping()
    #expect(log.take() == ["checkpoint", "didOpen"])
    Counter(manager).set(1)
    #expect(log.take() == [])
    manager.endUndoGrouping()
    #expect(log.take() == ["checkpoint", "willClose", "didClose"])
  }

  // R-CTX-707, R-CTX-710, R-CTX-713, R-CTX-714
  @Test func undoAndRedoAnnounceThemselvesAndTheirGroups() {
    let manager = UndoManager()
    let log = Log(manager)
    let counter = Counter(manager)
    counter.set(1)
    #expect(log.take() == ["checkpoint", "didOpen"])
    manager.undo()
    let group = ["didOpen", "checkpoint", "willClose", "didClose"]
    #expect(
      log.take() == ["checkpoint", "willClose", "didClose", "checkpoint", "willUndo"] + group
        + ["didUndo"])
    manager.redo()
    #expect(log.take() == ["checkpoint", "willRedo"] + group + ["didRedo"])
  }

  // R-CTX-717
  @Test func askingForARedoPostsACheckpoint() {
    let manager = UndoManager()
    let log = Log(manager)
    #expect(!manager.canRedo)
    #expect(log.take() == ["checkpoint"])
    #expect(!manager.canUndo)
    #expect(log.take() == [])
  }

  // R-CTX-719
  @Test func aClosingGroupTellsThatAllInItIsDiscardable() {
    let manager = UndoManager()
    let counter = Counter(manager)
    let log = Log(manager)
    manager.beginUndoGrouping()
    manager.beginUndoGrouping()
    counter.set(1)
    manager.setActionIsDiscardable(true)
    manager.endUndoGrouping()
    manager.endUndoGrouping()
    #expect(log.take().filter { $0.hasPrefix("willClose") } == ["willClose!", "willClose!"])
    manager.beginUndoGrouping()
    counter.set(2)
    manager.endUndoGrouping()
    #expect(log.take().filter { $0.hasPrefix("willClose") } == ["willClose"])
  }
}
