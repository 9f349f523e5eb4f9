// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// Asking an incremental store for the values of one object.
struct IncrementalRecord {
  private let key: ObjectKey
  private let backend: IncrementalBackend

  init(_ key: ObjectKey, _ backend: IncrementalBackend) {
    self.key = key
    self.backend = backend
  }

  /// The record as the store has it now; nil when there is none. It is kept.
  func load() throws(StoreError) -> RecordCache.Record? {
    do {
      return try backend.gate.call {
        let id = try backend.id(key)
        let context = backend.callingContext()
        let node = try backend.store.newValuesForObject(with: id, with: context)
        return keep(node, try row(node, id, context))
      }
    } catch {
      guard IncrementalRecord.isMissing(error) else { throw error }
      backend.cache.remove(key)
      return nil
    }
  }

  /// The members of a to-many, asked for.
  func members(_ toMany: Int) throws(StoreError) -> [ObjectKey] {
    let schema = backend.schema.entities[key.entity].toManys[toMany]
    do {
      return try backend.gate.call {
        let id = try backend.id(key)
        let relationship = try description(schema.name, id)
        let value = try backend.store.newValue(
          forRelationship: relationship, forObjectWith: id, with: backend.callingContext())
        return keys(value, relationship, isOrdered: schema.isOrdered)
      }
    } catch {
      guard IncrementalRecord.isMissing(error) else { throw error }
      return []
    }
  }

  /// Whether a store said that the object does not exist.
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

  private func keep(_ node: NSIncrementalStoreNode, _ row: Row) -> RecordCache.Record {
    var members: [Int: [ObjectKey]] = [:]
    for record in node.objectID.layout.properties
    where record.kind == .toMany && record.column >= 0 {
      guard let value = node.value(for: record.description), !(value is NSNull),
        let relationship = record.description as? NSRelationshipDescription
      else { continue }
      members[record.column] = keys(value, relationship, isOrdered: record.isOrdered)
    }
    return backend.cache.read(row, node: node.version, members: members, for: key)
  }

  private func row(
    _ node: NSIncrementalStoreNode, _ id: NSManagedObjectID, _ context: NSManagedObjectContext
  ) throws -> Row {
    guard node.objectID == id || isSame(backend.key(node.objectID)) else {
      raise(
        .invalidArgument,
        "newValuesForObject(with:with:) of \(type(of: backend.store)) was asked for "
          + "\(id.uriRepresentation()) and gave a node of \(node.objectID.uriRepresentation()).")
    }
    let layout = node.objectID.layout
    let packing = RecordPacking(
      layout: layout, storeName: backend.storeName, assembler: RowAssembler(chunkCapacity: 256))
    return try packing.row(
      version: Int64(clamping: node.version),
      value: { layout.record(named: $0).flatMap { node.value(for: $0.description) } },
      destination: { try destination($0, node, id, context) })
  }

  /// Whether a key names the same object, perhaps by another entity of its hierarchy.
  private func isSame(_ other: ObjectKey) -> Bool {
    let entities = backend.schema.entities
    return other.number == key.number
      && entities[other.entity].root == entities[key.entity].root
  }

  private func destination(
    _ record: PropertyRecord, _ node: NSIncrementalStoreNode, _ id: NSManagedObjectID,
    _ context: NSManagedObjectContext
  ) throws -> ObjectKey? {
    guard let relationship = record.description as? NSRelationshipDescription else { return nil }
    let value =
      try node.value(for: relationship)
      ?? backend.store.newValue(forRelationship: relationship, forObjectWith: id, with: context)
    if value is NSNull { return nil }
    return key(value, relationship)
  }

  // MARK: - IDs

  private func keys(
    _ value: Any, _ relationship: NSRelationshipDescription, isOrdered: Bool
  ) -> [ObjectKey] {
    let list: [Any]
    switch value {
    case let ordered as NSOrderedSet: list = ordered.array
    case let array as [Any]: list = array
    case let set as NSSet: list = set.allObjects
    case let set as Set<AnyHashable>: list = set.map(\.base)
    default: wrong(value, relationship)
    }
    let keys = list.map { key($0, relationship) }
    return isOrdered ? keys : keys.sorted()
  }

  private func key(_ value: Any, _ relationship: NSRelationshipDescription) -> ObjectKey {
    guard let id = value as? NSManagedObjectID else { wrong(value, relationship) }
    return backend.key(id)
  }

  private func wrong(_ value: Any, _ relationship: NSRelationshipDescription) -> Never {
    raise(
      .invalidArgument,
      "The store class \(type(of: backend.store)) gave a \(type(of: value)) for the relationship "
        + "'\(relationship.name)'. It gives an object ID or NSNull for a to-one, and an array, set "
        + "or ordered set of object IDs for a to-many.")
  }
}
