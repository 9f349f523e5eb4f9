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
      visit(
        list, destination: destination, orderSlot: destination.toOnes[toOne].orderSlot,
        isOrdered: toMany.isOrdered, body: body)
    case .link(let link, let side):
      visit(
        owner, link: links[link], side: side, destination: destination, isOrdered: toMany.isOrdered,
        body: body)
    }
  }

  private func visit(
    _ list: NumberList, destination: EntitySchema, orderSlot: Int?, isOrdered: Bool,
    body: (MemoryMember) -> Void
  ) {
    let rows = tables[layout.entities[destination.index].table].rows
    let subtree = destination.subtree
    var members: [MemoryMember] = []
    func visit(_ number: Int64) {
      guard let row = rows[number], subtree.contains(row.entity) else { return }
      let order = isOrdered ? orderSlot.map(row.integer) ?? 0 : 0
      let key = ObjectKey(entity: row.entity, number: number)
      let member = MemoryMember(key: key, row: row, order: order)
      if isOrdered { members.append(member) } else { body(member) }
    }
    switch list {
    case .none: return
    case .one(let number): visit(number)
    case .many(let numbers): for number in numbers { visit(number) }
    }
    if isOrdered { visitInOrder(members, body) }
  }

  private func visit(
    _ owner: ObjectKey, link: LinkTable, side: LinkSide, destination: EntitySchema,
    isOrdered: Bool, body: (MemoryMember) -> Void
  ) {
    let rows = tables[layout.entities[destination.index].table].rows
    var members: [MemoryMember] = []
    link.forEachMember(of: owner.number, on: side) { number, order in
      guard let row = rows[number] else { return }
      let key = ObjectKey(entity: row.entity, number: number)
      let member = MemoryMember(key: key, row: row, order: order)
      if isOrdered { members.append(member) } else { body(member) }
    }
    if isOrdered { visitInOrder(members, body) }
  }

  private func visitInOrder(_ members: [MemoryMember], _ body: (MemoryMember) -> Void) {
    let sorted = members.sorted {
      $0.order != $1.order ? $0.order < $1.order : $0.key.number < $1.key.number
    }
    for member in sorted { body(member) }
  }
}
