// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

import class CoreData.NSExpression

@Suite struct EntityMappingTests {
  // R-PSC-580
  @Test func aMappingIsNamedAfterItsEntities() {
    let mapping = NSEntityMapping()
    mapping.sourceEntityName = "Car"
    mapping.destinationEntityName = "Vehicle"
    #expect(mapping.name == "Car->Vehicle")
    mapping.name = "CarToVehicle"
    #expect(mapping.name == "CarToVehicle")
  }

  @Test func ofMappingsWithOneNameTheFirstIsFound() {
    let first = NSEntityMapping()
    let second = NSEntityMapping()
    let model = NSMappingModel()
    model.entityMappings = [first, second]
    #expect(model.entityMappingsByName["->"] === first)
  }

  // Apple's documentation of the classes.
  @Test func newMappingsAreEmpty() {
    let mapping = NSEntityMapping()
    #expect(mapping.mappingType == .undefinedEntityMappingType)
    #expect(mapping.sourceEntityName == nil)
    #expect(mapping.sourceEntityVersionHash == nil)
    #expect(mapping.destinationEntityName == nil)
    #expect(mapping.destinationEntityVersionHash == nil)
    #expect(mapping.attributeMappings == nil)
    #expect(mapping.relationshipMappings == nil)
    #expect(mapping.sourceExpression == nil)
    #expect(mapping.userInfo == nil)
    #expect(mapping.entityMigrationPolicyClassName == nil)
    let property = NSPropertyMapping()
    #expect(property.name == nil)
    #expect(property.valueExpression == nil)
    #expect(property.userInfo == nil)
    #expect(NSMappingModel().entityMappings.isEmpty)
  }

  // R-PSC-580
  @Test func kindsHaveApplesNumbers() {
    let kinds: [NSEntityMappingType] = [
      .undefinedEntityMappingType, .customEntityMappingType, .addEntityMappingType,
      .removeEntityMappingType, .copyEntityMappingType, .transformEntityMappingType,
    ]
    #expect(kinds.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
  }

  private func mapping(_ value: String = "$source.name") -> NSMappingModel {
    let attribute = NSPropertyMapping()
    attribute.name = "name"
    attribute.valueExpression = NSExpression(format: value)
    let entity = NSEntityMapping()
    entity.sourceEntityName = "Company"
    entity.destinationEntityName = "Firm"
    entity.attributeMappings = [attribute]
    entity.userInfo = ["step": 1]
    let model = NSMappingModel()
    model.entityMappings = [entity]
    return model
  }

  // R-PSC-580
  @Test func mappingsAreEqualByWhatTheySay() {
    let (one, same) = (mapping(), mapping())
    #expect(one == same)
    #expect(one.hash == same.hash)
    #expect(Set([one.entityMappings[0], same.entityMappings[0]]).count == 1)
    #expect(one != mapping("$source.title"))
    same.entityMappings[0].sourceEntityName = "Firm"
    #expect(one != same)
  }

  // R-PSC-580
  @Test func whatIsInferredTwiceIsEqual() throws {
    let (source, destination) = (GarageModel.make(), GarageModel.make())
    #expect(
      try NSMappingModel.inferredMappingModel(
        forSourceModel: source, destinationModel: destination)
        == NSMappingModel.inferredMappingModel(
          forSourceModel: source, destinationModel: destination))
  }
}
