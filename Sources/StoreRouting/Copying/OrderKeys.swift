// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// Order keys for rows that lack them: a client store tells where an object stands only when
/// the owner of the ordered relationship is asked for its members.
final class OrderKeys {
  /// The members of one owner.
  private struct Owner: Hashable {
    let relationship: RelationshipReference
    let number: Int64
  }

  /// How many members are remembered, so that memory does not grow with the store.
  private static let limit = 100_000

  private let snapshot: any StoreSnapshot
  private let schema: StoreSchema
  private let assembler = RowAssembler()
  private var keys: [Owner: [Int64: Int64]] = [:]
  private var count = 0

  init(_ snapshot: any StoreSnapshot, _ schema: StoreSchema) {
    self.snapshot = snapshot
    self.schema = schema
  }

  /// Returns the row with every order key that it should have. Costs a call for each owner that has
  /// not come lately.
  func completed(_ row: Row, _ key: ObjectKey) throws(StoreError) -> Row {
    var missing: [(slot: Int, order: Int64)] = []
    for (index, toOne) in schema.entities[row.entity].toOnes.enumerated() {
      guard let slot = toOne.orderSlot, row.isNull(slot), let owner = row.reference(toOne.slot),
        let relationship = inverse(of: index, toOne, row.entity),
        let order = try keys(relationship, owner)[key.number]
      else { continue }
      missing.append((slot, order))
    }
    return missing.isEmpty ? row : merged(missing, into: row)
  }

  private func merged(_ orders: [(slot: Int, order: Int64)], into row: Row) -> Row {
    let entity = schema.entities[row.entity]
    var changed = SlotSet()
    assembler.begin(entity: entity.index, slotCount: entity.slotCount, version: row.version)
    for (slot, order) in orders {
      assembler.setInteger(order, slot)
      changed.insert(slot)
    }
    let update = RowUpdate(
      key: ObjectKey(entity: entity.index, number: 0), row: assembler.finish(), changed: changed,
      expectedVersion: nil)
    return RowLayout(entity).merge(update, into: row, with: assembler)
  }

  private func inverse(
    of index: Int, _ toOne: ToOneSchema, _ entity: Int
  ) -> RelationshipReference? {
    let place = schema.entities[toOne.destination].toManys.firstIndex { toMany in
      guard case .inverse(index) = toMany.storage else { return false }
      return schema.entities[toMany.destination].subtree.contains(entity)
    }
    return place.map { RelationshipReference(entity: toOne.destination, toMany: $0) }
  }

  private func keys(
    _ relationship: RelationshipReference, _ owner: ObjectKey
  ) throws(StoreError) -> [Int64: Int64] {
    let place = Owner(relationship: relationship, number: owner.number)
    if let known = keys[place] { return known }
    let members = try snapshot.related(relationship, of: [owner], withRows: false)
    let orders = zip(members.keys.map(\.number), members.orders)
    let found = Dictionary(orders) { first, _ in first }
    if count + found.count > OrderKeys.limit { (keys, count) = ([:], 0) }
    keys[place] = found
    count += found.count
    return found
  }
}
