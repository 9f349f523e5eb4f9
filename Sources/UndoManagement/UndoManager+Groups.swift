// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Opening, closing and running groups: what the members of the façade are made of.
extension UndoManager {
  /// Posts a checkpoint. A group of an event whose end nobody tells ends here.
  final func postCheckpoint() {
    post(.NSUndoManagerCheckpoint)
    closeEventGroup { $0 == .checkpoint }
  }

  final func open(_ group: UndoGroup) {
    locked { $0.push(group) }
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  /// Closes the innermost group.
  final func close() {
    let isDiscardable = locked { $0.open.last?.isDiscardable } ?? false
    post(
      .NSUndoManagerWillCloseUndoGroup,
      isDiscardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil)
    locked { $0.pop() }
    post(.NSUndoManagerDidCloseUndoGroup)
  }

  // MARK: - Events

  /// Closes the open group if it is the only one, was opened by itself, and fits.
  final func closeEventGroup(where fits: (UndoGroup.Closing) -> Bool = { $0 != .client }) {
    let isDue = locked { history in
      history.direction == nil && history.open.count == 1 && fits(history.open[0].closing)
    }
    if isDue { close() }
  }

  /// Opens a group for this event, unless a group is open.
  final func openEventGroup() {
    guard groupingLevel == 0 else { return }
    guard groupsByEvent else {
      misuse(
        "must begin a group before registering undo: call beginUndoGrouping(), or set "
          + "groupsByEvent.")
    }
    let turn = EventTurn.current
    let group = UndoGroup(closing: turn == nil ? .checkpoint : .endOfEvent)
    open(group)
    turn?.atEnd(in: runLoopModes) { [weak self] in self?.endEvent(of: group) }
  }

  private final func endEvent(of group: UndoGroup) {
    let open = locked { $0.open }
    guard open.first === group else { return }
    if open.count == 1 { endUndoGrouping() } else { group.closing = .checkpoint }
  }

  // MARK: - Running

  /// Runs the last group of a direction, if there is one, and records the opposite.
  final func run(_ direction: UndoHistory.Direction) {
    postCheckpoint()
    // What the checkpoint has made others register.
    closeEventGroup()
    guard let group = locked({ $0.take(direction) }) else { return }
    let isUndo = direction == .undo
    post(isUndo ? .NSUndoManagerWillUndoChange : .NSUndoManagerWillRedoChange)
    locked { $0.begin(direction) }
    let opposite = UndoGroup(opposing: group)
    open(opposite)
    group.run()
    while locked({ $0.open.first === opposite }) { endUndoGrouping() }
    locked { $0.end() }
    post(isUndo ? .NSUndoManagerDidUndoChange : .NSUndoManagerDidRedoChange)
  }

  /// Stops the program while an undo or redo is running.
  final func requireIdle(_ operation: String) {
    guard locked({ $0.direction != nil }) else { return }
    misuse("\(operation) was called while an undo or redo is running. Call it afterwards.")
  }

  /// Stops the program where Apple raises an exception.
  final func misuse(_ reason: String) -> Never {
    fatalError("*** NSInternalInconsistencyException: \(reason)")
  }

  private final func post(_ name: Notification.Name, _ info: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: info)
  }
}
