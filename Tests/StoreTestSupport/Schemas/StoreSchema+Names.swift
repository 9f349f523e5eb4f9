// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

// Names for tests: below the API there are none.
extension StoreSchema {
  package func index(_ entity: String) -> Int { self[entity].index }

  package subscript(_ name: String) -> EntitySchema {
    guard let entity = entity(named: name) else {
      preconditionFailure("There is no entity \(name).")
    }
    return entity
  }

  /// All entities, as a store that holds everything is configured.
  package var allEntities: [Int] { entities.map(\.index) }

  /// Everything of an entity and its descendants.
  package func query(_ entity: String) -> Query {
    Query(entity: index(entity), concreteEntities: self[entity].subtree)
  }

  package func column(_ entity: String, _ name: String) -> Column { self[entity].column(name) }

  package func slot(_ entity: String, _ name: String) -> Int {
    self[entity].slot(of: column(entity, name))
  }

  /// A path such as `department.name`, from an entity; `self` is the object itself.
  package func path(_ entity: String, _ keys: String) -> ColumnPath {
    var names = keys.split(separator: ".").map(String.init)
    let last = names.removeLast()
    let (hops, end) = follow(names, from: entity)
    return ColumnPath(hops: hops, end.column(last))
  }

  /// A path whose last name is a to-many.
  package func toMany(_ entity: String, _ keys: String) -> ToManyPath {
    var names = keys.split(separator: ".").map(String.init)
    let last = names.removeLast()
    let (hops, end) = follow(names, from: entity)
    return ToManyPath(hops: hops, toMany: end.toMany(last))
  }

  package func relationship(_ entity: String, _ name: String) -> RelationshipReference {
    RelationshipReference(entity: index(entity), toMany: self[entity].toMany(name))
  }

  /// The link behind a to-many, and the owner's side of it.
  package func link(_ entity: String, _ name: String) -> (index: Int, side: LinkSide) {
    let schema = self[entity]
    guard case .link(let link, let side) = schema.toManys[schema.toMany(name)].storage else {
      preconditionFailure("\(entity).\(name) is not a link.")
    }
    return (link, side)
  }

  /// Adds, removes or orders a pair of a link, said from one side's relationship.
  package func linkChange(
    _ kind: LinkChange.Kind = .add, entity: String, name: String, owner: ObjectKey,
    member: ObjectKey, order: Int64? = nil, inverseOrder: Int64? = nil
  ) -> LinkChange {
    let place = link(entity, name)
    if place.side == .first {
      return LinkChange(
        link: place.index, kind: kind, first: owner, second: member, orderInFirst: order,
        orderInSecond: inverseOrder)
    }
    return LinkChange(
      link: place.index, kind: kind, first: member, second: owner, orderInFirst: inverseOrder,
      orderInSecond: order)
  }

  private func follow(_ names: [String], from entity: String) -> ([Int], EntitySchema) {
    var hops: [Int] = []
    var current = self[entity]
    for name in names {
      guard case .toOne(let hop) = current.column(name) else {
        preconditionFailure("\(current.name).\(name) is not to-one.")
      }
      hops.append(hop)
      current = entities[current.toOnes[hop].destination]
    }
    return (hops, current)
  }
}

extension EntitySchema {
  package func column(_ name: String) -> Column {
    if name == "self" { return .key }
    if let index = attributes.firstIndex(where: { $0.name == name }) { return .attribute(index) }
    if let index = toOnes.firstIndex(where: { $0.name == name }) { return .toOne(index) }
    preconditionFailure("\(self.name) has no column \(name).")
  }

  package func toMany(_ name: String) -> Int {
    guard let index = toManys.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("\(self.name) has no to-many \(name).")
    }
    return index
  }
}
