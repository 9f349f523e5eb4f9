// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

@Suite struct InheritanceTests {
  @Test func subentitiesHaveTheInheritedProperties() throws {  // R-MOD-045
    let model = SampleModels.company()
    let manager = try #require(model.entitiesByName["Manager"])
    #expect(manager.attributesByName["salary"]?.type == .integer64)
    #expect(manager.relationshipsByName["department"] != nil)
    #expect(manager.superentity === model.entitiesByName["Employee"])
  }

  @Test func anInheritedPropertyIsAnObjectOfTheSubentity() throws {  // R-MOD-004
    let model = SampleModels.company()
    let manager = try #require(model.entitiesByName["Manager"])
    let employee = try #require(model.entitiesByName["Employee"])
    let inherited = try #require(manager.propertiesByName["salary"])
    #expect(inherited !== employee.propertiesByName["salary"])
    #expect(inherited.entity === manager)
    #expect(manager.propertiesByName["salary"] === inherited)
  }

  @Test func aChangeOfAnAncestorShowsInItsDescendants() throws {  // R-MOD-004
    let model = SampleModels.company()
    let manager = try #require(model.entitiesByName["Manager"])
    let employee = try #require(model.entitiesByName["Employee"])
    employee.properties.append(SampleModels.attribute("added", .date))
    employee.attributesByName["salary"]?.isOptional = false
    #expect(manager.attributesByName["added"] != nil)
    #expect(manager.attributesByName["salary"]?.isOptional == false)
  }

  @Test func settingPropertiesAgainKeepsOnlyTheOwn() throws {  // R-MOD-046
    let model = SampleModels.company()
    let manager = try #require(model.entitiesByName["Manager"])
    let count = manager.properties.count
    manager.properties = manager.properties + [SampleModels.attribute("extra", .string)]
    #expect(manager.properties.count == count + 1)
  }

  @Test func isKindOfFollowsTheAncestorsByName() throws {  // R-MOD-048
    let model = SampleModels.company()
    let other = SampleModels.company()
    let manager = try #require(model.entitiesByName["Manager"])
    #expect(manager.isKindOf(entity: try #require(other.entitiesByName["Employee"])))
    #expect(!manager.isKindOf(entity: try #require(model.entitiesByName["Tag"])))
  }

  @Test func relationshipsToAnAncestorAreFound() throws {  // R-MOD-049
    let model = SampleModels.company()
    let department = try #require(model.entitiesByName["Department"])
    let manager = try #require(model.entitiesByName["Manager"])
    #expect(department.relationships(forDestination: manager).map(\.name) == ["employees"])
  }

  @Test func anInheritedConstraintShowsInTheSubentity() throws {  // R-MOD-056
    let model = SampleModels.company()
    let employee = try #require(model.entitiesByName["Employee"])
    employee.uniquenessConstraints = [["badge"]]
    let manager = try #require(model.entitiesByName["Manager"])
    #expect(manager.uniquenessConstraints as? [[String]] == [["badge"]])
  }

  @Test func aCycleOfSubentitiesIsRefused() async {  // R-MOD-043
    await #expect(processExitsWith: .failure) {
      let parent = NSEntityDescription()
      let child = NSEntityDescription()
      parent.subentities = [child]
      child.subentities = [parent]
    }
  }
}
