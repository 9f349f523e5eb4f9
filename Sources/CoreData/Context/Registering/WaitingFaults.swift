// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Faults that wait for their rows, each once, in the order of their keys: the order in which stores find rows
/// fastest.
///
/// Faults that several objects lead to are told apart by sorting; a set of keys would take twice as long.
struct WaitingFaults {
  private(set) var keys: [ObjectKey] = []
  private var faults: [NSManagedObject] = []

  /// - Parameter objects: may contain an object several times.
  init(among objects: [NSManagedObject], where isWaiting: (NSManagedObject) -> Bool) {
    var found: [(key: ObjectKey, place: Int)] = []
    var place = 0
    objects.forEachBorrowed { object in
      if !object.key.isTemporary, isWaiting(object) { found.append((object.key, place)) }
      place += 1
    }
    found.sort { $0.key < $1.key }
    keys.reserveCapacity(found.count)
    for (key, place) in found where keys.last != key {
      keys.append(key)
      faults.append(objects[place])
    }
  }

  /// Hands out the rows that were read for the keys. A fault whose row is gone stays one.
  func take(_ rows: [Row?], at stamp: UInt32) {
    for (fault, row) in zip(faults, rows) {
      if let row { fault.state.take(row, at: stamp) }
    }
  }
}
