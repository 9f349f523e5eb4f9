// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Actions that are undone together, in the order of their registration.
final class UndoGroup {
  enum Action {
    case call(UndoCall)
    case group(UndoGroup)

    /// True of a group without actions.
    var isEmpty: Bool { if case .group(let group) = self { group.isEmpty } else { false } }
  }

  /// Who closes the group.
  enum Closing {
    case client
    /// It was opened for an event whose end a run loop or the main queue will tell.
    case endOfEvent
    /// It was opened for an event whose end nobody tells, or that ended with a client's group open
    /// in it: the next checkpoint closes it.
    case checkpoint
  }

  private(set) var actions: [Action] = []
  var name: String? {
    didSet { namesake = nil }
  }
  /// The nested group that the name is of, unless the client has given it to this one.
  private var namesake: UndoGroup?
  var values: [UndoManager.UserInfoKey: Any] = [:]
  /// The client's statement about the group.
  var isMarkedDiscardable: Bool?
  var closing: Closing

  init(closing: Closing = .client) { self.closing = closing }

  /// An empty group for the opposite of another: it is called the same.
  init(opposing group: UndoGroup) {
    closing = .client
    name = group.name
    values = group.values
    isMarkedDiscardable = group.isMarkedDiscardable
  }

  var isEmpty: Bool { actions.isEmpty }

  /// True if the group stays when it is closed: an event's without actions does not.
  var isStep: Bool { closing == .client || !isEmpty }

  /// True if the last action is a nested group.
  var endsWithGroup: Bool { if case .group? = actions.last { true } else { false } }

  /// True if losing the group loses nothing that matters: it was marked so, or all in it is.
  var isDiscardable: Bool {
    if let isMarkedDiscardable { return isMarkedDiscardable }
    let full = actions.filter { !$0.isEmpty }
    return !full.isEmpty
      && full.allSatisfy {
        if case .group(let group) = $0 { group.isDiscardable } else { false }
      }
  }

  func append(_ call: UndoCall) { actions.append(.call(call)) }

  /// Takes a nested group in as one action, and its name if it has none itself.
  func append(_ group: UndoGroup) {
    actions.append(.group(group))
    if name == nil, group.name != nil {
      name = group.name
      namesake = group
    }
    values.merge(group.values) { own, _ in own }
  }

  /// Takes the last action out if it is a nested group, and the name that came with it.
  func popGroup() -> UndoGroup? {
    guard case .group(let group)? = actions.last else { return nil }
    actions.removeLast()
    if namesake === group { name = nil }
    return group
  }

  /// Runs the actions, the last one first.
  func run() {
    for action in actions.reversed() {
      switch action {
      case .call(let call): call.run()
      case .group(let group): group.run()
      }
    }
  }

  /// Drops the actions for a target and for targets that are gone, and nested groups that are empty
  /// then.
  func remove(_ target: AnyObject) {
    actions.removeAll {
      switch $0 {
      case .call(let call): return call.target === target || call.target == nil
      case .group(let group):
        group.remove(target)
        return group.isEmpty
      }
    }
  }
}

/// One registered call, to be run by an undo or a redo.
struct UndoCall {
  /// Whom the call is for, held weakly: a call for an object that is gone does nothing.
  weak var target: AnyObject?
  let run: () -> Void

  init<T: AnyObject>(_ target: T, _ handler: @escaping (T) -> Void) {
    self.target = target
    run = { [weak target] in target.map(handler) }
  }
}
