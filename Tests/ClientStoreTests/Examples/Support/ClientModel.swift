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
    relate(box, name: "items", side: .many, to: item, inverseName: "box", inverseSide: .one)
    relate(box, name: "shown", side: .ordered, to: item, inverseName: "shownIn", inverseSide: .one)
    relate(box, name: "lid", side: .one, to: item, inverseName: "covers", inverseSide: .one)
    relate(item, name: "next", side: .one, to: item, inverseName: "previous", inverseSide: .one)
    relate(
      person, name: "friends", side: .many, to: person, inverseName: "friendOf", inverseSide: .many)
    relate(
      person, name: "ranking", side: .ordered, to: person, inverseName: "rankedBy",
      inverseSide: .many)
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
    _ source: NSEntityDescription, name: String, side: Side,
    to destination: NSEntityDescription, inverseName: String, inverseSide: Side
  ) {
    let forward = relationship(name, side: side, to: destination)
    let backward = relationship(inverseName, side: inverseSide, to: source)
    (forward.inverseRelationship, backward.inverseRelationship) = (backward, forward)
    source.properties.append(forward)
    destination.properties.append(backward)
  }

  private static func relationship(
    _ name: String, side: Side, to destination: NSEntityDescription
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
