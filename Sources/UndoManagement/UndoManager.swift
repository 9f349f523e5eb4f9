// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Records what would undo the changes that a program makes, and plays it back.
///
/// Foundation on Linux has none. Calls are registered into groups, which are undone as a whole;
/// with ``groupsByEvent``, the default, a group opens by itself and holds what one event registers,
/// and the groups that a client opens in it.
/// Where threads have no events, as on the queue of a context, the next checkpoint ends the event.
/// Any thread; handlers and observers are called on the thread that causes them.
// Sendable: the state is behind the lock, which is never held across a call to a client.
nonisolated open class UndoManager: NSObject, @unchecked Sendable {
  private final let history = UndoHistory()
  private final let lock = NSRecursiveLock()
  private final var isGroupingByEvent = true
  private final var modes: [RunLoop.Mode] = [.default]

  final func locked<T>(_ body: (UndoHistory) -> T) -> T {
    lock.lock()
    defer { lock.unlock() }
    return body(history)
  }

  // MARK: - Groups

  /// Opens a group, nested in the one that is open: on the main thread and on threads with a run
  /// loop, if ``groupsByEvent`` says so, in the group of the event.
  open func beginUndoGrouping() {
    if locked({ $0.direction == nil }) {
      postCheckpoint()
      openGroupOfTurn()
    }
    open(UndoGroup())
  }

  /// Closes the group that was opened last. Without actions it is kept too: undoing it does nothing.
  open func endUndoGrouping() {
    guard groupingLevel > 0 else {
      misuse("endUndoGrouping called with no matching begin. Call beginUndoGrouping() first.")
    }
    NotificationCenter.default.post(name: .NSUndoManagerCheckpoint, object: self)
    close()
    resumeEvent()
  }

  /// How many groups are open.
  open var groupingLevel: Int { locked { $0.open.count } }

  /// True if a registration outside of any group opens one, which ends with the event; true by
  /// default. Otherwise it is a programmer error; the changes of a context are a group of their own
  /// then, each time that they are processed.
  open var groupsByEvent: Bool {
    get { locked { _ in isGroupingByEvent } }
    set { locked { _ in isGroupingByEvent = newValue } }
  }

  /// The modes of a run loop in which the group of an event is closed; the default mode by default.
  open var runLoopModes: [RunLoop.Mode] {
    get { locked { _ in modes } }
    set { locked { _ in modes = newValue } }
  }

  /// How many groups are kept for undo and for redo: the oldest are dropped. 0, the default, is no
  /// limit.
  open var levelsOfUndo: Int {
    get { locked { $0.levels } }
    set { locked { $0.levels = newValue } }
  }

  // MARK: - Registering

  /// Registers a call into the open group; what could be redone no longer can. Ignored while
  /// registration is disabled.
  ///
  /// - Parameter target: passed to the handler; held weakly, nothing is called once it is gone.
  public final func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if groupingLevel == 0, groupsByEvent {
      NotificationCenter.default.post(name: .NSUndoManagerCheckpoint, object: self)
    }
    add(UndoCall(target, handler))
  }

  /// Registers a call without a checkpoint, in answer to one. Where events are no groups, it needs
  /// none that is open.
  package final func register<T: AnyObject>(_ target: T, _ handler: @escaping (T) -> Void) {
    guard isUndoRegistrationEnabled else { return }
    let call = UndoCall(target, handler)
    if groupsByEvent || groupingLevel > 0 { add(call) } else { registerAlone(call) }
  }

  private final func add(_ call: UndoCall) {
    guard isUndoRegistrationEnabled else { return }
    openEventGroup()
    locked { $0.register(call) }
  }

  /// Stops registration until as many calls enable it again.
  open func disableUndoRegistration() { locked { $0.disabledCount += 1 } }

  /// Takes one call of ``disableUndoRegistration()`` back. A programmer error without one.
  open func enableUndoRegistration() {
    let isMatched = locked { history in
      history.disabledCount -= 1
      return history.disabledCount >= 0
    }
    guard !isMatched else { return }
    misuse(
      "enableUndoRegistration may only be invoked with matching call to disableUndoRegistration.")
  }

  /// True if actions are recorded: true unless ``disableUndoRegistration()`` is in force.
  open var isUndoRegistrationEnabled: Bool { locked { $0.disabledCount == 0 } }

  /// Forgets everything, closes all groups and enables registration.
  open func removeAllActions() { locked { $0.removeAll() } }

  /// Forgets the actions of one target.
  open func removeAllActions(withTarget target: Any) {
    locked { $0.removeAll(target as AnyObject) }
  }

  // MARK: - Undoing

  /// Closes the open group, if there is one, and undoes the last one; nothing when there is none.
  open func undo() {
    prepare("undo")
    undoNestedGroup()
  }

  /// Undoes the last group: of the innermost open group, the last one nested in it. While
  /// registration is disabled, it cannot be redone.
  open func undoNestedGroup() {
    requireIdle("undoNestedGroup")
    run(.undo)
  }

  /// Redoes what was undone last; nothing when something was registered since.
  open func redo() {
    prepare("redo")
    run(.redo)
  }

  /// Closes the one group that may be open.
  private final func prepare(_ operation: String) {
    requireIdle(operation)
    guard groupingLevel < 2 else {
      misuse(
        "\(operation) was called with too many nested undo groups. Call endUndoGrouping() for each "
          + "group first.")
    }
    if groupingLevel == 1 { endUndoGrouping() }
  }

  /// True if there is something to undo, in an open group too, or a client's group is open.
  open var canUndo: Bool { locked(\.canUndo) }

  /// True if there is something to redo. Posts a checkpoint, for what is pending prevents a redo.
  open var canRedo: Bool {
    postCheckpoint()
    return redoCount > 0
  }

  /// How many groups can be undone, without the open one.
  open var undoCount: Int { locked { $0.count(.undo) } }

  /// The number of groups that can be redone.
  open var redoCount: Int { locked { $0.count(.redo) } }

  /// True if an undo is running.
  open var isUndoing: Bool { locked { $0.direction == .undo } }

  /// True if a redo is running.
  open var isRedoing: Bool { locked { $0.direction == .redo } }

  // MARK: - What groups are called

  /// Names the open group, or the last one closed; an empty name takes the name away. On the main
  /// thread and on threads with a run loop, if ``groupsByEvent`` says so, a name outside of any
  /// group is for what the event has yet to register.
  open func setActionName(_ actionName: String) {
    if !actionName.isEmpty { openGroupOfTurn() }
    locked { $0.current?.name = actionName.isEmpty ? nil : actionName }
  }

  /// The name of what would be undone; empty when it has none.
  open var undoActionName: String { locked { $0.top(.undo)?.name ?? "" } }

  /// The name of the group that would be redone; empty when it has none.
  open var redoActionName: String { locked { $0.top(.redo)?.name ?? "" } }

  /// The title of a menu's undo item, such as "Undo Typing".
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The title of a menu's redo item, such as "Redo Typing".
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// Override to translate.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// Returns the title of a redo item for an action's name. Override to translate.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Says whether the open group, or the last one closed, matters to nobody: a position, say.
  open func setActionIsDiscardable(_ discardable: Bool) {
    locked { $0.current?.isMarkedDiscardable = discardable }
  }

  /// True if the group that would be undone may be lost: it was marked so, or every action in it
  /// is.
  open var undoActionIsDiscardable: Bool { locked { $0.top(.undo)?.isDiscardable ?? false } }

  /// True if the group that would be redone may be lost: it was marked so, or every action in it
  /// is.
  open var redoActionIsDiscardable: Bool { locked { $0.top(.redo)?.isDiscardable ?? false } }

  /// Keeps a value with the open group, or the last one closed; nil takes it away.
  open func setActionUserInfoValue(_ info: Any?, forKey key: UndoManager.UserInfoKey) {
    locked { $0.current?.values[key] = info }
  }

  /// Returns the value that was kept with the group that would be undone.
  open func undoActionUserInfoValue(forKey key: UndoManager.UserInfoKey) -> Any? {
    locked { $0.top(.undo)?.values[key] }
  }

  /// Returns the value that was kept with the group that would be redone.
  open func redoActionUserInfoValue(forKey key: UndoManager.UserInfoKey) -> Any? {
    locked { $0.top(.redo)?.values[key] }
  }
}
