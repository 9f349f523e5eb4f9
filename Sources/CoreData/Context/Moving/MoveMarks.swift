// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The objects that the next save moves to other stores, with the keys that they get there.
struct MoveMarks {
  private var marks: [ObjectIdentifier: (object: NSManagedObject, key: ObjectKey)] = [:]

  var isEmpty: Bool { marks.isEmpty }

  /// The key that an object is going to have; nil for one that stays where it is.
  func destination(of object: NSManagedObject) -> ObjectKey? {
    marks.isEmpty ? nil : marks[ObjectIdentifier(object)]?.key
  }

  func contains(_ object: NSManagedObject) -> Bool { destination(of: object) != nil }

  /// The store that an object is in after the next save.
  func store(of object: NSManagedObject) -> Int {
    destination(of: object)?.store ?? object.key.store
  }

  mutating func mark(_ object: NSManagedObject, key: ObjectKey) {
    marks[ObjectIdentifier(object)] = (object, key)
  }

  mutating func unmark(_ object: NSManagedObject) { marks[ObjectIdentifier(object)] = nil }

  /// Objects have lost flags: those that no save would write stay where they are.
  mutating func prune() {
    guard !marks.isEmpty else { return }
    marks = marks.filter { !$0.value.object.flags.isDisjoint(with: [.inserted, .updated]) }
  }
}
