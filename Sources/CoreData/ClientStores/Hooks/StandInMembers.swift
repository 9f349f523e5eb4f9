// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The effect of a change set on the members of one to-many.
struct StandInMembers {
  private let changes: ChangeSet
  private let owner: ObjectKey
  private let toMany: ToManySchema
  private let destination: EntitySchema
  private let isSymmetric: Bool
  private var members: [ObjectKey] = []
  private var orders: [ObjectKey: Int64] = [:]

  init(
    changes: ChangeSet, owner: ObjectKey, schema: StoreSchema,
    reference: RelationshipReference
  ) {
    self.changes = changes
    self.owner = owner
    toMany = schema.entities[reference.entity].toManys[reference.toMany]
    destination = schema.entities[toMany.destination]
    if case .link(let link, _) = toMany.storage {
      isSymmetric = schema.links[link].isReflexive
    } else {
      isSymmetric = false
    }
  }

  /// Returns the members afterwards, in their order.
  /// - Parameter stored: the members before.
  func applied(to stored: RelatedBatch) -> [ObjectKey] {
    let gone = Set(changes.deletes.map(\.key))
    var result = self
    result.members = stored.keys.filter { !gone.contains($0) }
    result.orders = Dictionary(zip(stored.keys, stored.orders)) { first, _ in first }
    switch toMany.storage {
    case .inverse(let toOne): result.follow(destination.toOnes[toOne])
    case .link(let link, let side): result.follow(link, side)
    }
    return result.sorted
  }

  /// Members without an order come last, in the order in which they came.
  private var sorted: [ObjectKey] {
    guard toMany.isOrdered else { return members }
    return members.enumerated().sorted {
      (orders[$0.element] ?? .max, $0.offset) < (orders[$1.element] ?? .max, $1.offset)
    }.map(\.element)
  }

  private mutating func follow(_ toOne: ToOneSchema) {
    for insert in changes.inserts { follow(toOne, key: insert.key, row: insert.row) }
    for update in changes.updates where update.changed.contains(toOne.slot) {
      follow(toOne, key: update.key, row: update.row)
    }
    guard let slot = toOne.orderSlot else { return }
    for update in changes.updates where update.changed.contains(slot) && orders[update.key] != nil {
      orders[update.key] = update.row.integer(slot)
    }
  }

  private mutating func follow(_ toOne: ToOneSchema, key: ObjectKey, row: Row) {
    guard destination.subtree.contains(key.entity) else { return }
    members.removeAll { $0 == key }
    orders[key] = nil
    guard let owner = row.reference(toOne.slot), owner.number == self.owner.number else { return }
    members.append(key)
    if let slot = toOne.orderSlot, !row.isNull(slot) { orders[key] = row.integer(slot) }
  }

  private mutating func follow(_ link: Int, _ side: LinkSide) {
    for change in changes.links where change.link == link {
      if side == .first || isSymmetric {
        follow(change.kind, owner: change.first, member: change.second, order: change.orderInFirst)
      }
      if side == .second || isSymmetric {
        follow(change.kind, owner: change.second, member: change.first, order: change.orderInSecond)
      }
    }
  }

  private mutating func follow(
    _ kind: LinkChange.Kind, owner: ObjectKey, member: ObjectKey, order: Int64?
  ) {
    guard owner.number == self.owner.number else { return }
    switch kind {
    case .remove:
      members.removeAll { $0 == member }
      orders[member] = nil
    case .add:
      if !members.contains(member) { members.append(member) }
      if let order { orders[member] = order }
    }
  }
}
