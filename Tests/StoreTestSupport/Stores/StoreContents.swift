// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Everything that a store holds, read with plain queries, to be compared with another's.
package struct StoreContents: Equatable {
  package struct Object: Equatable {
    package let key: ObjectKey
    package let version: Int64
    package let values: PropertyValues
  }

  package struct Members: Equatable {
    package let relationship: String
    package let owner: ObjectKey
    package let keys: [ObjectKey]
    package let orders: [Int64]
  }

  package private(set) var objects: [Object] = []
  package private(set) var members: [Members] = []

  package init(_ session: StoreSession) throws {
    try self.init(session.backend, session.schema)
  }

  package init(_ backend: any StoreBackend, _ schema: StoreSchema) throws {
    let snapshot = try backend.beginRead()
    defer { snapshot.end() }
    for root in schema.entities where root.parent == nil {
      let query = Query(entity: root.index, concreteEntities: root.subtree)
      for stored in try snapshot.fetch(query) {
        objects.append(
          Object(
            key: stored.key, version: stored.row.version, values: schema.values(of: stored.row)))
        try addMembers(of: stored.key, schema, snapshot)
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
