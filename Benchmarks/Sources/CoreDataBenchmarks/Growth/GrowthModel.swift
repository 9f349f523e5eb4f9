// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// A model of every kind of relationship, without classes of its own: owners with parts, ordered or not, tags
/// of parts, links of a chain, and items with unique codes.
enum GrowthModel {
  static func make() -> NSManagedObjectModel {
    let (owner, part, tag) = (entity("Owner"), entity("Part"), entity("Tag"))
    let (link, item) = (entity("Link"), entity("Item"))
    owner.properties = [text("name")]
    part.properties = [text("name"), text("kind"), number("place")]
    tag.properties = [text("name")]
    link.properties = [number("place")]
    item.properties = [number("code"), number("value")]
    item.uniquenessConstraints = [["code"]]
    let many = End.many(isOrdered: false)
    relate(owner, "parts", many, .cascadeDeleteRule, to: part, "owner", .one)
    relate(owner, "list", .many(isOrdered: true), to: part, "lister", .one)
    relate(part, "tags", many, to: tag, "parts", many)
    relate(part, "steps", .many(isOrdered: true), to: tag, "users", .many(isOrdered: true))
    relate(link, "next", .one, .cascadeDeleteRule, to: link, "previous", .one)
    let model = NSManagedObjectModel()
    model.entities = [owner, part, tag, link, item]
    return model
  }

  private enum End {
    case one
    case many(isOrdered: Bool)
  }

  private static func entity(_ name: String) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    return entity
  }

  private static func text(_ name: String) -> NSAttributeDescription {
    attribute(name, .stringAttributeType)
  }

  private static func number(_ name: String) -> NSAttributeDescription {
    attribute(name, .integer64AttributeType)
  }

  private static func attribute(
    _ name: String, _ type: NSAttributeType
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
    return attribute
  }

  private static func relate(
    _ source: NSEntityDescription, _ name: String, _ end: End,
    _ rule: NSDeleteRule = .nullifyDeleteRule, to target: NSEntityDescription, _ inverse: String,
    _ other: End
  ) {
    let there = relationship(name, to: target, end)
    let back = relationship(inverse, to: source, other)
    there.deleteRule = rule
    (there.inverseRelationship, back.inverseRelationship) = (back, there)
    source.properties.append(there)
    target.properties.append(back)
  }

  private static func relationship(
    _ name: String, to target: NSEntityDescription, _ end: End
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    (relationship.name, relationship.destinationEntity) = (name, target)
    (relationship.isOptional, relationship.minCount, relationship.maxCount) = (true, 0, 1)
    if case .many(let isOrdered) = end {
      (relationship.maxCount, relationship.isOrdered) = (0, isOrdered)
    }
    return relationship
  }
}
