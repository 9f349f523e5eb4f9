// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// One member of a to-many with its row.
struct MemoryMember {
  let key: ObjectKey
  let row: Row
  let order: Int64
}

extension MemoryState {
  /// Calls `body` with the members of an owner's to-many, in the relationship's order.
  func forEachMember(
    of owner: ObjectKey, _ relationship: RelationshipReference, _ body: (MemoryMember) -> Void
  ) {
    guard row(owner) != nil else { return }
    let toMany = layout.schema.entities[relationship.entity].toManys[relationship.toMany]
    let destination = layout.schema.entities[toMany.destination]
    switch toMany.storage {
    case .inverse(let toOne):
      guard let ordinal = layout.inverse(of: destination.index, toOne: toOne) else { return }
      let list = inverses[ordinal][owner.number]
      visit(list, destination, destination.toOnes[toOne].orderSlot, toMany.isOrdered, body)
    case .link(let link, let side):
      visit(links[link].members(of: owner.number, on: side), destination, toMany.isOrdered, body)
    }
  }

  private func visit(
    _ list: NumberList, _ destination: EntitySchema, _ orderSlot: Int?, _ isOrdered: Bool,
    _ body: (MemoryMember) -> Void
  ) {
    let table = layout.entities[destination.index].table
    var members: [MemoryMember] = []
    for number in list.numbers {
      guard let row = tables[table].rows[number], destination.subtree.contains(row.entity) else {
        continue
      }
      let order = isOrdered ? orderSlot.map(row.integer) ?? 0 : 0
      let key = ObjectKey(entity: row.entity, number: number)
      let member = MemoryMember(key: key, row: row, order: order)
      if isOrdered { members.append(member) } else { body(member) }
    }
    visitInOrder(members, body)
  }

  private func visit(
    _ list: [LinkMember], _ destination: EntitySchema, _ isOrdered: Bool,
    _ body: (MemoryMember) -> Void
  ) {
    let table = layout.entities[destination.index].table
    var members: [MemoryMember] = []
    for entry in list {
      guard let row = tables[table].rows[entry.key.number] else { continue }
      let key = ObjectKey(entity: row.entity, number: entry.key.number)
      let member = MemoryMember(key: key, row: row, order: entry.order)
      if isOrdered { members.append(member) } else { body(member) }
    }
    visitInOrder(members, body)
  }

  private func visitInOrder(_ members: [MemoryMember], _ body: (MemoryMember) -> Void) {
    let sorted = members.sorted {
      $0.order != $1.order ? $0.order < $1.order : $0.key.number < $1.key.number
    }
    for member in sorted { body(member) }
  }
}
