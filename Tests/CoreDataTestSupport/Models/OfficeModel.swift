// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation

/// A model without uniqueness constraints, with every attribute type and kind of relationship.
///
/// Configurations: *Staff* (Person, Employee, Department, Locker), *Samples* (Sample).
package enum OfficeModel {
  package static func make() -> NSManagedObjectModel {
    let person = GarageModel.entity("Person", [GarageModel.attribute("firstName", .string)])
    let employee = GarageModel.entity("Employee", [GarageModel.attribute("salary", .decimal)])
    let department = GarageModel.entity("Department", [GarageModel.attribute("name", .string)])
    let locker = GarageModel.entity("Locker", [GarageModel.attribute("number", .integer16)])
    person.isAbstract = true
    person.subentities = [employee]
    GarageModel.relate(
      department, name: "staff", many: true, rule: .nullifyDeleteRule, to: employee,
      inverseName: "department", many: false,
      ordered: true)
    GarageModel.relate(
      employee, name: "locker", many: false, rule: .cascadeDeleteRule, to: locker,
      inverseName: "owner", many: false)
    GarageModel.relate(
      person, name: "knows", many: true, rule: .nullifyDeleteRule, to: person,
      inverseName: "knownBy", many: true)
    let model = NSManagedObjectModel()
    let sample = sample()
    model.entities = [person, employee, department, locker, sample]
    model.setEntities([person, employee, department, locker], forConfigurationName: "Staff")
    model.setEntities([sample], forConfigurationName: "Samples")
    return model
  }

  private static func sample() -> NSEntityDescription {
    let place = NSCompositeAttributeDescription()
    place.name = "place"
    place.elements = [
      GarageModel.attribute("city", .string), GarageModel.attribute("zip", .integer32),
    ]
    let tags = GarageModel.attribute("tags", .transformable)
    tags.valueTransformerName =
      NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
    return GarageModel.entity(
      "Sample",
      [
        GarageModel.attribute("small", .integer16), GarageModel.attribute("medium", .integer32),
        GarageModel.attribute("big", .integer64), GarageModel.attribute("amount", .decimal),
        GarageModel.attribute("ratio", .double), GarageModel.attribute("share", .float),
        GarageModel.attribute("name", .string), GarageModel.attribute("flag", .boolean),
        GarageModel.attribute("day", .date), GarageModel.attribute("data", .binaryData),
        GarageModel.attribute("key", .uuid), GarageModel.attribute("link", .uri),
        GarageModel.attribute("mood", .string, transient: true), place, tags,
      ])
  }
}
