// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Loading to-many relationships.
extension NSManagedObjectContext {
  /// Loads the members of one relationship of several owners, whose values are faults, together.
  final func fulfil(_ owners: [NSManagedObject], _ index: Int) throws {
    if let first = owners.first, owners.allSatisfy({ $0.layout === first.layout }) {
      try fulfilGroup(owners, index)
    } else {
      let groups = Dictionary(grouping: owners) { ObjectIdentifier($0.layout) }
      for group in groups.values { try fulfilGroup(group, index) }
    }
    if reader.hasUnread { reader.noteRead(owners, index) }
  }

  /// Owners of one entity.
  private final func fulfilGroup(_ owners: [NSManagedObject], _ index: Int) throws {
    guard let first = owners.first, rootCoordinator != nil else { return }
    let column = first.layout.properties[index].column
    guard column >= 0 else { return owners.forEach { $0.heldToMany(index).fulfil([]) } }
    if let parentContext { return try fulfil(owners, index, from: parentContext) }
    let reference = RelationshipReference(entity: first.layout.index, toMany: column)
    let stamp = commitStamp
    // Many owners of a link share their members: each one's row is then fetched once.
    let sharesMembers = first.layout.access[index].link >= 0 && owners.count > 8
    let batch = try readMembers(reference, of: owners.map(\.key), withRows: !sharesMembers)
    // Many members are adopted owner by owner, into the array that the owner keeps.
    let isLong =
      owners.count == 1 || !sharesMembers && batch.keys.count >= 32 * owners.count
    let members = isLong ? [] : adopt(batch, 0..<batch.keys.count, stamp: stamp)
    if sharesMembers {
      try loadRows(of: members) { $0.row == nil && $0.flags.isDisjoint(with: .realised) }
    }
    var start = 0
    for (position, owner) in owners.enumerated() {
      var end = start
      while end < batch.owners.count, batch.owners[end] == position { end += 1 }
      let value = owner.heldToMany(index)
      value.storedOrders = batch.orders.isEmpty ? [] : Array(batch.orders[start..<end])
      value.fulfil(
        isLong ? adopt(batch, start..<end, stamp: stamp) : Array(members[start..<end]))
      start = end
    }
  }

  /// The members that a parent's memory has.
  private final func fulfil(
    _ owners: [NSManagedObject], _ index: Int, from parent: NSManagedObjectContext
  ) throws {
    let members = try parent.answerMembers(of: owners.map(\.key), index, for: reader.request)
    for (owner, keys) in zip(owners, members) {
      owner.heldToMany(index).fulfil(keys.map(materialise))
    }
  }

  /// Gives faults that wait for their rows theirs, with one query in the order of their keys. A fault
  /// whose row is gone stays one.
  ///
  /// Faults that several objects lead to are told apart by sorting; a set of keys would take twice as long.
  ///
  /// - Parameter objects: may contain an object several times.
  final func loadRows(
    of objects: [NSManagedObject], where isWaiting: (NSManagedObject) -> Bool
  ) throws {
    let stamp = commitStamp
    var found: [(key: ObjectKey, place: Int)] = []
    var place = 0
    objects.forEachBorrowed { object in
      if !object.key.isTemporary, isWaiting(object) { found.append((object.key, place)) }
      place += 1
    }
    found.sort { $0.key < $1.key }
    var keys: [ObjectKey] = []
    var faults: [NSManagedObject] = []
    for (key, place) in found where keys.last != key {
      keys.append(key)
      faults.append(objects[place])
    }
    for (fault, row) in zip(faults, try readRows(for: keys)) {
      if let row { fault.take(row, at: stamp) }
    }
  }

  /// In parts: a member of several owners is found in the map from its second part on.
  private final func adopt(
    _ batch: RelatedBatch, _ range: Range<Int>, stamp: UInt32
  ) -> [NSManagedObject] {
    var adopted = AdoptedObjects()
    adopted.objects.reserveCapacity(range.count)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: RowBatch.standardCount) {
      let part = start..<min(start + RowBatch.standardCount, range.upperBound)
      let rows = batch.rows.isEmpty ? [] : batch.rows[part]
      adopt(batch.keys[part], rows, stamp: stamp, into: &adopted)
    }
    return adopted.objects
  }
}
