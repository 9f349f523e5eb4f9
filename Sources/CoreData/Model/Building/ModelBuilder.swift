// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

/// Makes the descriptions that a model document describes.
///
/// The document is consistent: its reader has checked names and references. What only shows here,
/// such as a predicate that does not parse, is thrown with model, entity and property.
struct ModelBuilder {
  private let document: ModelDocument
  private var entities: [String: NSEntityDescription] = [:]

  init(_ document: ModelDocument) { self.document = document }

  /// Returns a new model.
  static func model(of document: ModelDocument) throws -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    try ModelBuilder(document).build(into: model)
    return model
  }

  /// Fills an empty model.
  func build(into model: NSManagedObjectModel) throws {
    var builder = self
    for entity in document.entities { builder.entities[entity.name] = builder.entity(entity) }
    for entity in document.entities { try builder.complete(entity) }
    builder.linkInverses()
    builder.linkHierarchy()
    model.entities = document.entities.compactMap { builder.entities[$0.name] }
    try builder.addNames(to: model)
    model.isRead = true
  }

  // MARK: - Entities

  private func entity(_ document: EntityDocument) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = document.name
    entity.managedObjectClassName =
      document.className.isEmpty ? "NSManagedObject" : document.className
    entity.isAbstract = document.isAbstract
    entity.renamingIdentifier = document.renamingIdentifier
    entity.versionHashModifier = document.versionHashModifier
    entity.userInfo = document.userInfo
    return entity
  }

  private func complete(_ source: EntityDocument) throws {
    guard let entity = entities[source.name] else { return }
    let attributes = AttributeBuilder(model: document, entity: source.name)
    var properties: [NSPropertyDescription] = []
    for attribute in source.attributes { properties.append(try attributes.attribute(attribute)) }
    properties += source.relationships.map(relationship)
    for fetched in source.fetchedProperties {
      properties.append(try fetchedProperty(fetched, of: source.name))
    }
    entity.properties = properties
    entity.uniquenessConstraints = source.uniquenessConstraints
    entity.indexes = try source.allIndexes.map { try index($0, of: source.name) }
  }

  private func linkHierarchy() {
    let children = document.entities.filter { $0.parentName != nil }
    for (parent, children) in Dictionary(grouping: children, by: { $0.parentName ?? "" }) {
      entities[parent]?.subentities = children.compactMap { entities[$0.name] }
    }
  }

  // MARK: - Relationships

  private func relationship(_ document: RelationshipDocument) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = document.name
    relationship.isOptional = document.isOptional
    relationship.isTransient = document.isTransient
    relationship.destinationEntity = entities[document.destinationName]
    relationship.minCount = document.minCount
    relationship.maxCount = document.maxCount
    relationship.isOrdered = document.isOrdered
    relationship.deleteRule =
      NSDeleteRule(rawValue: document.deletionRule.rawValue) ?? .noActionDeleteRule
    relationship.versionHashModifier = document.versionHashModifier
    relationship.renamingIdentifier = document.renamingIdentifier
    relationship.isIndexedBySpotlight = document.isIndexedBySpotlight
    relationship.userInfo = document.userInfo
    return relationship
  }

  private func linkInverses() {
    for source in document.entities {
      for relationship in source.relationships {
        guard let name = relationship.inverseName else { continue }
        declared(relationship.name, by: source.name)?.inverseRelationship = declared(
          name, by: relationship.inverseEntityName ?? relationship.destinationName)
      }
    }
  }

  /// Returns the relationship that an entity or the nearest of its ancestors declares.
  private func declared(_ name: String, by entityName: String) -> NSRelationshipDescription? {
    for ancestor in document.ancestry(of: entityName) {
      let own = entities[ancestor.name]?.propertyTable.own ?? []
      if let found = own.first(where: { $0.name == name }) as? NSRelationshipDescription {
        return found
      }
    }
    return nil
  }

  // MARK: - Fetches and indexes

  private func fetchedProperty(
    _ document: FetchedPropertyDocument, of entity: String
  ) throws -> NSFetchedPropertyDescription {
    let property = NSFetchedPropertyDescription()
    property.name = document.name
    property.renamingIdentifier = document.renamingIdentifier
    property.userInfo = document.userInfo
    property.fetchRequest = try document.fetchRequest.map {
      try request($0, place: "\(entity).\(document.name)")
    }
    return property
  }

  private func request(
    _ document: FetchRequestDocument, place: String
  ) throws -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entities[document.entityName]
    request.predicate = try document.predicateString.map {
      try FormatReading.predicate($0, place: place, model: self.document.name)
    }
    request.fetchLimit = document.fetchLimit ?? 0
    request.fetchBatchSize = document.fetchBatchSize ?? 0
    if let type = document.resultType.flatMap(UInt.init(exactly:)) {
      request.resultType = NSFetchRequestResultType(rawValue: type)
    }
    request.includesSubentities = document.includesSubentities ?? true
    request.includesPropertyValues = document.includesPropertyValues ?? true
    request.returnsObjectsAsFaults = document.returnsObjectsAsFaults ?? true
    request.includesPendingChanges = document.includesPendingChanges ?? true
    request.returnsDistinctResults = document.returnsDistinctResults ?? false
    return request
  }

  private func index(
    _ document: FetchIndexDocument, of entity: String
  ) throws -> NSFetchIndexDescription {
    let place = "\(entity), index \(document.name)"
    let elements = try document.elements.map { element -> NSFetchIndexElementDescription in
      let collation = element.isRTree ? NSFetchIndexElementType.rTree : .binary
      guard let format = element.expression, element.property == nil else {
        return NSFetchIndexElementDescription(
          propertyName: element.property ?? "", collationType: collation,
          isAscending: element.isAscending)
      }
      return try computed(format, document: element, collation: collation, place: place)
    }
    let index = NSFetchIndexDescription(name: document.name, elements: elements)
    index.partialIndexPredicate = try document.partialIndexPredicate.map {
      try FormatReading.predicate($0, place: place, model: self.document.name)
    }
    return index
  }

  private func computed(
    _ format: String, document: FetchIndexElementDocument,
    collation: NSFetchIndexElementType, place: String
  ) throws -> NSFetchIndexElementDescription {
    let column = NSExpressionDescription()
    column.name = "computed"
    column.expression = try FormatReading.expression(
      format, place: place, model: self.document.name)
    let kind = document.expressionType.flatMap(AttributeKind.init(xmlName:)) ?? .undefined
    column.resultType = NSAttributeDescription.AttributeType(rawValue: kind.rawValue)
    let element = NSFetchIndexElementDescription(property: column, collationType: collation)
    element.isAscending = document.isAscending
    return element
  }

  // MARK: - Names

  private func addNames(to model: NSManagedObjectModel) throws {
    for configuration in document.configurations {
      model.setEntities(
        configuration.memberEntityNames.compactMap { entities[$0] },
        forConfigurationName: configuration.name)
    }
    for template in document.fetchRequests {
      let request = try request(template, place: "fetch request \(template.name)")
      model.setFetchRequestTemplate(request, forName: template.name)
    }
    if let identifier = document.versionIdentifier { model.versionIdentifiers = [identifier] }
  }
}
