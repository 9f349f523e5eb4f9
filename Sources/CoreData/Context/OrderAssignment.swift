// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Order keys for the members of changed ordered relationships: 2048, then steps of 1024
/// (R-REQ-138). Appending to a stored order numbers only what is new.
struct OrderAssignment {
  /// An order key for a slot of an object's row.
  struct Entry {
    let slot: Int
    let order: Int64
  }

  static let first: Int64 = 2048
  static let step: Int64 = 1024

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

  /// The members that need a (new) order key: all, or after a mere append the appended.
  static func orders(_ value: ToManyValue) -> [(NSManagedObject, Int64)] {
    let members = value.members
    var start = 0
    var next = first
    if let stored = value.committedMembers, !stored.isEmpty, value.lastOrder > 0,
      members.count >= stored.count, zip(members, stored).allSatisfy({ $0 === $1 })
    {
      start = stored.count
      next = value.lastOrder + step
    }
    return members[start...].enumerated().map { ($1, next + Int64($0) * step) }
  }

  /// The entries of an object that is written anyway; they are then dealt with.
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
