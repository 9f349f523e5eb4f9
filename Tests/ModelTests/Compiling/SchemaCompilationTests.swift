// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import StoreInterface
import Testing

@Suite struct SchemaCompilationTests {
  @Test func entitiesAreNumberedDepthFirstByName() throws {  // R-REQ-124
    let schema = try SampleModels.company().compiledSchema()
    #expect(schema.entities.map(\.name) == ["Department", "Employee", "Manager", "Tag"])
    #expect(schema.entities.map(\.subtree) == [0..<1, 1..<3, 2..<3, 3..<4])
    #expect(schema.entities.map(\.root) == [0, 1, 1, 3])
    #expect(schema.entities.map(\.parent) == [nil, nil, 1, nil])
  }

  @Test func aSubentityExtendsItsParentsLists() throws {  // R-MOD-004
    let schema = try SampleModels.company().compiledSchema()
    let (employee, manager) = (schema.entities[1], schema.entities[2])
    #expect(
      manager.attributes.map(\.name) == employee.attributes.map(\.name) + ["level"])
    #expect(
      manager.attributes.map(\.slot).prefix(employee.attributes.count)
        == employee.attributes.map(\.slot)[...])
    #expect(manager.toManys.map(\.name) == ["tags"])
    #expect(manager.slotCount == employee.slotCount + 1)
  }

  @Test func slotsFollowTheNamesOrder() throws {
    let employee = try SampleModels.company().compiledSchema().entities[1]
    #expect(
      employee.attributes.map(\.name)
        == ["badge", "hiredAt", "home.city", "home.zip", "isActive", "name", "salary", "score"])
    #expect(employee.toOnes.map(\.slot) == [1])
    #expect(employee.attributes.map(\.slot) == [0, 3, 4, 5, 6, 7, 8, 9])
    #expect(employee.slotCount == 10)
  }

  @Test func propertyNumbersAreTheParentsThenTheOwnByName() {
    let model = SampleModels.company()
    let employee = [
      "badge", "department", "hiredAt", "home", "isActive", "name", "nick", "salary", "score",
      "tags",
    ]
    #expect(model.propertyNames(of: "Employee") == employee)
    #expect(model.propertyNames(of: "Manager") == employee + ["level"])
  }

  @Test func transientPropertiesHaveNoColumn() throws {  // R-REQ-130
    let employee = try SampleModels.company().compiledSchema().entities[1]
    #expect(!employee.attributes.contains { $0.name == "nick" })
  }

  @Test func aToManyWithAToOneInverseIsReadFromItsDestination() throws {  // R-REQ-131
    let schema = try SampleModels.company().compiledSchema()
    guard case .inverse(let toOne) = schema.entities[0].toManys[0].storage else {
      Issue.record("not an inverse")
      return
    }
    #expect(schema.entities[1].toOnes[toOne].name == "department")
    #expect(schema.entities[1].toOnes[toOne].isInverseToMany)
  }

  @Test func aManyToManyPairIsOneLink() throws {  // R-REQ-134 R-REQ-135
    let schema = try SampleModels.company().compiledSchema()
    #expect(schema.links.count == 1)
    #expect(schema.links[0].firstEntity == 1)
    #expect(schema.links[0].firstName == "tags")
    #expect(schema.links[0].secondName == "tagged")
    guard case .link(0, .second) = schema.entities[3].toManys[0].storage else {
      Issue.record("not the second side of the link")
      return
    }
  }

  @Test func aLinkWithinAnEntityIsNamedAfterTheOrderedOrGreaterSide() throws {  // R-REQ-136
    #expect(try selfLink(firstOrdered: false, secondOrdered: false).firstName == "friends")
    #expect(try selfLink(firstOrdered: true, secondOrdered: false).firstName == "admirers")
    #expect(try selfLink(firstOrdered: false, secondOrdered: true).firstName == "friends")
  }

  @Test func aRelationshipThatIsItsOwnInverseIsOneLink() throws {  // R-REQ-139
    let person = SampleModels.entity("Person", [])
    let friends = SampleModels.relationship("friends", to: person, many: true)
    friends.inverseRelationship = friends
    person.properties = [friends]
    let model = NSManagedObjectModel()
    model.entities = [person]
    let schema = try model.compiledSchema()
    #expect(schema.links.count == 1)
    #expect(schema.links[0].isReflexive)
  }

  @Test func aToManyWithoutAnInverseIsALink() throws {  // R-REQ-140
    let tag = SampleModels.entity("Tag", [])
    let note = SampleModels.entity("Note", [SampleModels.relationship("tags", to: tag, many: true)])
    let model = NSManagedObjectModel()
    model.entities = [tag, note]
    let link = try #require(try model.compiledSchema().links.first)
    #expect(link.secondName == nil)
    #expect(link.firstEntity == 0)
  }

  @Test func anOrderedInverseGivesTheToOneAPosition() throws {  // R-REQ-131
    let list = SampleModels.entity("List", [])
    let item = SampleModels.entity("Item", [])
    let owner = SampleModels.relationship("list", to: list)
    let items = SampleModels.relationship("items", to: item, many: true, ordered: true)
    SampleModels.connect(owner, items)
    list.properties = [items]
    item.properties = [owner]
    let model = NSManagedObjectModel()
    model.entities = [list, item]
    let schema = try model.compiledSchema()
    #expect(schema.entities[0].toOnes[0].orderSlot == 2)
    #expect(schema.entities[0].slotCount == 3)
    #expect(schema.entities[1].toManys[0].isOrdered)
  }

  @Test func constraintsAndIndexesNameColumns() throws {  // R-MOD-056 R-MOD-175
    let model = SampleModels.company()
    let employee = try #require(model.entitiesByName["Employee"])
    employee.uniquenessConstraints = [["name", "department"]]
    employee.compoundIndexes = [["tags"], ["home.city", "name"]]
    let compiled = try model.compiledSchema().entities[2]
    #expect(compiled.constraints.map(\.columns) == [[.attribute(5), .toOne(0)]])
    #expect(compiled.constraints.map(\.declaredBy) == [1])
    #expect(compiled.indexes.map { $0.elements.map(\.column) } == [[.attribute(2), .attribute(5)]])
  }

  @Test func aStoredAttributeWithoutATypeIsReported() {  // R-MOD-104
    let model = NSManagedObjectModel()
    model.entities = [SampleModels.entity("A", [SampleModels.attribute("x", .undefined)])]
    let error = #expect(throws: CocoaError.self) { try model.compiledSchema() }
    #expect(error?.localizedDescription.contains("'A.x'") == true)
  }

  @Test func aRelationshipWithoutADestinationIsReported() {  // R-PSC-051
    let relationship = NSRelationshipDescription()
    relationship.name = "to"
    let model = NSManagedObjectModel()
    model.entities = [SampleModels.entity("A", [relationship])]
    #expect(throws: CocoaError.self) { try model.compiledSchema() }
  }

  private func selfLink(firstOrdered: Bool, secondOrdered: Bool) throws -> LinkSchema {
    let person = SampleModels.entity("Person", [])
    let admirers = SampleModels.relationship(
      "admirers", to: person, many: true, ordered: firstOrdered)
    let friends = SampleModels.relationship(
      "friends", to: person, many: true, ordered: secondOrdered)
    SampleModels.connect(admirers, friends)
    person.properties = [friends, admirers]
    let model = NSManagedObjectModel()
    model.entities = [person]
    return try #require(try model.compiledSchema().links.first)
  }
}
