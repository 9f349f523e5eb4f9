// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Deep copies of models: everything is copied, then references between entities are directed to
/// the copies.
struct ModelCopying {
  private var copies: [ObjectIdentifier: NSEntityDescription] = [:]

  /// Returns a mutable copy of a model.
  static func copy(of model: NSManagedObjectModel) -> NSManagedObjectModel {
    let copy = NSManagedObjectModel()
    copy.entities = copies(of: model.entities)
    copy.configurationMembers = model.configurationMembers
    copy.isRead = model.isRead
    copy.localizationDictionary = model.localizationDictionary
    copy.versionIdentifiers = model.versionIdentifiers
    for (name, template) in model.templates {
      copy.setFetchRequestTemplate(retarget(template, to: copy), forName: name)
    }
    return copy
  }

  /// Returns a mutable copy of one entity, outside of any hierarchy.
  static func copy(of entity: NSEntityDescription) -> NSEntityDescription {
    let copy = NSEntityDescription()
    copy.name = entity.name
    copy.managedObjectClassName = entity.className
    copy.isAbstract = entity.isAbstract
    copy.userInfo = entity.userInfo
    copy.versionHashModifier = entity.versionHashModifier
    copy.givenRenamingIdentifier = entity.givenRenamingIdentifier
    copy.ownUniquenessConstraints = entity.ownUniquenessConstraints
    copy.coreSpotlightDisplayNameExpression = entity.coreSpotlightDisplayNameExpression
    copy.properties = entity.propertyTable.own.compactMap { $0.copy() as? NSPropertyDescription }
    copy.indexes = entity.indexes.compactMap { $0.copy() as? NSFetchIndexDescription }
    return copy
  }

  /// Copies of entities that refer to each other where the originals do. References to other
  /// entities stay.
  static func copies(of entities: [NSEntityDescription]) -> [NSEntityDescription] {
    var copying = ModelCopying()
    for entity in entities { copying.copies[ObjectIdentifier(entity)] = copy(of: entity) }
    for entity in entities { copying.link(entity) }
    for entity in entities { copying.linkIndexes(of: entity) }
    return entities.compactMap { copying.copies[ObjectIdentifier($0)] }
  }

  /// Returns the request with its entity replaced by the model's own of that name.
  static func retarget(
    _ request: NSFetchRequest<any NSFetchRequestResult>, to model: NSManagedObjectModel
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    guard let name = request.entity?.name,
      let copy = request.copy() as? NSFetchRequest<any NSFetchRequestResult>
    else { return request }
    copy.entity = model.entitiesByName[name]
    return copy
  }

  private func link(_ entity: NSEntityDescription) {
    guard let copy = copies[ObjectIdentifier(entity)] else { return }
    copy.subentities = entity.subentities.compactMap { copies[ObjectIdentifier($0)] }
    for property in copy.propertyTable.own {
      switch property {
      case let relationship as NSRelationshipDescription: link(relationship)
      case let fetched as NSFetchedPropertyDescription: link(fetched)
      default: break
      }
    }
  }

  /// Once the hierarchy is linked, whose properties indexes are of.
  private func linkIndexes(of entity: NSEntityDescription) {
    guard let copy = copies[ObjectIdentifier(entity)] else { return }
    for index in copy.indexes { link(index, of: copy) }
  }

  private func link(_ relationship: NSRelationshipDescription) {
    if let inverse = relationship.inverseRelationship, let owner = inverse.owner,
      let ownerCopy = copies[ObjectIdentifier(owner)]
    {
      relationship.inverseRelationship = declared(inverse.name, in: ownerCopy)
    }
    if let destination = relationship.destinationEntity {
      relationship.destinationEntity = copies[ObjectIdentifier(destination)] ?? destination
    }
  }

  private func link(_ fetched: NSFetchedPropertyDescription) {
    guard let request = fetched.fetch.request, let entity = request.entity else { return }
    request.entity = copies[ObjectIdentifier(entity)] ?? entity
  }

  private func link(_ index: NSFetchIndexDescription, of entity: NSEntityDescription) {
    for element in index.elements {
      guard let property = element.element, !(property is NSExpressionDescription) else { continue }
      element.element = entity.propertiesByName[property.name] ?? property
    }
  }

  /// Returns a relationship that the entity or an ancestor of it declares.
  private func declared(
    _ name: String, in entity: NSEntityDescription
  ) -> NSRelationshipDescription? {
    entity.propertyTable.own.first { $0.name == name } as? NSRelationshipDescription
      ?? entity.relationshipsByName[name]
  }
}
