// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport

/// Everything that a store holds, read with plain queries, to be compared with another's.
struct StoreContents: Equatable {
  struct Object: Equatable {
    let key: ObjectKey
    let version: Int64
    let values: PropertyValues
  }

  struct Members: Equatable {
    let relationship: String
    let owner: ObjectKey
    let keys: [ObjectKey]
    let orders: [Int64]
  }

  var objects: [Object] = []
  var members: [Members] = []

  init(_ session: StoreSession) throws {
    let schema = session.schema
    for root in schema.entities where root.parent == nil {
      let query = Query(entity: root.index, concreteEntities: root.subtree)
      for stored in try session.fetch(query) {
        objects.append(
          Object(
            key: stored.key, version: stored.row.version, values: schema.values(of: stored.row)))
        try session.read { snapshot in try addMembers(of: stored.key, schema, snapshot) }
      }
    }
  }

  private mutating func addMembers(
    of owner: ObjectKey, _ schema: StoreSchema, _ snapshot: any StoreSnapshot
  ) throws {
    for (index, toMany) in schema.entities[owner.entity].toManys.enumerated() {
      let reference = RelationshipReference(entity: owner.entity, toMany: index)
      let found = try snapshot.related(reference, of: [owner], withRows: false)
      members.append(
        Members(
          relationship: toMany.name, owner: owner, keys: found.keys, orders: found.orders))
    }
  }
}
