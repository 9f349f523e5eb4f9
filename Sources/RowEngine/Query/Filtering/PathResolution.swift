// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension StoreSchema {
  /// Returns a path as slots: the slots of the to-ones to follow, the column at the end and the
  /// entity it belongs to. The key of a hop's destination is the to-one column itself, so that it
  /// costs no look-up.
  func resolve(_ path: ColumnPath, from entity: Int) -> ([Int], Column, EntitySchema) {
    var hops = path.hops
    var column = path.column
    if column == .key, let last = hops.popLast() { column = .toOne(last) }
    let (slots, end) = follow(hops, from: entity)
    return (slots, column, end)
  }

  /// The slots of a chain of to-ones and the entity it leads to.
  func follow(_ hops: [Int], from entity: Int) -> ([Int], EntitySchema) {
    var current = entities[entity]
    var slots: [Int] = []
    for hop in hops {
      slots.append(current.toOnes[hop].slot)
      current = entities[current.toOnes[hop].destination]
    }
    return (slots, current)
  }
}

extension RowSource {
  /// Returns the row that a chain of to-one slots leads to; nil after a null.
  func row(from row: Row, along hops: [Int]) throws(StoreError) -> Row? {
    var current = row
    for slot in hops {
      guard let key = current.destination(slot), let next = try self.row(for: key) else {
        return nil
      }
      current = next
    }
    return current
  }

  /// Returns the key and row that a chain of to-one slots leads to.
  func object(
    from row: Row, _ key: ObjectKey, along hops: [Int]
  ) throws(StoreError) -> (ObjectKey, Row)? {
    guard let last = hops.last else { return (key, row) }
    guard let owner = try self.row(from: row, along: hops.dropLast()),
      let end = owner.destination(last), let found = try self.row(for: end)
    else { return nil }
    return (ObjectKey(entity: found.entity, number: end.number, store: end.store), found)
  }
}
