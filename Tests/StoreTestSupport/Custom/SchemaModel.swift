// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreInterface
import Synchronization

/// Turns a schema back into the model that compiles to it, for stores that only a coordinator opens.
struct SchemaModel {
  /// A coordinator's model and the configuration that holds the wanted entities.
  struct Made: @unchecked Sendable {
    // Sendable: the model is frozen.
    let model: NSManagedObjectModel
    /// Kept, so that no other schema takes its place.
    let schema: StoreSchema
    let configuration: String
  }

  private struct Wanted: Hashable {
    let schema: ObjectIdentifier
    let entities: [Int]
    let keepsConstraints: Bool
  }

  private static let known = Mutex<[Wanted: Made]>([:])

  private let schema: StoreSchema
  private var entities: [NSEntityDescription] = []

  /// The model of a schema, made once. Stops the program when it compiles to anything else.
  static func of(_ schema: StoreSchema, entities: [Int], keepsConstraints: Bool) throws -> Made {
    let wanted = Wanted(
      schema: ObjectIdentifier(schema), entities: entities, keepsConstraints: keepsConstraints)
    if let made = known.withLock({ $0[wanted] }) { return made }
    let model = SchemaModel(schema).model(entities, keepsConstraints)
    let compiled = try model.compiledSchema()
    precondition(
      compiled.outline == schema.outline,
      "The model compiles to\n\(compiled.outline)\ninstead of\n\(schema.outline)")
    let made = Made(model: model, schema: schema, configuration: "held")
    known.withLock { $0[wanted] = made }
    return made
  }

  private init(_ schema: StoreSchema) {
    self.schema = schema
    RawTransformer.register()
    entities = schema.entities.map { entity in
      let description = NSEntityDescription()
      description.name = entity.name
      description.isAbstract = entity.isAbstract
      description.properties = entity.attributes.filter { $0.declaredBy == entity.index }
        .map(SchemaModel.attribute)
      return description
    }
  }

  private func model(_ held: [Int], _ keepsConstraints: Bool) -> NSManagedObjectModel {
    for entity in schema.entities {
      entities[entity.index].subentities = schema.entities.filter { $0.parent == entity.index }
        .map { entities[$0.index] }
    }
    let ends = schema.entities.flatMap(relationships)
    for (end, relationship) in ends { relationship.inverseRelationship = inverse(of: end, ends) }
    for entity in schema.entities {
      let own = entity.constraints.filter { $0.declaredBy == entity.index }
      guard keepsConstraints, !own.isEmpty else { continue }
      entities[entity.index].uniquenessConstraints = own.map { constraint in
        constraint.columns.map { name($0, entity) }
      }
    }
    let model = NSManagedObjectModel()
    model.entities = entities
    model.setEntities(held.map { entities[$0] }, forConfigurationName: "held")
    return model
  }

  private func name(_ column: Column, _ entity: EntitySchema) -> String {
    switch column {
    case .attribute(let index): entity.attributes[index].name
    case .toOne(let index): entity.toOnes[index].name
    case .key: preconditionFailure("A constraint over the key.")
    }
  }

  private static func attribute(_ schema: AttributeSchema) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = schema.name
    attribute.isOptional = true
    attribute.allowsExternalBinaryDataStorage = schema.allowsExternalStorage
    attribute.type = NSAttributeDescription.AttributeType(rawValue: schema.type.rawValue)
    if schema.type == .transformable { attribute.valueTransformerName = RawTransformer.name }
    return attribute
  }

  // MARK: - Relationships

  private struct End {
    let entity: Int
    let name: String
    let destination: Int
    var storage: ToManySchema.Storage?
  }

  private func relationships(of entity: EntitySchema) -> [(End, NSRelationshipDescription)] {
    let toOnes = entity.toOnes.filter { $0.declaredBy == entity.index }.map {
      End(entity: entity.index, name: $0.name, destination: $0.destination, storage: nil)
    }
    let toManys = entity.toManys.filter { $0.declaredBy == entity.index }
    let ends =
      toOnes
      + toManys.map {
        End(entity: entity.index, name: $0.name, destination: $0.destination, storage: $0.storage)
      }
    return ends.map { end in
      let relationship = NSRelationshipDescription()
      relationship.name = end.name
      relationship.destinationEntity = entities[end.destination]
      relationship.minCount = 0
      relationship.maxCount = end.storage == nil ? 1 : 0
      relationship.isOrdered = toManys.contains { $0.name == end.name && $0.isOrdered }
      relationship.deleteRule = .nullifyDeleteRule
      entities[entity.index].properties.append(relationship)
      return (end, relationship)
    }
  }

  private func inverse(
    of end: End, _ ends: [(End, NSRelationshipDescription)]
  ) -> NSRelationshipDescription? {
    ends.first { isInverse($0.0, of: end) }?.1
  }

  private func isInverse(_ other: End, of end: End) -> Bool {
    switch (end.storage, other.storage) {
    case (.inverse(let toOne), nil): isToOne(other, toOne, of: end.destination)
    case (nil, .inverse(let toOne)): isToOne(end, toOne, of: other.destination)
    case (.link(let link, let side), .link(let otherLink, let otherSide)):
      link == otherLink && schema.links[link].secondName != nil
        && (side != otherSide || schema.links[link].isReflexive)
    case (nil, nil): isOneToOne(end, other)
    default: false
    }
  }

  private func isToOne(_ end: End, _ toOne: Int, of destination: Int) -> Bool {
    let schema = schema.entities[destination].toOnes[toOne]
    return schema.declaredBy == end.entity && schema.name == end.name
  }

  /// A schema does not say which to-ones are inverse to each other: the fixtures have them by name.
  private func isOneToOne(_ end: End, _ other: End) -> Bool {
    guard end.destination == other.entity, other.destination == end.entity else { return false }
    let pairs: Set<Set<String>> = [["passport", "holder"], ["spouse"]]
    return pairs.contains([end.name, other.name])
      || other.name == end.name + "x" || end.name == other.name + "x"
  }
}

extension StoreSchema {
  /// Everything but constraints and indexes, as text.
  fileprivate var outline: String {
    let links = links.map { "\($0)" }
    return (entities.map(\.outline) + links).joined(separator: "\n")
  }
}

extension EntitySchema {
  fileprivate var outline: String {
    "\(name) \(index) \(String(describing: parent)) \(root) \(subtree) \(isAbstract) \(slotCount) "
      + "\(attributes) \(toOnes) \(toManys)"
  }
}
