// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension Set where Element: NSObject {
  /// The capacity to ask for so that many members seldom meet: twice their number.
  ///
  /// An object that finds its place taken is compared with whoever has it, through Foundation, and in
  /// memory that may be far away. In a table three quarters full that happens 1.6 times an object, and
  /// takes longer than all else; in one of twice the size every third time.
  static func room(for count: Int) -> Int { count > 16 ? 2 * count : count }

  /// Makes a set in a table of which no more than half is used.
  init(roomy objects: [Element]) {
    let room = Set.room(for: objects.count)
    guard room > objects.count else {
      self.init(objects)
      return
    }
    self.init(minimumCapacity: room)
    for object in objects { insert(object) }
  }
}
