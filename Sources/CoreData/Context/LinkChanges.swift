// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The pairs that a save adds to and removes from many-to-many links.
///
/// Both ends of a pair have recorded the change; it is taken from the first side, so that no pair
/// is looked up. Order keys come from whichever side is ordered.
struct LinkChanges {
  private var changes: [LinkChange] = []

  static func of(_ objects: [NSManagedObject]) -> [LinkChange] {
    var result = LinkChanges()
    for object in objects where object.layout.hasToManys && !object.cells.isEmpty {
      object.changed.forEach { result.add(object, $0) }
    }
    return result.changes
  }

  private mutating func add(_ owner: NSManagedObject, _ index: Int) {
    guard case .toMany(let value) = owner.cells[index], value.hasChanges else { return }
    let record = owner.layout.properties[index]
    guard record.column >= 0, !record.isTransient,
      case .link(let link, let side) = owner.layout.schema.toManys[record.column].storage
    else { return }
    if side == .first || record.inverse < 0 {
      for member in value.removed.objects where owner.isStorable(member) {
        changes.append(pair(link, .remove, owner, member, side, order: nil))
      }
      for member in value.added.objects where !value.isOrdered && owner.isStorable(member) {
        changes.append(pair(link, .add, owner, member, side, order: nil))
      }
    }
    guard value.isOrdered else { return }
    for (member, order) in OrderAssignment.orders(owner.loadedToMany(index))
    where owner.isStorable(member) {
      changes.append(pair(link, .add, owner, member, side, order: order))
    }
  }

  private func pair(
    _ link: Int, _ kind: LinkChange.Kind, _ owner: NSManagedObject, _ member: NSManagedObject,
    _ side: LinkSide, order: Int64?
  ) -> LinkChange {
    side == .first
      ? LinkChange(
        link: link, kind: kind, first: owner.key, second: member.key, orderInFirst: order)
      : LinkChange(
        link: link, kind: kind, first: member.key, second: owner.key, orderInSecond: order)
  }
}
