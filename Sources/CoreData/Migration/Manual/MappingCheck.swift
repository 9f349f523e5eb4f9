// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Finds out whether a mapping model fits two models, before anything is done (R-PSC-570).
struct MappingCheck {
  private let mapping: NSMappingModel
  private let source: NSManagedObjectModel
  private let destination: NSManagedObjectModel

  init(
    _ mapping: NSMappingModel, from source: NSManagedObjectModel,
    to destination: NSManagedObjectModel
  ) {
    self.mapping = mapping
    self.source = source
    self.destination = destination
  }

  /// Throws 134110, and 134170 for a custom mapping without a policy.
  func run() throws {
    for mapping in mapping.entityMappings ?? [] {
      try checkEnds(of: mapping)
      try checkPolicy(of: mapping)
      try checkProperties(of: mapping)
    }
    try destination.validateSchema()
  }

  private func checkEnds(of mapping: NSEntityMapping) throws {
    if let name = mapping.sourceEntityName {
      try check(
        Entity(name: name, hash: mapping.sourceEntityVersionHash, end: "source"), in: source,
        mapping)
    }
    if let name = mapping.destinationEntityName {
      try check(
        Entity(name: name, hash: mapping.destinationEntityVersionHash, end: "destination"),
        in: destination, mapping)
    }
  }

  private struct Entity {
    let name: String
    let hash: Data?
    let end: String
  }

  private func check(
    _ entity: Entity, in model: NSManagedObjectModel, _ mapping: NSEntityMapping
  ) throws {
    guard let known = model.entityVersionHashesByName[entity.name] else {
      throw failure(
        mapping,
        "names the entity '\(entity.name)', which the \(entity.end) model does not have.")
    }
    guard let hash = entity.hash, hash != known,
      mapping.mappingType != .customEntityMappingType
    else { return }
    throw failure(
      mapping,
      "was made for another version of the entity '\(entity.name)' than the \(entity.end) model "
        + "has.")
  }

  private func checkPolicy(of mapping: NSEntityMapping) throws {
    guard mapping.mappingType == .customEntityMappingType,
      mapping.entityMigrationPolicyClassName == nil
    else { return }
    throw failure(
      mapping, "is a custom one and names no migration policy.", code: .entityMigrationPolicy)
  }

  private func checkProperties(of mapping: NSEntityMapping) throws {
    guard let name = mapping.destinationEntityName,
      let entity = destination.entitiesByName[name]
    else { return }
    for property in mapping.attributeMappings ?? []
    where property.valueExpression != nil {
      guard entity.attributesByName[property.name ?? ""] == nil else { continue }
      throw unknown(property, mapping)
    }
    for property in mapping.relationshipMappings ?? []
    where property.valueExpression != nil {
      guard entity.relationshipsByName[property.name ?? ""] == nil else { continue }
      throw unknown(property, mapping)
    }
  }

  private func unknown(_ property: NSPropertyMapping, _ mapping: NSEntityMapping) -> CocoaError {
    failure(
      mapping,
      "sets '\(property.name ?? "")', which is no such property of the entity "
        + "'\(mapping.destinationEntityName ?? "")'.")
  }

  private func failure(
    _ mapping: NSEntityMapping, _ text: String, code: CocoaError.Code = .migration
  ) -> CocoaError {
    CocoaError.make(code, reason: "The entity mapping '\(mapping.name ?? "")' \(text)")
  }
}
