// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Every kind of property that a store must keep, without uniqueness constraints.
///
/// Configurations: *Things* (Item with its child Tool, Box), *People* (Person), *Notes* (Note).
enum ClientModel {
  static func make() -> NSManagedObjectModel {
    let item = entity("Item", attributes)
    let tool = entity("Tool", [attribute("power", .integer32AttributeType)])
    item.subentities = [tool]
    let box = entity("Box", [attribute("label", .stringAttributeType)])
    let person = entity("Person", [attribute("name", .stringAttributeType)])
    let note = entity("Note", [attribute("text", .stringAttributeType)])
    relate(box, "items", .many, item, "box", .one)
    relate(box, "shown", .ordered, item, "shownIn", .one)
    relate(box, "lid", .one, item, "covers", .one)
    relate(item, "next", .one, item, "previous", .one)
    relate(person, "friends", .many, person, "friendOf", .many)
    relate(person, "ranking", .ordered, person, "rankedBy", .many)
    let model = NSManagedObjectModel()
    model.entities = [item, tool, box, person, note]
    model.setEntities([item, tool, box], forConfigurationName: "Things")
    model.setEntities([person], forConfigurationName: "People")
    model.setEntities([note], forConfigurationName: "Notes")
    return model
  }

  private static var attributes: [NSAttributeDescription] {
    let place = NSCompositeAttributeDescription()
    place.name = "place"
    place.elements = [
      attribute("city", .stringAttributeType), attribute("zip", .integer32AttributeType),
    ]
    let scratch = attribute("scratch", .stringAttributeType)
    scratch.isTransient = true
    return [
      attribute("name", .stringAttributeType), attribute("small", .integer16AttributeType),
      attribute("middle", .integer32AttributeType), attribute("big", .integer64AttributeType),
      attribute("price", .decimalAttributeType), attribute("weight", .doubleAttributeType),
      attribute("ratio", .floatAttributeType), attribute("flag", .booleanAttributeType),
      attribute("day", .dateAttributeType), attribute("data", .binaryDataAttributeType),
      attribute("badge", .UUIDAttributeType), attribute("link", .URIAttributeType),
      attribute("tags", .transformableAttributeType), place, scratch,
    ]
  }

  private static func entity(
    _ name: String, _ properties: [NSPropertyDescription]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
  }

  private enum Side { case one, many, ordered }

  private static func relate(
    _ source: NSEntityDescription, _ name: String, _ side: Side,
    _ destination: NSEntityDescription, _ inverseName: String, _ inverseSide: Side
  ) {
    let forward = relationship(name, side, destination)
    let backward = relationship(inverseName, inverseSide, source)
    (forward.inverseRelationship, backward.inverseRelationship) = (backward, forward)
    source.properties.append(forward)
    destination.properties.append(backward)
  }

  private static func relationship(
    _ name: String, _ side: Side, _ destination: NSEntityDescription
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = side == .one ? 1 : 0
    relationship.isOrdered = side == .ordered
    relationship.isOptional = true
    relationship.deleteRule = .nullifyDeleteRule
    return relationship
  }
}
