// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Opening, closing and running groups: what the members of the façade are made of.
extension UndoManager {
  /// Posts a checkpoint. A group of an event whose end nobody tells ends here.
  final func postCheckpoint() {
    post(.NSUndoManagerCheckpoint)
    closeEventGroup { $0.closing == .checkpoint }
  }

  /// Opens a group, with a first call in it.
  final func open(_ group: UndoGroup, with call: UndoCall? = nil) {
    locked { history in
      history.push(group)
      if let call { history.register(call) }
    }
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  /// Registers a call in a group of its own.
  final func registerAlone(_ call: UndoCall) {
    let group = UndoGroup()
    open(group, with: call)
    if locked({ $0.open.last === group }) { close() }
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
  private final func closeEventGroup(where fits: (UndoGroup) -> Bool) {
    let isDue = locked { history in
      history.loneGroup.map { $0.closing != .client && fits($0) } ?? false
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
    openEventGroup(endingWith: EventTurn.current)
  }

  /// Opens the group of an event whose end will be told, unless a group is open: what a client
  /// groups or names is within its event.
  final func openGroupOfTurn() {
    let isIdle = locked { $0.direction == nil && $0.open.isEmpty }
    guard isIdle, groupsByEvent, let turn = EventTurn.current else { return }
    openEventGroup(endingWith: turn)
  }

  private final func openEventGroup(endingWith turn: EventTurn?) {
    let group = UndoGroup(closing: turn == nil ? .checkpoint : .endOfEvent)
    open(group)
    if let turn { end(group, with: turn) }
  }

  private final func end(_ group: UndoGroup, with turn: EventTurn) {
    turn.atEnd(in: runLoopModes) { [weak self, weak group] in
      if let group { self?.endEvent(of: group) }
    }
  }

  /// Closes the group of an event, unless a client's is open in it or is being undone.
  private final func endEvent(of group: UndoGroup) {
    let isAlone = locked { history -> Bool in
      if history.loneGroup === group { return true }
      group.closing = .checkpoint
      return false
    }
    if isAlone { endUndoGrouping() }
  }

  /// An event that could not end, because of a client's group in its own, ends with the event that
  /// closes or undoes the client's: what comes later is not of the same step.
  final func resumeEvent() {
    guard let group = locked({ $0.loneGroup }), group.closing == .checkpoint,
      let turn = EventTurn.current
    else { return }
    locked { _ in group.closing = .endOfEvent }
    end(group, with: turn)
  }

  // MARK: - Running

  /// Runs the last group of a direction, if there is one, and records the opposite.
  final func run(_ direction: UndoHistory.Direction) {
    post(.NSUndoManagerCheckpoint)
    // With what the checkpoint has made others register. A group that a client has closed last in
    // it is undone alone.
    closeEventGroup { !$0.endsWithGroup }
    guard let group = locked({ $0.take(direction) }) else { return }
    let isUndo = direction == .undo
    post(isUndo ? .NSUndoManagerWillUndoChange : .NSUndoManagerWillRedoChange)
    locked { $0.begin(direction) }
    let opposite = UndoGroup(opposing: group)
    open(opposite)
    group.run()
    while locked({ $0.open.first === opposite }) { endUndoGrouping() }
    locked { $0.end() }
    resumeEvent()
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
