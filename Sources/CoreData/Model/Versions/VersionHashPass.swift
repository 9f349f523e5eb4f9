// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

/// The hashes of several entities: an ancestor and an inherited property are hashed once.
struct VersionHashPass {
  private var entities: [ObjectIdentifier: Data] = [:]
  /// By the facets, which an inherited property shares with the ancestor's.
  private var properties: [ObjectIdentifier: Data] = [:]

  mutating func hash(of entity: NSEntityDescription) -> Data {
    if let known = entities[ObjectIdentifier(entity)] { return known }
    let ancestor = entity.superentity.map { hash(of: $0) }
    let stored = entity.properties.filter { !$0.isTransient }.map { ($0.name, hash(of: $0)) }
    let made = VersionHash.entity(
      name: entity.name ?? "", isAbstract: entity.isAbstract,
      modifier: entity.versionHashModifier, superentityHash: ancestor, properties: stored,
      constraints: entity.ownUniquenessConstraints)
    entities[ObjectIdentifier(entity)] = made
    return made
  }

  private mutating func hash(of property: NSPropertyDescription) -> Data {
    if let known = properties[ObjectIdentifier(property.facets)] { return known }
    let made = VersionHashing.hash(of: property)
    properties[ObjectIdentifier(property.facets)] = made
    return made
  }
}

extension NSManagedObjectModel {
  /// The stamp of the last change of the model or of anything in it.
  final var lastChange: UInt64 {
    entityList.reduce(freezing.stamp) { Swift.max($0, $1.lastChange) }
  }
}

extension NSEntityDescription {
  fileprivate final var lastChange: UInt64 {
    propertyTable.own.reduce(Swift.max(freezing.stamp, parent?.freezing.stamp ?? 0)) {
      Swift.max($0, $1.lastChange)
    }
  }
}

extension NSPropertyDescription {
  fileprivate final var lastChange: UInt64 {
    let own = facets.freezing.stamp
    switch self {
    case let composite as NSCompositeAttributeDescription:
      return composite.elements.reduce(own) { Swift.max($0, $1.lastChange) }
    case let relationship as NSRelationshipDescription:
      // Their names count, and they may be outside of the model.
      let inverse = relationship.inverseRelationship?.facets.freezing.stamp ?? 0
      return Swift.max(own, inverse, relationship.destinationEntity?.freezing.stamp ?? 0)
    default: return own
    }
  }
}
