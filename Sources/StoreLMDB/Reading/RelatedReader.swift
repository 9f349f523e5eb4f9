// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// Reads the members of a to-many: from the index of the to-one that points back, or from a link.
/// One look-up per owner, and one per member where rows are needed.
struct RelatedReader {
  private let snapshot: LMDBSnapshot
  private let layout: DatabaseLayout
  private let toMany: ToManySchema
  private let destination: EntitySchema

  init(_ relationship: RelationshipReference, _ snapshot: LMDBSnapshot) {
    self.snapshot = snapshot
    layout = snapshot.layout
    toMany = layout.schema.entities[relationship.entity].toManys[relationship.toMany]
    destination = layout.schema.entities[toMany.destination]
  }

  func read(_ owners: [ObjectKey], withRows: Bool) throws(StoreError) -> RelatedBatch {
    var batch: RelatedBatch
    var orderSlot: Int?
    switch toMany.storage {
    case .inverse(let toOne):
      batch = try indexed(owners, toOne)
      if toMany.isOrdered { orderSlot = destination.toOnes[toOne].orderSlot }
    case .link(let link, let side):
      batch = try linked(to: owners, link: link, side: side)
    }
    if withRows || orderSlot != nil { try fetch(&batch) }
    if toMany.isOrdered {
      if let orderSlot { batch.orders = batch.rows.map { $0.integer(orderSlot) } }
      sort(&batch)
    }
    if !withRows { batch.rows = [] }
    return batch
  }

  // MARK: - Inverses

  /// Returns the members in the index of the to-one, by owner and number.
  private func indexed(_ owners: [ObjectKey], _ toOne: Int) throws(StoreError) -> RelatedBatch {
    var batch = RelatedBatch()
    guard let index = layout.index(ofToOne: toOne, entity: destination.index) else {
      return batch
    }
    let numbers = layout.numbers
    let subtree = destination.subtree
    var cursor = try Cursor(
      layout.indexes[index].database, in: snapshot.current(), store: snapshot.path)
    defer { snapshot.cursorSteps += cursor.steps }
    var found: [SortWord] = []
    for (position, owner) in owners.enumerated() {
      var stem = SortableKey()
      stem.appendInteger(owner.number)
      try withBytes(stem) { stem throws(StoreError) in
        var isThere = try cursor.seek(stem)
        while isThere, cursor.key.begins(with: stem) {
          guard cursor.key.count >= stem.count + 8, cursor.value.count >= 4 else {
            throw damage("the index of a to-one")
          }
          let number = SortableKey.trailingNumber(cursor.key)
          let stored = cursor.value.loadUnaligned(as: UInt32.self)
          guard number > 0 else { throw damage("the index of a to-one") }
          if let entity = numbers.index(of: stored), subtree.contains(entity) {
            found.append(SortWord(word: UInt64(bitPattern: number), index: UInt32(entity)))
          }
          isThere = try cursor.next()
        }
      }
      RelatedReader.move(&found, to: &batch, Int32(position))
    }
    return batch
  }

  private func damage(_ what: String) -> StoreError {
    StoreError(.corrupt, store: snapshot.path, message: "\(what) is damaged")
  }

  private func withBytes(
    _ key: SortableKey, _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Void
  ) throws(StoreError) {
    try withTypedErrors { try key.bytes.withUnsafeBytes(body) }
  }

  /// Adds one owner's members by number. The index may have another order among them.
  private static func move(
    _ found: inout [SortWord], to batch: inout RelatedBatch, _ owner: Int32
  ) {
    let areSorted = zip(found, found.dropFirst()).allSatisfy { $0.word < $1.word }
    if !areSorted { SortWord.sort(&found) }
    for member in found {
      batch.owners.append(owner)
      batch.keys.append(
        ObjectKey(entity: Int(member.index), number: Int64(bitPattern: member.word)))
    }
    found.removeAll(keepingCapacity: true)
  }

  // MARK: - Links

  /// Returns the members of a link, by owner and number.
  private func linked(
    to owners: [ObjectKey], link: Int, side: LinkSide
  ) throws(StoreError) -> RelatedBatch {
    var batch = RelatedBatch()
    guard let link = layout.links[link] else { return batch }
    let numbers = layout.numbers
    var cursor = try Cursor(
      link.database(side), in: snapshot.current(), store: snapshot.path)
    defer { snapshot.cursorSteps += cursor.steps }
    for (position, owner) in owners.enumerated() {
      var isThere = try cursor.seek(BigEndian(owner.number))
      while isThere, let entry = LinkEntry(key: cursor.key, value: cursor.value),
        entry.owner == owner.number
      {
        if let entity = numbers.index(of: entry.entity) {
          guard entry.member > 0, destination.subtree.contains(entity) else {
            throw damage("\(toMany.name) of the object \(owner.number)")
          }
          batch.owners.append(Int32(position))
          batch.keys.append(ObjectKey(entity: entity, number: entry.member))
          if toMany.isOrdered { batch.orders.append(entry.order ?? 0) }
        }
        isThere = try cursor.next()
      }
    }
    return batch
  }

  // MARK: - Parts

  /// Adds the rows. A member without one is damage that reading does not make worse.
  private func fetch(_ batch: inout RelatedBatch) throws(StoreError) {
    batch.rows.reserveCapacity(batch.keys.count)
    var fetch = try RowFetch(snapshot, entity: destination.index)
    var missing: [Int] = []
    for (place, key) in batch.keys.enumerated() {
      if let row = try fetch.row(key) { batch.rows.append(row) } else { missing.append(place) }
    }
    for place in missing.reversed() {
      batch.owners.remove(at: place)
      batch.keys.remove(at: place)
      if !batch.orders.isEmpty { batch.orders.remove(at: place) }
    }
  }

  /// By owner, order key and number.
  private func sort(_ batch: inout RelatedBatch) {
    let unsorted = batch
    let places = unsorted.keys.indices.sorted { a, b in
      (unsorted.owners[a], unsorted.orders[a], unsorted.keys[a].number)
        < (unsorted.owners[b], unsorted.orders[b], unsorted.keys[b].number)
    }
    batch.owners = places.map { unsorted.owners[$0] }
    batch.keys = places.map { unsorted.keys[$0] }
    batch.orders = places.map { unsorted.orders[$0] }
    if !unsorted.rows.isEmpty { batch.rows = places.map { unsorted.rows[$0] } }
  }
}
#endif
