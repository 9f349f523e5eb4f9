// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// Asking an incremental store for the values of one object.
struct IncrementalRecord {
  private let key: ObjectKey
  private let backend: IncrementalBackend
  /// Where what the store says is kept.
  private let cache: RecordCache

  /// - Parameter cache: nil: the one of all.
  init(key: ObjectKey, backend: IncrementalBackend, cache: RecordCache? = nil) {
    self.key = key
    self.backend = backend
    self.cache = cache ?? backend.cache
  }

  /// Returns the row as the store has it now; nil when there is none. It is kept. While the store
  /// is asked for the rest of a record, that has what is known of it.
  func load() throws(StoreError) -> Row? {
    do {
      return try backend.call { context in
        if let loading = LoadingRecord.current(of: key, in: backend) {
          loading.note(reader: StoreCaller.current?.context)
          return try row(loading.node, loading.destinations)
        }
        let id = try backend.id(key)
        let count = cache.expiryCount
        let node = try backend.store.newValuesForObject(with: id, with: context)
        try requireSame(node, id)
        return try complete(node, id: id, in: context) { try keep(node, $0, since: count) }
      }
    } catch {
      guard IncrementalRecord.isMissing(error) else { throw error }
      cache.remove(key)
      return nil
    }
  }

  /// Returns the members of a to-many, asked for.
  func members(_ toMany: Int) throws(StoreError) -> [ObjectKey] {
    let schema = backend.schema.entities[key.entity].toManys[toMany]
    do {
      return try backend.call { context in
        let id = try backend.id(key)
        let relationship = try description(schema.name, id)
        let value = try backend.store.newValue(
          forRelationship: relationship, forObjectWith: id, with: context)
        return try keys(value, relationship, isOrdered: schema.isOrdered)
      }
    } catch {
      guard IncrementalRecord.isMissing(error) else { throw error }
      return []
    }
  }

  /// Returns true if a store said that the object does not exist.
  private static func isMissing(_ error: StoreError) -> Bool {
    (error.underlying as? CocoaError)?.code == .managedObjectReferentialIntegrity
      || (error.underlying as NSError?)?.code == NSManagedObjectReferentialIntegrityError
  }

  private func description(
    _ name: String, _ id: NSManagedObjectID
  ) throws -> NSRelationshipDescription {
    guard let relationship = id.entity.relationshipsByName[name] else {
      throw CocoaError.make(.coreData, reason: "\(id.entity.name ?? "") has no '\(name)'.")
    }
    return relationship
  }

  // MARK: - Rows

  /// Returns the row of a node, with the to-ones that it does not bring, which the store is asked
  /// for.
  private func complete(
    _ node: NSIncrementalStoreNode, id: NSManagedObjectID, in context: NSManagedObjectContext,
    keep: (Row) throws -> Row
  ) throws -> Row {
    let missing = node.objectID.layout.properties.filter {
      $0.kind == .toOne && $0.isPersistent && $0.slot >= 0 && node.value(for: $0.description) == nil
    }
    guard !missing.isEmpty else { return try keep(try row(node, [:])) }
    let loading = LoadingRecord(key: key, node: node, backend: backend)
    return try loading.completing {
      for record in missing {
        guard let relationship = record.description as? NSRelationshipDescription else { continue }
        let value = try backend.store.newValue(
          forRelationship: relationship, forObjectWith: id, with: context)
        loading.destinations[record.name] = try destination(value, relationship)
      }
      return try keep(try row(node, loading.destinations))
    }
  }

  private func keep(
    _ node: NSIncrementalStoreNode, _ row: Row, since count: UInt64
  ) throws -> Row {
    var members: [Int: [ObjectKey]] = [:]
    for record in node.objectID.layout.properties
    where record.kind == .toMany && record.column >= 0 {
      guard let value = node.value(for: record.description), !(value is NSNull),
        let relationship = record.description as? NSRelationshipDescription
      else { continue }
      members[record.column] = try keys(value, relationship, isOrdered: record.isOrdered)
    }
    return cache.read(row, node: node.version, members: members, for: key, since: count).row
  }

  private func requireSame(_ node: NSIncrementalStoreNode, _ id: NSManagedObjectID) throws {
    guard try node.objectID == id || backend.isSame(backend.key(node.objectID), key) else {
      throw backend.wrongAnswer(
        "newValuesForObject(with:with:) of \(type(of: backend.store)) was asked for "
          + "\(id.uriRepresentation()) and gave a node of \(node.objectID.uriRepresentation()).")
    }
  }

  /// - Parameter asked: where the to-ones lead that the node does not bring.
  private func row(
    _ node: NSIncrementalStoreNode, _ asked: [String: ObjectKey]
  ) throws -> Row {
    let layout = node.objectID.layout
    let packing = RecordPacking(
      layout: layout, storeName: backend.storeName, assembler: RowAssembler(chunkCapacity: 256))
    return try packing.row(
      version: Int64(clamping: node.version),
      value: { layout.record(named: $0).flatMap { node.value(for: $0.description) } },
      destination: { record in
        guard let value = node.value(for: record.description),
          let relationship = record.description as? NSRelationshipDescription
        else { return asked[record.name] }
        return try destination(value, relationship)
      })
  }

  private func destination(
    _ value: Any, _ relationship: NSRelationshipDescription
  ) throws -> ObjectKey? {
    try value is NSNull ? nil : key(value, relationship)
  }

  // MARK: - IDs

  private func keys(
    _ value: Any, _ relationship: NSRelationshipDescription, isOrdered: Bool
  ) throws -> [ObjectKey] {
    let list: [Any]
    switch value {
    case let ordered as NSOrderedSet: list = ordered.array
    case let array as [Any]: list = array
    case let set as NSSet: list = set.allObjects
    case let set as Set<AnyHashable>: list = set.map(\.base)
    default: throw wrong(value, relationship)
    }
    let keys = try list.map { try key($0, relationship) }
    return isOrdered ? keys : keys.sorted()
  }

  private func key(_ value: Any, _ relationship: NSRelationshipDescription) throws -> ObjectKey {
    guard let id = value as? NSManagedObjectID else { throw wrong(value, relationship) }
    return try backend.key(id)
  }

  private func wrong(_ value: Any, _ relationship: NSRelationshipDescription) -> StoreError {
    backend.wrongAnswer(
      "The store class \(type(of: backend.store)) gave a \(type(of: value)) for the relationship "
        + "'\(relationship.name)'. It gives an object ID or NSNull for a to-one, and an array, set "
        + "or ordered set of object IDs for a to-many.")
  }
}
