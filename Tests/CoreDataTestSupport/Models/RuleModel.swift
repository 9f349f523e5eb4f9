// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation
import Testing

/// A model of rules: validation, delete rules, reflexive relationships and uncommon values. It has
/// the configurations of `GarageModel`.
package enum RuleModel {
  package static func make() throws -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let people = try teams()
    let notes = [node(), thing(), slot()]
    let scrap = GarageModel.entity("Scrap", [GarageModel.attribute("text", .string)])
    model.entities = people + notes + [scrap]
    model.setEntities(people, forConfigurationName: "People")
    model.setEntities(notes, forConfigurationName: "Notes")
    model.setEntities([scrap], forConfigurationName: "Scratch")
    return model
  }

  /// Measure, and a team with members (2 to 3), guards (deny) and fans (no action).
  private static func teams() throws -> [NSEntityDescription] {
    let team = GarageModel.entity("Team", [GarageModel.attribute("title", .string)])
    let member = GarageModel.entity("Member", [GarageModel.attribute("name", .string)])
    let guardian = GarageModel.entity("Guard", [GarageModel.attribute("name", .string)])
    let fan = GarageModel.entity("Fan", [GarageModel.attribute("name", .string)])
    let badge = GarageModel.entity("Badge", [GarageModel.attribute("code", .string)])
    GarageModel.relate(
      team, name: "members", many: true, rule: .nullifyDeleteRule, to: member, inverseName: "team",
      many: false)
    GarageModel.relate(
      team, name: "guards", many: true, rule: .denyDeleteRule, to: guardian, inverseName: "team",
      many: false)
    GarageModel.relate(
      team, name: "fans", many: true, rule: .noActionDeleteRule, to: fan, inverseName: "team",
      many: false)
    GarageModel.relate(
      badge, name: "fan", many: false, rule: .nullifyDeleteRule, to: fan, inverseName: "badge",
      many: false)
    team.relationshipsByName["members"]?.minCount = 2
    team.relationshipsByName["members"]?.maxCount = 3
    fan.relationshipsByName["badge"]?.isOptional = false
    return [try measure(), team, member, guardian, fan, badge]
  }

  /// The entity with validation rules, as a model file states them.
  private static func measure() throws -> NSEntityDescription {
    let file = try ModelFile()
    let url = try file.write(ModelFile.entity("Measure", content: measureAttributes))
    let model = try #require(NSManagedObjectModel(contentsOf: url))
    let measure = try #require(model.entitiesByName["Measure"]?.copy() as? NSEntityDescription)
    measure.attributesByName["count"]?.setValidationPredicates(
      [NSPredicate(format: "SELF != 13")], withValidationWarnings: ["The count is unlucky."])
    return measure
  }

  private static let measureAttributes = """
    <attribute name="code" attributeType="String" minValueString="2" maxValueString="5" \
    regularExpressionString="[a-zA-Z]+"/>
    <attribute name="amount" optional="YES" attributeType="Integer 32" minValueString="1" \
    maxValueString="99"/>
    <attribute name="count" optional="YES" attributeType="Integer 32"/>
    <attribute name="day" optional="YES" attributeType="Date" minDateTimeInterval="0" \
    maxDateTimeInterval="100"/>
    <attribute name="mark" optional="YES" transient="YES" attributeType="String" \
    maxValueString="1"/>
    <attribute name="small" optional="YES" attributeType="Integer 16"/>
    """

  /// A node of a ring that is deleted as a whole, with a twin, peers and what it watches.
  private static func node() -> NSEntityDescription {
    let node = GarageModel.entity("Node", [GarageModel.attribute("label", .string)])
    GarageModel.relate(
      node, name: "next", many: false, rule: .cascadeDeleteRule, to: node, inverseName: "previous",
      many: false)
    GarageModel.relate(
      node, name: "items", many: true, rule: .nullifyDeleteRule, to: node, inverseName: "list",
      many: false,
      ordered: true)
    let twin = SampleModels.relationship("twin", to: node)
    let peers = SampleModels.relationship("peers", to: node, many: true)
    for relationship in [twin, peers] {
      relationship.inverseRelationship = relationship
      relationship.deleteRule = .nullifyDeleteRule
    }
    let watches = SampleModels.relationship("watches", to: node, many: true)
    watches.deleteRule = .nullifyDeleteRule
    node.properties += [twin, peers, watches]
    return node
  }

  /// One attribute of each kind that persons and cars lack.
  private static func thing() -> NSEntityDescription {
    let place = NSCompositeAttributeDescription()
    place.name = "place"
    place.elements = [
      GarageModel.attribute("city", .string), GarageModel.attribute("zip", .integer32),
    ]
    let tags = GarageModel.attribute("tags", .transformable)
    tags.valueTransformerName =
      NSValueTransformerName
      .secureUnarchiveFromDataTransformerName.rawValue
    return GarageModel.entity(
      "Thing",
      [
        GarageModel.attribute("name", .string), GarageModel.attribute("data", .binaryData),
        GarageModel.attribute("link", .uri), GarageModel.attribute("flag", .boolean),
        GarageModel.attribute("ratio", .float), GarageModel.attribute("big", .integer64),
        place, tags,
      ])
  }

  /// An entity with a constraint of two properties.
  private static func slot() -> NSEntityDescription {
    let slot = GarageModel.entity(
      "Slot",
      [
        GarageModel.attribute("row", .integer32), GarageModel.attribute("column", .string),
        GarageModel.attribute("text", .string), GarageModel.attribute("extra", .string),
      ])
    slot.uniquenessConstraints = [["row", "column"]]
    return slot
  }
}
