// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

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
