// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Order keys for the members of changed ordered relationships, as ``OrderSpacing`` gives them: as few
/// members as possible get another one.
struct OrderAssignment {
  /// An order key for a slot of an object's row.
  struct Entry {
    let slot: Int
    let order: Int64
  }

  private var entries: [ObjectIdentifier: (object: NSManagedObject, entries: [Entry])] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// Looks at every changed one-to-many of an object.
  mutating func add(_ object: NSManagedObject) {
    guard object.layout.hasOrderedToManys, !object.cells.isEmpty else { return }
    for index in object.changed.slots {
      guard case .toMany(let value) = object.cells[index], value.isOrdered, value.hasChanges
      else { continue }
      addInverse(object, index)
    }
  }

  /// Orders of a one-to-many stand in the rows of its members.
  private mutating func addInverse(_ owner: NSManagedObject, _ index: Int) {
    let record = owner.layout.properties[index]
    guard record.column >= 0,
      case .inverse(let toOne) = owner.layout.schema.toManys[record.column].storage
    else { return }
    for (member, order) in OrderAssignment.orders(owner.loadedToMany(index)) {
      guard let slot = member.layout.schema.toOnes[toOne].orderSlot else { continue }
      entries[ObjectIdentifier(member), default: (member, [])].entries.append(
        Entry(slot: slot, order: order))
    }
  }

  /// Returns the members whose order key is new or another one than the stored. All keys are
  /// remembered for the next save.
  static func orders(_ value: ToManyValue) -> [(NSManagedObject, Int64)] {
    let members = value.members
    let known = storedKeys(of: members, in: value)
    let keys = plan(value, known)
    return members.indices.filter { keys[$0] != known[$0] }.map { (members[$0], keys[$0]) }
  }

  /// Returns all members with their order keys, for a store that has none of them.
  static func allOrders(_ value: ToManyValue) -> [(NSManagedObject, Int64)] {
    let members = value.members
    return Array(zip(members, plan(value, storedKeys(of: members, in: value))))
  }

  private static func plan(_ value: ToManyValue, _ known: [Int64?]) -> [Int64] {
    let keys = OrderSpacing(known).keys()
    value.plannedOrders = keys
    return keys
  }

  /// Returns the order keys that members have in the store; nil for those that are not there, and
  /// for all when they are not known.
  private static func storedKeys(
    of members: [NSManagedObject], in value: ToManyValue
  ) -> [Int64?] {
    let orders = value.storedOrders
    guard let stored = value.committedMembers, !stored.isEmpty, stored.count == orders.count else {
      return Array(repeating: nil, count: members.count)
    }
    if members.count >= stored.count, zip(members, stored).allSatisfy({ $0 === $1 }) {
      return orders.map(Optional.some) + Array(repeating: nil, count: members.count - stored.count)
    }
    let keys = Dictionary(
      zip(stored.map { ObjectIdentifier($0) }, orders), uniquingKeysWith: { first, _ in first })
    return members.map { keys[ObjectIdentifier($0)] }
  }

  /// Returns the entries of an object that is written anyway; they are then dealt with.
  mutating func take(_ object: NSManagedObject) -> [Entry] {
    guard !entries.isEmpty else { return [] }
    return entries.removeValue(forKey: ObjectIdentifier(object))?.entries ?? []
  }

  /// Objects that are not written otherwise.
  var remaining: [(NSManagedObject, [Entry])] {
    entries.values.filter { $0.object.flags.isDisjoint(with: [.deleted, .orphan]) }.map {
      ($0.object, $0.entries)
    }
  }
}
