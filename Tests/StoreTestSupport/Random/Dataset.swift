// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
package import StoreInterface

/// The contents of a store, held in memory by a test: what the reference evaluator is asked about
/// and what stores are filled with.
package struct Dataset: Sendable {
  /// An object by its key and its values.
  package struct Object: Sendable {
    package var key: ObjectKey
    package var values: PropertyValues

    package init(key: ObjectKey, values: PropertyValues) {
      self.key = key
      self.values = values
    }
  }

  package let schema: StoreSchema
  package private(set) var objects: [Object]
  package private(set) var links: [LinkChange]
  /// Rows by the root entity and the number.
  private var rows: [ObjectKey: Row] = [:]
  /// Members by relationship (of the declaring entity) and owner (as above).
  private var members: [RelationshipReference: [ObjectKey: [ObjectKey]]] = [:]

  package init(schema: StoreSchema, objects: [Object], links: [LinkChange]) {
    self.schema = schema
    self.objects = objects.sorted { $0.key < $1.key }
    self.links = links
    for object in self.objects {
      rows[identity(object.key)] = schema.row(object.key.entity, object.values)
    }
    for entity in schema.entities {
      for (index, toMany) in entity.toManys.enumerated() where toMany.declaredBy == entity.index {
        let reference = RelationshipReference(entity: entity.index, toMany: index)
        members[reference] = collectMembers(of: toMany)
      }
    }
  }

  /// The objects of some concrete entities, by number.
  package func stored(_ entities: Range<Int>) -> [StoredRow] {
    objects.filter { entities.contains($0.key.entity) }
      .compactMap { object in
        rows[identity(object.key)].map { StoredRow(key: object.key, row: $0) }
      }
      .sorted { $0.key.number < $1.key.number }
  }

  /// Puts everything into an empty store, in one transaction.
  package func fill(_ session: StoreSession) throws {
    for root in Set(objects.map { schema.entities[$0.key.entity].root }).sorted() {
      let numbers = objects.filter { schema.entities[$0.key.entity].root == root }
        .map(\.key.number)
      _ = try session.backend.reserveNumbers(Int(numbers.max() ?? 1), root: root)
    }
    var changes = ChangeSet()
    changes.inserts = objects.map {
      RowInsert(key: $0.key, row: schema.row($0.key.entity, $0.values))
    }
    changes.links = links
    changes.keepsAllOwners = true
    try session.commit(changes)
  }

  /// The same without some objects, and without what mentions them.
  package func removing(_ removed: Set<ObjectKey>) -> Dataset {
    let kept = objects.filter { !removed.contains($0.key) }.map { object in
      var object = object
      for (name, value) in object.values {
        if case .reference(let key) = value, removed.contains(key) { object.values[name] = nil }
      }
      return object
    }
    let links = links.filter { !removed.contains($0.first) && !removed.contains($0.second) }
    return Dataset(schema: schema, objects: kept, links: links)
  }

  /// The same as a store keeps it: a client store gets URIs as objects have them.
  package func kept(by store: StoreUnderTest) -> Dataset {
    guard !store.capabilities.contains(.verbatim) else { return self }
    let kept = objects.map { object in
      var object = object
      for attribute in schema.entities[object.key.entity].attributes where attribute.type == .uri {
        object.values[attribute.name] =
          object.values[attribute.name].flatMap(SampleValues.ofObject)
      }
      return object
    }
    return Dataset(schema: schema, objects: kept, links: links)
  }

  private func identity(_ key: ObjectKey) -> ObjectKey {
    ObjectKey(entity: schema.entities[key.entity].root, number: key.number)
  }

  private func collectMembers(of toMany: ToManySchema) -> [ObjectKey: [ObjectKey]] {
    var result: [ObjectKey: [ObjectKey]] = [:]
    switch toMany.storage {
    case .inverse(let toOne):
      let destination = schema.entities[toMany.destination]
      let slot = destination.toOnes[toOne].slot
      for stored in stored(destination.subtree) {
        guard let owner = stored.row.reference(slot) else { continue }
        result[identity(owner), default: []].append(stored.key)
      }
    case .link(let index, let side):
      let isSymmetric = schema.links[index].isReflexive
      for pair in links where pair.link == index {
        let (owner, member) = side == .first ? (pair.first, pair.second) : (pair.second, pair.first)
        result[identity(owner), default: []].append(member)
        if isSymmetric, owner != member { result[identity(member), default: []].append(owner) }
      }
    }
    return result
  }
}

extension Dataset: RowSource {
  package func row(for key: ObjectKey) throws(StoreError) -> Row? {
    guard let row = rows[identity(key)] else { return nil }
    return schema.entities[key.entity].subtree.contains(row.entity) ? row : nil
  }

  package func related(
    _ relationship: RelationshipReference, of owner: ObjectKey
  ) throws(StoreError) -> [ObjectKey] {
    let toMany = schema.entities[relationship.entity].toManys[relationship.toMany]
    let declared = RelationshipReference(
      entity: toMany.declaredBy, toMany: relationship.toMany)
    return members[declared]?[identity(owner)] ?? []
  }
}

extension Dataset: CustomStringConvertible {
  package var description: String {
    let objects = objects.map { object in
      let values = object.values.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
      let key = "\(schema.entities[object.key.entity].name)/\(object.key.number)"
      return "  \(key) \(values.joined(separator: ", "))"
    }
    let links = links.map { "  link \($0.link): \($0.first.number)–\($0.second.number)" }
    return (objects + links).joined(separator: "\n")
  }
}
