// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData

/// Models built in code, for the tests of descriptions and translation.
package enum SampleModels {
  package static func attribute(
    _ name: String, _ type: NSAttributeDescription.AttributeType, optional: Bool = true
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.isOptional = optional
    return attribute
  }

  package static func entity(_ name: String, _ properties: [NSPropertyDescription])
    -> NSEntityDescription
  {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
  }

  package static func relationship(
    _ name: String, to destination: NSEntityDescription, many: Bool = false, ordered: Bool = false
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = many ? 0 : 1
    relationship.isOrdered = ordered
    return relationship
  }

  package static func connect(
    _ first: NSRelationshipDescription, _ second: NSRelationshipDescription
  ) {
    first.inverseRelationship = second
    second.inverseRelationship = first
  }

  /// Department ⇄ Employee (to-many), Employee ⇄ Tag (many-to-many), Manager : Employee, and a
  /// composite `home` of the employee.
  package static func company() -> NSManagedObjectModel {
    let department = entity(
      "Department", [attribute("name", .string), attribute("budget", .decimal)])
    let tag = entity("Tag", [attribute("label", .string)])
    let employee = entity("Employee", employeeAttributes())
    let manager = entity("Manager", [attribute("level", .integer16)])
    employee.subentities = [manager]
    let home = relationship("department", to: department)
    let staff = relationship("employees", to: employee, many: true)
    let tags = relationship("tags", to: tag, many: true)
    let tagged = relationship("tagged", to: employee, many: true)
    connect(home, staff)
    connect(tags, tagged)
    employee.properties += [home, tags]
    department.properties.append(staff)
    tag.properties.append(tagged)
    let model = NSManagedObjectModel()
    model.entities = [tag, employee, manager, department]
    return model
  }

  private static func employeeAttributes() -> [NSPropertyDescription] {
    let home = NSCompositeAttributeDescription()
    home.name = "home"
    home.elements = [attribute("city", .string), attribute("zip", .integer32)]
    let nick = attribute("nick", .string)
    nick.isTransient = true
    return [
      attribute("salary", .integer64), attribute("name", .string), attribute("hiredAt", .date),
      attribute("isActive", .boolean), attribute("badge", .uuid), attribute("score", .double),
      home, nick,
    ]
  }
}
