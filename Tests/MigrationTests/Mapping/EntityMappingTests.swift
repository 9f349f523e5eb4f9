// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

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
}
