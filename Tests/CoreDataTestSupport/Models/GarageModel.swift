// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation

/// The model of most tests: people and their cars, with every kind of relationship.
///
/// Configurations: *People* (Person, the Car hierarchy, Club, Passport), *Notes* (Note, Tag),
/// *Scratch* (Draft), *Archive* (Note again).
package enum GarageModel {
  package static func make() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let person = entity(
      "Person",
      [
        attribute("firstName", .string, optional: false), attribute("lastName", .string),
        attribute("updatedAt", .date), attribute("age", .integer16, default: 18),
        attribute("balance", .decimal), attribute("badge", .uuid),
        attribute("mood", .string, transient: true),
      ])
    let car = entity(
      "Car",
      [
        attribute("maker", .string), attribute("model", .string),
        attribute("numberPlate", .string, optional: false), attribute("price", .double),
        attribute("currentSpeed", .double, transient: true),
      ])
    let sportCar = entity("SportCar", [attribute("topSpeed", .integer32)])
    let club = entity("Club", [attribute("title", .string)])
    let passport = entity("Passport", [attribute("number", .string)])
    let note = entity("Note", [attribute("text", .string), attribute("rank", .integer64)])
    let tag = entity("Tag", [attribute("label", .string)])
    let draft = entity("Draft", [attribute("text", .string)])
    car.subentities = [sportCar]
    car.uniquenessConstraints = [["numberPlate"]]
    relate(
      person, name: "cars", many: true, rule: .cascadeDeleteRule, to: car, inverseName: "owner",
      many: false)
    relate(
      person, name: "passport", many: false, rule: .cascadeDeleteRule, to: passport,
      inverseName: "holder", many: false)
    relate(
      person, name: "clubs", many: true, rule: .nullifyDeleteRule, to: club, inverseName: "members",
      many: true)
    relate(
      club, name: "waiting", many: true, rule: .nullifyDeleteRule, to: person,
      inverseName: "waitsFor", many: false,
      ordered: true)
    relate(
      person, name: "friends", many: true, rule: .nullifyDeleteRule, to: person,
      inverseName: "friendOf", many: true)
    relate(
      note, name: "tags", many: true, rule: .nullifyDeleteRule, to: tag, inverseName: "notes",
      many: true)
    model.entities = [person, car, sportCar, club, passport, note, tag, draft]
    model.setEntities([person, car, sportCar, club, passport], forConfigurationName: "People")
    model.setEntities([note, tag], forConfigurationName: "Notes")
    model.setEntities([draft], forConfigurationName: "Scratch")
    model.setEntities([note, tag], forConfigurationName: "Archive")
    return model
  }

  package static func entity(_ name: String, _ properties: [NSPropertyDescription])
    -> NSEntityDescription
  {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
  }

  package static func attribute(
    _ name: String, _ type: NSAttributeDescription.AttributeType, optional: Bool = true,
    transient: Bool = false, default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.isOptional = optional
    attribute.isTransient = transient
    attribute.defaultValue = value
    return attribute
  }

  /// A relationship and its inverse; the inverse nullifies.
  package static func relate(
    _ source: NSEntityDescription, name: String, many: Bool, rule: NSDeleteRule,
    to destination: NSEntityDescription, inverseName: String, many inverseMany: Bool,
    ordered: Bool = false
  ) {
    let forward = relationship(name, to: destination, many: many, rule)
    let backward = relationship(inverseName, to: source, many: inverseMany, .nullifyDeleteRule)
    forward.isOrdered = ordered
    forward.inverseRelationship = backward
    backward.inverseRelationship = forward
    source.properties.append(forward)
    destination.properties.append(backward)
  }

  private static func relationship(
    _ name: String, to destination: NSEntityDescription, many: Bool, _ rule: NSDeleteRule
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = many ? 0 : 1
    relationship.minCount = 0
    relationship.isOptional = true
    relationship.deleteRule = rule
    return relationship
  }
}
