// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The state of an undo manager: what can be undone and redone, and the groups that are open.
/// Posts and locks nothing; its owner does.
final class UndoHistory {
  enum Direction {
    case undo
    case redo
  }

  private var undoGroups: [UndoGroup] = []
  private var redoGroups: [UndoGroup] = []
  /// The open groups, innermost last.
  private(set) var open: [UndoGroup] = []
  /// The operation that is running now.
  private(set) var direction: Direction?
  /// The groups that were open when an undo of a nested group began.
  private var setAside: [UndoGroup] = []
  var disabledCount = 0
  var levels = 0 {
    didSet { trim() }
  }

  func count(_ direction: Direction) -> Int {
    direction == .undo ? undoGroups.count : redoGroups.count
  }

  /// The open group, if it is the only one and no operation is running.
  var loneGroup: UndoGroup? { direction == nil && open.count == 1 ? open[0] : nil }

  /// The open groups that are not of the operation that is running.
  private var pending: [UndoGroup] { direction == nil ? open : setAside }

  var canUndo: Bool { !undoGroups.isEmpty || pending.contains(where: \.isStep) }

  /// The group that an undo or redo would run: an open one that will stay or has a name goes first.
  func top(_ direction: Direction) -> UndoGroup? {
    guard direction == .undo else { return redoGroups.last }
    return pending.first { $0.name != nil } ?? pending.first(where: \.isStep) ?? undoGroups.last
  }

  /// The group that names and marks belong to: the innermost open one, else the last one closed.
  var current: UndoGroup? { open.last ?? (direction == .redo ? redoGroups : undoGroups).last }

  // MARK: - Groups

  func push(_ group: UndoGroup) { open.append(group) }

  /// Closes the innermost group. A nested one becomes an action of its parent; another one goes
  /// where the present direction sends it. An empty one stays only if it is a client's, so that
  /// undoing it undoes nothing else.
  func pop() {
    guard let group = open.popLast(), direction == nil ? group.isStep : !group.isEmpty else {
      return
    }
    if let parent = open.last { return parent.append(group) }
    if direction == .undo { redoGroups.append(group) } else { undoGroups.append(group) }
    trim()
  }

  /// Adds a call to the innermost group. What could be redone no longer can.
  func register(_ call: UndoCall) {
    open.last?.append(call)
    if direction == nil { redoGroups = [] }
  }

  // MARK: - Running

  /// Takes out the group to run: for an undo within an open group, the last one nested in it.
  func take(_ direction: Direction) -> UndoGroup? {
    if direction == .redo { return redoGroups.popLast() }
    return open.last.map { $0.popGroup() } ?? undoGroups.popLast()
  }

  func begin(_ direction: Direction) {
    self.direction = direction
    setAside = open
    open = []
  }

  func end() {
    direction = nil
    open = setAside
    setAside = []
  }

  // MARK: - Forgetting

  func removeAll() {
    undoGroups = []
    redoGroups = []
    open = []
    setAside = []
    disabledCount = 0
  }

  func removeAll(_ target: AnyObject) {
    // A group that was empty before is a client's, and stays.
    func isEmptied(_ group: UndoGroup) -> Bool {
      let wasEmpty = group.isEmpty
      group.remove(target)
      return group.isEmpty && !wasEmpty
    }
    undoGroups.removeAll(where: isEmptied)
    redoGroups.removeAll(where: isEmptied)
    for group in open + setAside { group.remove(target) }
  }

  private func trim() {
    guard levels > 0 else { return }
    undoGroups.removeFirst(max(undoGroups.count - levels, 0))
    redoGroups.removeFirst(max(redoGroups.count - levels, 0))
  }
}
