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
    switch toMany.storage {
    case .inverse(let toOne): try readInverse(owners, toOne, withRows)
    case .link(let link, let side): try readLink(owners, link, side, withRows)
    }
  }

  // MARK: - Inverses

  private func readInverse(
    _ owners: [ObjectKey], _ toOne: Int, _ withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    guard let index = layout.index(ofToOne: toOne, entity: destination.index) else {
      return RelatedBatch()
    }
    let orderSlot = toMany.isOrdered ? destination.toOnes[toOne].orderSlot : nil
    var batch = RelatedBatch()
    var cursor = try Cursor(
      layout.indexes[index].database, in: snapshot.current(), store: snapshot.path)
    let assembler = RowAssembler()
    var values = SortableKey()
    for (position, owner) in owners.enumerated() {
      values.removeAll()
      values.appendInteger(owner.number)
      var members = try indexed(values.bytes, &cursor)
      if let orderSlot {
        try fetch(&members, assembler)
        for index in members.indices { members[index].order = members[index].row?.integer(orderSlot) ?? 0 }
        sort(&members)
      } else if withRows {
        try fetch(&members, assembler)
      }
      append(members, position, withRows, to: &batch)
    }
    snapshot.cursorSteps += cursor.steps
    return batch
  }

  /// The members in the index under one owner.
  private func indexed(
    _ stem: [UInt8], _ cursor: inout Cursor
  ) throws(StoreError) -> [Member] {
    var members: [Member] = []
    var isThere = try cursor.seek(stem)
    while isThere, cursor.key.count == stem.count + 8, cursor.key.starts(with: stem) {
      let number = SortableKey.trailingNumber(cursor.key)
      if let entity = entity(cursor.value), destination.subtree.contains(entity) {
        members.append(Member(key: ObjectKey(entity: entity, number: number), order: 0))
      }
      isThere = try cursor.next()
    }
    return members
  }

  private func entity(_ value: UnsafeRawBufferPointer) -> Int? {
    guard value.count >= 4 else { return nil }
    return layout.numbers.index(of: value.loadUnaligned(as: UInt32.self))
  }

  // MARK: - Links

  private func readLink(
    _ owners: [ObjectKey], _ link: Int, _ side: LinkSide, _ withRows: Bool
  ) throws(StoreError) -> RelatedBatch {
    guard let link = layout.links[link] else { return RelatedBatch() }
    var batch = RelatedBatch()
    var cursor = try Cursor(
      link.database(side), in: snapshot.current(), store: snapshot.path)
    let assembler = RowAssembler()
    for (position, owner) in owners.enumerated() {
      var members = try linked(owner.number, &cursor)
      if toMany.isOrdered { sort(&members) }
      if withRows { try fetch(&members, assembler) }
      append(members, position, withRows, to: &batch)
    }
    snapshot.cursorSteps += cursor.steps
    return batch
  }

  private func linked(
    _ owner: Int64, _ cursor: inout Cursor
  ) throws(StoreError) -> [Member] {
    var members: [Member] = []
    var isThere = try cursor.seek(BigEndian(owner))
    while isThere, let entry = LinkEntry(key: cursor.key, value: cursor.value),
      entry.owner == owner
    {
      if let entity = layout.numbers.index(of: entry.entity) {
        let key = ObjectKey(entity: entity, number: entry.member)
        members.append(Member(key: key, order: entry.order ?? 0))
      }
      isThere = try cursor.next()
    }
    return members
  }

  // MARK: - Parts

  /// Adds the rows; a member without one is damage that reading does not make worse.
  private func fetch(_ members: inout [Member], _ assembler: RowAssembler) throws(StoreError) {
    for index in members.indices {
      members[index].row = try snapshot.row(for: members[index].key, into: assembler)
    }
    members.removeAll { $0.row == nil }
  }

  private func sort(_ members: inout [Member]) {
    members.sort { ($0.order, $0.key.number) < ($1.order, $1.key.number) }
  }

  private func append(
    _ members: [Member], _ owner: Int, _ withRows: Bool, to batch: inout RelatedBatch
  ) {
    for member in members {
      batch.owners.append(Int32(truncatingIfNeeded: owner))
      batch.keys.append(member.key)
      if toMany.isOrdered { batch.orders.append(member.order) }
      if withRows, let row = member.row { batch.rows.append(row) }
    }
  }
}
#endif
