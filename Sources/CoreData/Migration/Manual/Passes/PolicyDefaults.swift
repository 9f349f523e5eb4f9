// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import class PredicateLanguage.NSExpression

/// The steps that a migration policy leaves as they are.
struct PolicyDefaults {
  private let step: MappingStep

  init(_ step: MappingStep) { self.step = step }

  private var mapping: NSEntityMapping { step.mapping }

  /// Makes one object, gives it its attributes, and associates it.
  func createInstance(of source: NSManagedObject) throws {
    guard let entity = step.manager.destinationEntity(for: mapping) else {
      throw failure("has no destination entity, so that nothing can be made of its objects.")
    }
    guard !entity.isAbstract else {
      throw failure("has the destination entity '\(entity.name ?? "")', which is abstract.")
    }
    let object = NSManagedObject(entity: entity, insertInto: step.run.destination.context)
    var variables = MigrationVariables(step)
    variables.source = source
    variables.destination = object
    try set(DefaultMappings.attributes(of: mapping, source.entity, entity), of: object, variables)
    step.manager.associate(
      sourceInstance: source, withDestinationInstance: object, for: mapping)
  }

  /// Sets the relationships of a new object.
  func createRelationships(of object: NSManagedObject) throws {
    let source = try step.run.associations.source(of: object, by: mapping)
    var variables = MigrationVariables(step)
    variables.source = source
    variables.destination = object
    // What gathers pairs gets them from its inverse.
    let gathering = step.run.gatheringToOnes?[object.entity.name ?? ""] ?? []
    let mappings = DefaultMappings.relationships(of: mapping, source?.entity, object.entity)
    try set(mappings.filter { !gathering.contains($0.name ?? "") }, of: object, variables)
  }

  private func set(
    _ properties: [NSPropertyMapping], of object: NSManagedObject,
    _ variables: MigrationVariables
  ) throws {
    var variables = variables
    defer { step.run.propertyMapping = nil }
    for property in properties {
      guard let name = property.name, let expression = property.valueExpression else { continue }
      step.run.propertyMapping = property
      variables.property = property
      let value = try variables.value(of: expression.node)
      try MigratedValue(value, for: name, of: object, step).set()
    }
  }

  private func failure(_ text: String) -> CocoaError {
    CocoaError.make(.migration, reason: "The entity mapping '\(mapping.name ?? "")' \(text)")
  }
}

/// The property mappings of an entity mapping, and those that a copy does not need to have.
enum DefaultMappings {
  /// All stored attributes of a copy are as they were, unless it says what becomes of them.
  static func attributes(
    of mapping: NSEntityMapping, _ source: NSEntityDescription, _ destination: NSEntityDescription
  ) -> [NSPropertyMapping] {
    if let given = mapping.attributeMappings { return given }
    guard mapping.mappingType == .copyEntityMappingType else { return [] }
    return destination.attributesByName.values.filter {
      !$0.isTransient && !($0 is NSDerivedAttributeDescription)
        && source.attributesByName[$0.name] != nil
    }.map { property($0.name, .source($0.name)) }
  }

  /// The same of relationships.
  static func relationships(
    of mapping: NSEntityMapping, _ source: NSEntityDescription?,
    _ destination: NSEntityDescription
  ) -> [NSPropertyMapping] {
    if let given = mapping.relationshipMappings { return given }
    guard mapping.mappingType == .copyEntityMappingType, let source else { return [] }
    return destination.relationshipsByName.values.filter {
      !$0.isTransient && source.relationshipsByName[$0.name] != nil
    }.sorted { $0.name < $1.name }.map { property($0.name, .successors($0.name)) }
  }

  private static func property(_ name: String, _ value: NSExpression) -> NSPropertyMapping {
    let mapping = NSPropertyMapping()
    mapping.name = name
    mapping.valueExpression = value
    return mapping
  }

  /// The to-many relationships of a mapping's source, of which the second pass will ask.
  static func sourceRelationships(
    of mapping: NSEntityMapping, in model: NSManagedObjectModel
  ) -> [String] {
    guard mapping.relationshipMappings?.isEmpty != true, let name = mapping.sourceEntityName,
      let entity = model.entitiesByName[name]
    else { return [] }
    let texts = (mapping.relationshipMappings ?? []).compactMap { $0.valueExpression?.description }
    return entity.relationshipsByName.values.filter { relationship in
      relationship.isToMany
        && (mapping.relationshipMappings == nil
          || texts.contains { $0.contains(relationship.name) })
    }.map(\.name)
  }
}
