// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The pairs that a save adds to and removes from many-to-many links.
///
/// Both ends of a pair have recorded the change; it is taken from the first side, so that no pair
/// is looked up. Order keys come from whichever side is ordered: a pair of which both sides tell something is
/// looked up, and written once.
struct LinkChanges {
  private struct Pair: Hashable {
    let link: Int
    let first: ObjectKey
    let second: ObjectKey
  }

  private(set) var changes: [LinkChange] = []
  /// Where pairs with orders are to be added.
  private var places: [Pair: Int] = [:]

  /// Adds what changed in an object's relationships.
  @inline(__always)
  mutating func add(_ owner: NSManagedObject) {
    guard owner.layout.hasLinks, !owner.cells.isEmpty else { return }
    for index in owner.layout.links where owner.changed.contains(index) { add(owner, index) }
  }

  private mutating func add(_ owner: NSManagedObject, _ index: Int) {
    guard case .toMany(let value) = owner.cells[index], value.hasChanges else { return }
    let access = owner.layout.access[index]
    if access.linkSide == .first || access.inverse < 0 {
      value.removed.forEachBorrowed {
        add(access, kind: .remove, owner: owner, member: $0, order: nil)
      }
      if !value.isOrdered {
        value.added.forEachBorrowed {
          add(access, kind: .add, owner: owner, member: $0, order: nil)
        }
      }
    }
    guard value.isOrdered else { return }
    for (member, order) in OrderAssignment.orders(owner.loadedToMany(index)) {
      add(access, kind: .add, owner: owner, member: member, order: order)
    }
  }

  /// Adds all pairs of an object that moves to another store; in the former one they go with the
  /// object's row.
  mutating func addAll(_ owner: NSManagedObject) {
    guard owner.layout.hasLinks, !owner.cells.isEmpty else { return }
    for index in owner.layout.links {
      guard case .toMany(let value) = owner.cells[index] else { continue }
      let access = owner.layout.access[index]
      if value.isOrdered {
        for (member, order) in OrderAssignment.allOrders(value) {
          add(access, kind: .add, owner: owner, member: member, order: order)
        }
      } else if access.linkSide == .first || access.inverse < 0 {
        for member in value.members {
          add(access, kind: .add, owner: owner, member: member, order: nil)
        }
      }
    }
  }

  @inline(__always)
  private mutating func add(
    _ access: PropertyAccess, kind: LinkChange.Kind, owner: NSManagedObject,
    member: NSManagedObject, order: Int64?
  ) {
    // One that moves to another store loses its pairs here with its row.
    guard owner.isStorable(member), member.key.store == owner.key.store else { return }
    let isFirst = access.linkSide == .first
    let change = LinkChange(
      link: Int(access.link), kind: kind, first: isFirst ? owner.key : member.key,
      second: isFirst ? member.key : owner.key, orderInFirst: isFirst ? order : nil,
      orderInSecond: isFirst ? nil : order)
    let isOrdered =
      access.isOrdered
      || access.inverse >= 0 && member.layout.access[Int(access.inverse)].isOrdered
    if isOrdered { merge(change) } else { changes.append(change) }
  }

  private mutating func merge(_ change: LinkChange) {
    let pair = Pair(link: change.link, first: change.first, second: change.second)
    guard change.kind == .add else {
      places[pair] = nil
      return changes.append(change)
    }
    guard let place = places[pair] else {
      places[pair] = changes.count
      return changes.append(change)
    }
    if let order = change.orderInFirst { changes[place].orderInFirst = order }
    if let order = change.orderInSecond { changes[place].orderInSecond = order }
  }
}
