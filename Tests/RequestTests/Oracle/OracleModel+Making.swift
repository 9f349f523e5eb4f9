// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

extension OracleModel {
  /// The model for Core Data.
  func makeModel() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let descriptions = entities.map { entity in
      let description = NSEntityDescription()
      description.name = entity.name
      description.managedObjectClassName = "NSManagedObject"
      return description
    }
    for (index, entity) in entities.enumerated() {
      let attributes = (entity.parent == nil ? [Self.serial] : []) + entity.own
      descriptions[index].properties = attributes.map { attribute in
        let description = NSAttributeDescription()
        description.name = attribute.name
        description.attributeType = attribute.kind.attributeType
        description.isOptional = true
        return description
      }
    }
    for (index, entity) in entities.enumerated() {
      if let parent = entity.parent { descriptions[parent].subentities.append(descriptions[index]) }
    }
    join(descriptions)
    for (index, entity) in entities.enumerated() { addIndexes(of: entity, to: descriptions[index]) }
    model.entities = descriptions
    return model
  }

  private func join(_ entities: [NSEntityDescription]) {
    var made: [String: NSRelationshipDescription] = [:]
    for relationship in relationships {
      let description = NSRelationshipDescription()
      description.name = relationship.name
      description.destinationEntity = entities[relationship.destination]
      description.maxCount = relationship.isToMany ? 0 : 1
      description.isOptional = true
      description.deleteRule = .nullifyDeleteRule
      made[relationship.name] = description
      entities[relationship.source].properties.append(description)
    }
    for relationship in relationships {
      made[relationship.name]?.inverseRelationship = made[relationship.inverse]
    }
  }

  private func addIndexes(of entity: Entity, to description: NSEntityDescription) {
    description.indexes = entity.own.filter(\.isIndexed).compactMap { attribute in
      guard let property = description.propertiesByName[attribute.name] else { return nil }
      let element = NSFetchIndexElementDescription(property: property, collationType: .binary)
      return NSFetchIndexDescription(name: "by\(attribute.name)", elements: [element])
    }
  }
}
