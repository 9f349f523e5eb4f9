// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import RecordProtocol

/// Objects as records and back.
struct HTTPRecord {
  let store: HTTPStore

  /// All stored values of an object.
  func values(of object: NSManagedObject) -> [String: RecordValue] {
    var values: [String: RecordValue] = [:]
    for (name, attribute) in object.entity.attributesByName where !attribute.isTransient {
      values[name] = RecordCoding.value(object.value(forKey: name), of: attribute)
    }
    for (name, relationship) in object.entity.relationshipsByName where relationship.isInRecord {
      values[name] = keys(object.value(forKey: name))
    }
    return values.filter { $0.value != .null }
  }

  /// A to-one is its destination's key, a to-many a list.
  private func keys(_ value: Any?) -> RecordValue {
    switch value {
    case let object as NSManagedObject: .integer(Int64(store.key(object.objectID)))
    case let ordered as NSOrderedSet:
      .keys(ordered.array.compactMap { ($0 as? NSManagedObject).map { store.key($0.objectID) } })
    case let set as Set<NSManagedObject>: .keys(set.map { store.key($0.objectID) }.sorted())
    default: .null
    }
  }

  /// The attributes and to-ones of a record; to-manys are asked for when they are needed.
  func nodeValues(_ record: Record, of entity: NSEntityDescription) throws -> [String: Any] {
    var values: [String: Any] = [:]
    for (name, attribute) in entity.attributesByName where !attribute.isTransient {
      values[name] = RecordCoding.value(record.values[name], of: attribute)
    }
    for (name, relationship) in entity.relationshipsByName where relationship.isInRecord {
      guard !relationship.isToMany else { continue }
      values[name] = try destination(record.values[name], of: relationship)
    }
    return values
  }

  func destination(
    _ value: RecordValue?, of relationship: NSRelationshipDescription
  ) throws -> Any {
    guard case .integer(let key) = value, let entity = relationship.destinationEntity else {
      return NSNull()
    }
    guard entity.subentities.isEmpty else { return try ids([Int(key)]).first ?? NSNull() }
    return store.newObjectID(for: entity, referenceObject: Int(key))
  }

  /// The server knows the entities, and which objects without an inverse are gone.
  func ids(_ keys: [Int]) throws -> [NSManagedObjectID] {
    try store.existing(keys).compactMap(store.id)
  }
}

extension NSRelationshipDescription {
  /// A plain to-many of a to-one is found by that.
  var isInRecord: Bool {
    guard !isTransient else { return false }
    guard isToMany, !isOrdered, let inverse = inverseRelationship else { return true }
    return inverse.isToMany
  }
}
