// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Reads the members of a to-many: from the index of the to-one that points back, or from a link.
/// One look-up per owner, and one per member where rows are needed.
struct RelatedReader {
  private struct Member {
    /// The owner's position in the request.
    var owner: Int32
    var key: ObjectKey
    var order: Int64
    var row: Row?
  }

  private let snapshot: LMDBSnapshot
  private let layout: StoreLayout
  private let toMany: ToManySchema
  private let destination: EntitySchema

  init(_ relationship: RelationshipReference, _ snapshot: LMDBSnapshot) {
    self.snapshot = snapshot
    layout = snapshot.layout
    toMany = layout.schema.entities[relationship.entity].toManys[relationship.toMany]
    destination = layout.schema.entities[toMany.destination]
  }

  func read(_ owners: [ObjectKey], withRows: Bool) throws(StoreError) -> RelatedBatch {
    var members: [Member]
    var orderSlot: Int?
    switch toMany.storage {
    case .inverse(let toOne):
      members = try indexed(owners, toOne)
      if toMany.isOrdered { orderSlot = destination.toOnes[toOne].orderSlot }
    case .link(let link, let side):
      members = try linked(owners, link, side)
    }
    if withRows || orderSlot != nil { try fetch(&members) }
    if let orderSlot {
      for index in members.indices {
        members[index].order = members[index].row?.integer(orderSlot) ?? 0
      }
    }
    if toMany.isOrdered {
      members.sort { ($0.owner, $0.order, $0.key.number) < ($1.owner, $1.order, $1.key.number) }
    }
    return batch(members, withRows)
  }

  // MARK: - Inverses

  /// The members in the index of the to-one, by owner and number.
  private func indexed(_ owners: [ObjectKey], _ toOne: Int) throws(StoreError) -> [Member] {
    var members: [Member] = []
    guard let index = layout.index(ofToOne: toOne, entity: destination.index) else { return [] }
    var cursor = try Cursor(
      layout.indexes[index].database, in: snapshot.current(), store: snapshot.path)
    defer { snapshot.cursorSteps += cursor.steps }
    var values = SortableKey()
    for (position, owner) in owners.enumerated() {
      values.removeAll()
      values.appendInteger(owner.number)
      let length = values.bytes.count
      var isThere = try cursor.seek(values.bytes)
      while isThere, cursor.key.count == length + 8, cursor.key.starts(with: values.bytes) {
        let number = SortableKey.trailingNumber(cursor.key)
        if let entity = entity(cursor.value), destination.subtree.contains(entity) {
          let key = ObjectKey(entity: entity, number: number)
          members.append(Member(owner: Int32(position), key: key, order: 0))
        }
        isThere = try cursor.next()
      }
    }
    return members
  }

  private func entity(_ value: UnsafeRawBufferPointer) -> Int? {
    guard value.count >= 4 else { return nil }
    return layout.numbers.index(of: value.loadUnaligned(as: UInt32.self))
  }

  // MARK: - Links

  /// The members of a link, by owner and number.
  private func linked(
    _ owners: [ObjectKey], _ link: Int, _ side: LinkSide
  ) throws(StoreError) -> [Member] {
    var members: [Member] = []
    guard let link = layout.links[link] else { return [] }
    var cursor = try Cursor(
      link.database(side), in: snapshot.current(), store: snapshot.path)
    defer { snapshot.cursorSteps += cursor.steps }
    for (position, owner) in owners.enumerated() {
      var isThere = try cursor.seek(BigEndian(owner.number))
      while isThere, let entry = LinkEntry(key: cursor.key, value: cursor.value),
        entry.owner == owner.number
      {
        if let entity = layout.numbers.index(of: entry.entity) {
          let key = ObjectKey(entity: entity, number: entry.member)
          members.append(Member(owner: Int32(position), key: key, order: entry.order ?? 0))
        }
        isThere = try cursor.next()
      }
    }
    return members
  }

  // MARK: - Parts

  /// Adds the rows, all owners' at once. A member without one is damage that reading does not make
  /// worse.
  private func fetch(_ members: inout [Member]) throws(StoreError) {
    let rows = try snapshot.rows(for: members.map(\.key))
    for index in members.indices { members[index].row = rows[index] }
    members.removeAll { $0.row == nil }
  }

  private func batch(_ members: [Member], _ withRows: Bool) -> RelatedBatch {
    var batch = RelatedBatch()
    batch.owners = members.map(\.owner)
    batch.keys = members.map(\.key)
    if toMany.isOrdered { batch.orders = members.map(\.order) }
    if withRows { batch.rows = members.compactMap(\.row) }
    return batch
  }
}
#endif
