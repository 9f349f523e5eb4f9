// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Looks for members of ordered relationships that have no place, or another's.
struct OrderCheck {
  /// An order key that is to be written.
  struct Place {
    let key: ObjectKey
    let row: Row
    let toOne: ToOneSchema
    let order: Int64
  }

  /// The relationship of one owner, as its members name it.
  private struct Owner: Hashable {
    let declaredBy: Int
    let slot: Int
    let number: Int64
  }

  private struct Waiting {
    let key: ObjectKey
    let row: Row
    let toOne: ToOneSchema
    let owner: Owner
  }

  private var taken: [Owner: Set<Int64>] = [:]
  private var waiting: [Waiting] = []

  /// Notes an object that a to-one leads from.
  mutating func add(_ key: ObjectKey, _ row: Row, by toOne: ToOneSchema) {
    guard let slot = toOne.orderSlot, let destination = row.reference(toOne.slot) else { return }
    let owner = Owner(
      declaredBy: toOne.declaredBy, slot: toOne.slot, number: destination.number)
    let isPlaced =
      !row.isNull(slot) && taken[owner, default: []].insert(row.integer(slot)).inserted
    if !isPlaced { waiting.append(Waiting(key: key, row: row, toOne: toOne, owner: owner)) }
  }

  /// Those without a place, each with one behind all others.
  var misplaced: [Place] {
    var last = taken.mapValues { $0.max() ?? 0 }
    return waiting.map { member in
      let order = (last[member.owner] ?? 0) &+ OrderCheck.distance
      last[member.owner] = order
      return Place(key: member.key, row: member.row, toOne: member.toOne, order: order)
    }
  }

  /// Room between two members.
  private static let distance: Int64 = 1 << 16
}
