// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

@Suite struct DescriptionTests {
  @Test func aNewEntityIsConcreteAndWithoutName() {  // R-MOD-041
    let entity = NSEntityDescription()
    #expect(entity.name == nil)
    #expect(entity.managedObjectClassName == "NSManagedObject")
    #expect(!entity.isAbstract)
    #expect(entity.properties.isEmpty)
    #expect(entity.userInfo?.isEmpty == true)
  }

  @Test func aNewPropertyIsOptionalAndPersistent() {  // R-MOD-086
    let attribute = NSAttributeDescription()
    #expect(attribute.isOptional)
    #expect(!attribute.isTransient)
    #expect(attribute.attributeType == .undefinedAttributeType)
  }

  @Test(arguments: [
    (NSAttributeType.integer64AttributeType, "NSNumber"), (.stringAttributeType, "NSString"),
    (.UUIDAttributeType, "NSUUID"), (.decimalAttributeType, "NSDecimalNumber"),
  ])
  func settingTheTypeSetsTheClassOfValues(type: NSAttributeType, name: String) {  // R-MOD-101
    let attribute = NSAttributeDescription()
    attribute.attributeType = type
    #expect(attribute.attributeValueClassName == name)
    #expect(attribute.type.rawValue == type.rawValue)
  }

  @Test func aNewRelationshipIsToOneAndNullifies() {  // R-MOD-143
    let relationship = NSRelationshipDescription()
    #expect(relationship.maxCount == 0)
    #expect(relationship.isToMany)
    #expect(relationship.deleteRule == .nullifyDeleteRule)
    relationship.maxCount = 1
    #expect(!relationship.isToMany)
  }

  @Test func theRenamingIdentifierIsTheNameUnlessSet() {  // R-MOD-053
    let entity = NSEntityDescription()
    entity.name = "A"
    #expect(entity.renamingIdentifier == "A")
    entity.renamingIdentifier = "Old"
    #expect(entity.renamingIdentifier == "Old")
    entity.renamingIdentifier = ""
    #expect(entity.renamingIdentifier == "A")
  }

  @Test func constraintsAreReadAsNames() {  // R-MOD-055
    let name = SampleModels.attribute("name", .string)
    let entity = SampleModels.entity("A", [name, SampleModels.attribute("b", .string)])
    entity.uniquenessConstraints = [[name, "b"]]
    #expect(entity.uniquenessConstraints as? [[String]] == [["name", "b"]])
  }

  @Test func indexesShowAsCompoundIndexes() {  // R-MOD-057
    let name = SampleModels.attribute("name", .string)
    let entity = SampleModels.entity("A", [name])
    let element = NSFetchIndexElementDescription(property: name, collationType: .binary)
    entity.indexes = [NSFetchIndexDescription(name: "byName", elements: [element])]
    #expect(entity.compoundIndexes as? [[String]] == [["name"]])
    #expect(entity.indexes[0].entity === entity)
    #expect(element.indexDescription === entity.indexes[0])
  }

  @Test func aCopiedPropertyBelongsToNoEntity() throws {  // R-MOD-092
    let name = SampleModels.attribute("name", .string)
    let entity = SampleModels.entity("A", [name])
    let copy = try #require(name.copy() as? NSAttributeDescription)
    #expect(copy == name)
    let other = SampleModels.entity("B", [copy])
    #expect(copy.entity === other)
    #expect(name.entity === entity)
  }

  @Test func aFetchedPropertyIsAlwaysTransientAndOptional() {  // R-MOD-161
    let property = NSFetchedPropertyDescription()
    property.isTransient = false
    property.isOptional = false
    #expect(property.isTransient)
    #expect(property.isOptional)
  }

  @Test func theModelMayBeIterated() {  // R-MOD-025 R-MOD-002
    #expect(SampleModels.company().map(\.name) == ["Department", "Employee", "Manager", "Tag"])
  }

  @Test func aPropertyTakesAnyName() {  // R-MOD-047
    let attribute = NSAttributeDescription()
    for name in ["test()", "objectID", ""] {
      attribute.name = name
      #expect(attribute.name == name)
    }
  }

  @Test func twoPropertiesOfOneNameAreRefused() async {  // R-MOD-046
    await #expect(processExitsWith: .failure) {
      _ = SampleModels.entity(
        "A", [SampleModels.attribute("x", .string), SampleModels.attribute("x", .date)])
    }
  }
}
