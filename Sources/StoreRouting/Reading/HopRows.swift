// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// The rows that sort keys reach over to-one relationships, fetched in advance: one store call for
/// each step of each sort key, not one for each row.
struct HopRows: RowSource {
  private var known: [ObjectKey: Row] = [:]

  init(
    of rows: [Row], query: Query, schema: StoreSchema, snapshot: any StoreSnapshot
  ) throws(StoreError) {
    for key in query.sort where !key.path.hops.isEmpty {
      var (rows, entity) = (rows, schema.entities[query.entity])
      for hop in key.path.hops {
        let toOne = entity.toOnes[hop]
        rows = try follow(toOne.slot, of: rows, in: snapshot)
        entity = schema.entities[toOne.destination]
      }
    }
  }

  private mutating func follow(
    _ slot: Int, of rows: [Row], in snapshot: any StoreSnapshot
  ) throws(StoreError) -> [Row] {
    let keys = Set(rows.compactMap { $0.reference(slot) })
    let unknown = keys.filter { known[$0] == nil }.sorted()
    for (key, row) in zip(unknown, try snapshot.rows(for: unknown)) { known[key] = row }
    return keys.compactMap { known[$0] }
  }

  func row(for key: ObjectKey) throws(StoreError) -> Row? { known[key] }

  /// Sort keys do not lead over to-manys.
  func related(
    _ relationship: RelationshipReference, of owner: ObjectKey
  ) throws(StoreError) -> [ObjectKey] { [] }
}
