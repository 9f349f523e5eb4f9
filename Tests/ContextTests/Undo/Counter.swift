// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// A number with a history: each change registers its opposite.
// Sendable: each is used by one thread at a time.
final class Counter: @unchecked Sendable {
  let manager: UndoManager
  private(set) var value = 0

  init(_ manager: UndoManager) { self.manager = manager }

  func set(_ new: Int) {
    let old = value
    manager.registerUndo(withTarget: self) { $0.set(old) }
    value = new
  }

  /// Sets values, each in a group of its own.
  func setInGroups(_ values: Int...) {
    for value in values {
      manager.beginUndoGrouping()
      set(value)
      manager.endUndoGrouping()
    }
  }
}
