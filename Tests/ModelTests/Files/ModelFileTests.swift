// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import StoreInterface
import Testing

@Suite struct ModelFileTests {
  private let file: ModelFile

  init() throws { file = try ModelFile() }

  private func attribute(_ xml: String) throws -> NSAttributeDescription {
    let model = try NSManagedObjectModel.load(from: file.write(ModelFile.entity("A", content: xml)))
    return try #require(model.entitiesByName["A"]?.attributesByName["x"])
  }

  @Test func anEntityKeepsWhatItsElementSays() throws {  // R-MOD-012 R-MOD-018 R-MOD-059
    let url = try file.write(
      ModelFile.entity(
        "A", content: "<userInfo><entry key=\"k\" value=\"v\"/></userInfo>",
        attributes: "representedClassName=\".Thing\" isAbstract=\"YES\" elementID=\"Old\" "
          + "versionHashModifier=\"m\"")
        + ModelFile.entity("B", content: "", attributes: "parentEntity=\"A\""))
    let model = try #require(NSManagedObjectModel(contentsOf: url))
    let entity = try #require(model.entitiesByName["A"])
    #expect(entity.managedObjectClassName == ".Thing")
    #expect(entity.isAbstract)
    #expect(entity.renamingIdentifier == "Old")
    #expect(entity.versionHashModifier == "m")
    #expect(entity.userInfo?["k"] as? String == "v")
    #expect(entity.subentities.map(\.name) == ["B"])
    #expect(model.entitiesByName["B"]?.managedObjectClassName == "NSManagedObject")
    #expect(model.versionIdentifiers == ["one"])
  }

  // R-MOD-221: as models that were edited by hand have them
  @Test func namesOfTheOtherCaseAreRead() throws {
    let url = try file.write(
      ModelFile.entity("thing", content: "<attribute name=\"ID\" attributeType=\"Integer 64\"/>"))
    let model = try #require(NSManagedObjectModel(contentsOf: url))
    #expect(model.entitiesByName["thing"]?.attributesByName["ID"] != nil)
  }

  @Test func anAttributeIsRequiredUnlessTheFileSaysOptional() throws {  // R-MOD-216
    #expect(try !attribute("<attribute name=\"x\" attributeType=\"String\"/>").isOptional)
    #expect(
      try attribute("<attribute name=\"x\" attributeType=\"String\" optional=\"YES\"/>").isOptional)
  }

  @Test(arguments: [
    ("Integer 32", "12", "12"), ("Boolean", "YES", "1"), ("String", "", ""),
    ("Decimal", "1.5", "1.5"), ("Integer 32", "NO", "0"),
  ])
  func defaultsAreParsedByType(type: String, text: String, value: String) throws {  // R-MOD-216
    let attribute = try attribute(
      "<attribute name=\"x\" attributeType=\"\(type)\" defaultValueString=\"\(text)\"/>")
    let found = try #require(attribute.defaultValue)
    #expect("\(found)" == value)
    #expect((found is NSNumber) == (type != "String"))
  }

  @Test func facetsBecomeValidationPredicates() throws {  // R-MOD-218 R-MOD-089
    let number = try attribute(
      "<attribute name=\"x\" attributeType=\"Integer 32\" minValueString=\"1\" "
        + "maxValueString=\"9\"/>")
    #expect(number.validationPredicates.map { $0.formatText } == ["SELF >= 1", "SELF <= 9"])
    #expect(number.validationWarnings as? [Int] == [1620, 1610])
    #expect(number.validationPredicates[0].evaluate(with: 1))
    #expect(!number.validationPredicates[1].evaluate(with: 10))
  }

  @Test func facetsOfStringsMeasureTheirLength() throws {  // R-MOD-218
    let text = try attribute(
      "<attribute name=\"x\" attributeType=\"String\" minValueString=\"2\" maxValueString=\"3\" "
        + "regularExpressionString=\"a+\"/>")
    #expect(text.validationWarnings as? [Int] == [1670, 1660, 1680])
    let verdicts = text.validationPredicates.map { $0.evaluate(with: "a") }
    #expect(verdicts == [false, true, true])
  }

  @Test func compositesHaveTheElementsOfTheirType() throws {  // R-MOD-136 R-MOD-139
    let url = try file.write(
      ModelFile.entity(
        "A", content: "<attribute name=\"x\" attributeType=\"Composite\" composite=\"C\"/>")
        + "<composite name=\"C\"><attribute name=\"city\" optional=\"YES\" "
        + "attributeType=\"String\"/></composite>")
    let model = try NSManagedObjectModel.load(from: url)
    let composite =
      model.entitiesByName["A"]?.attributesByName["x"] as? NSCompositeAttributeDescription
    #expect(composite?.type == .composite)
    #expect(composite?.elements.map(\.name) == ["city"])
    #expect(try model.compiledSchema().entities[0].attributes.map(\.name) == ["x.city"])
  }

  @Test func derivedAttributesHaveTheirExpression() throws {  // R-MOD-126
    let attribute = try attribute(
      "<attribute name=\"x\" attributeType=\"String\" derived=\"YES\" "
        + "derivationExpression=\"canonical:(name)\"/><attribute name=\"name\" "
        + "attributeType=\"String\"/>")
    let derived = try #require(attribute as? NSDerivedAttributeDescription)
    #expect(derived.derivationExpression?.description == "canonical:(name)")
  }

  @Test func relationshipsAreLinked() throws {  // R-MOD-143 R-MOD-145 R-MOD-146
    let url = try file.write(
      ModelFile.entity(
        "A",
        content: "<relationship name=\"bs\" optional=\"YES\" toMany=\"YES\" ordered=\"YES\" "
          + "deletionRule=\"Cascade\" destinationEntity=\"B\" inverseName=\"a\" "
          + "inverseEntity=\"B\"/>")
        + ModelFile.entity(
          "B",
          content:
            "<relationship name=\"a\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" "
            + "destinationEntity=\"A\" inverseName=\"bs\" inverseEntity=\"A\"/>"))
    let model = try NSManagedObjectModel.load(from: url)
    let many = try #require(model.entitiesByName["A"]?.relationshipsByName["bs"])
    let one = try #require(model.entitiesByName["B"]?.relationshipsByName["a"])
    #expect(many.isToMany)
    #expect(many.isOrdered)
    #expect(many.maxCount == 0)
    #expect(many.deleteRule == .cascadeDeleteRule)
    #expect(!one.isToMany)
    #expect(many.inverseRelationship === one)
    #expect(one.inverseRelationship === many)
    #expect(many.destinationEntity === model.entitiesByName["B"])
  }

  @Test func templatesConfigurationsAndFetchedPropertiesAreRead() throws {  // R-MOD-162 R-MOD-007
    let url = try file.write(
      ModelFile.entity(
        "A",
        content:
          "<attribute name=\"n\" attributeType=\"Integer 16\"/><fetchedProperty name=\"same\">"
          + "<fetchRequest name=\"fetchedPropertyFetchRequest\" entity=\"A\" "
          + "predicateString=\"n == $FETCH_SOURCE.n\"/></fetchedProperty>")
        + "<fetchRequest name=\"big\" entity=\"A\" predicateString=\"n &gt; $MIN\" "
        + "fetchLimit=\"4\"/><configuration name=\"C\"><memberEntity name=\"A\"/></configuration>")
    let model = try NSManagedObjectModel.load(from: url)
    let request = model.fetchRequestFromTemplate(withName: "big", substitutionVariables: ["MIN": 3])
    #expect(request?.predicate?.formatText == "n > 3")
    #expect(request?.fetchLimit == 4)
    #expect(request?.entity === model.entitiesByName["A"])
    #expect(model.entities(forConfigurationName: "C")?.map(\.name) == ["A"])
    let same = model.entitiesByName["A"]?.propertiesByName["same"] as? NSFetchedPropertyDescription
    #expect(same?.fetchRequest?.predicate?.formatText == "n == $FETCH_SOURCE.n")
  }

  @Test func indexesAndConstraintsAreRead() throws {  // R-MOD-057 R-MOD-173
    let url = try file.write(
      ModelFile.entity(
        "A",
        content: "<attribute name=\"n\" attributeType=\"Integer 16\"/><fetchIndex name=\"byN\">"
          + "<fetchIndexElement property=\"n\" type=\"Binary\" order=\"descending\"/></fetchIndex>"
          + "<uniquenessConstraints><uniquenessConstraint><constraint value=\"n\"/>"
          + "</uniquenessConstraint></uniquenessConstraints>"))
    let entity = try #require(NSManagedObjectModel.load(from: url).entitiesByName["A"])
    #expect(entity.indexes.map(\.name) == ["byN"])
    #expect(entity.indexes[0].elements[0].property === entity.propertiesByName["n"])
    #expect(!entity.indexes[0].elements[0].isAscending)
    #expect(entity.uniquenessConstraints as? [[String]] == [["n"]])
  }

  @Test func theNameOfACompiledModelFindsTheSourceBesideIt() throws {  // R-MOD-310
    try file.write(ModelFile.entity("A", content: ""))
    try file.write(ModelFile.entity("B", content: ""), version: "Sample 2")
    let compiled = file.folder.appendingPathComponent("Sample.momd")
    #expect(NSManagedObjectModel(contentsOf: compiled)?.entities.map(\.name) == ["A"])
    let second = compiled.appendingPathComponent("Sample 2.mom")
    #expect(NSManagedObjectModel(contentsOf: second)?.entities.map(\.name) == ["B"])
  }

  @Test func aMissingModelIsNil() {  // R-MOD-012
    let url = file.folder.appendingPathComponent("None.momd")
    #expect(NSManagedObjectModel(contentsOf: url) == nil)
    #expect(throws: CocoaError.self) { try NSManagedObjectModel.load(from: url) }
  }

  @Test func aPredicateThatDoesNotParseIsNamed() throws {  // R-MOD-219
    let url = try file.write(
      ModelFile.entity("A", content: "")
        + "<fetchRequest name=\"bad\" entity=\"A\" predicateString=\"n &gt;\"/>")
    let error = #expect(throws: CocoaError.self) { try NSManagedObjectModel.load(from: url) }
    #expect(error?.localizedDescription.contains("bad") == true)
  }

  @Test func theHashOfAReadModelIsThatOfTheSameModelInCode() throws {  // R-MOD-019
    let url = try file.write(
      ModelFile.entity(
        "User",
        content: "<attribute name=\"name\" attributeType=\"String\"/><attribute name=\"petName\" "
          + "optional=\"YES\" attributeType=\"String\"/>"))
    let model = try NSManagedObjectModel.load(from: url)
    #expect(model.versionChecksum == "u970QgYhRHEJGIt0zQr1UhuZL2ZJ1KxBS+B7rkAx0ik=")
  }

  // R-MOD-047: Xcode generates classes with such properties.
  @Test(arguments: ["new", "zone", "version"])
  func namesOfMembersOfTheClassAreNamesOfProperties(_ name: String) throws {
    let url = try file.write(
      ModelFile.entity("A", content: "<attribute name=\"\(name)\" attributeType=\"String\"/>"))
    let model = try NSManagedObjectModel.load(from: url)
    let container = NSPersistentContainer(name: "A", managedObjectModel: model)
    container.persistentStoreDescriptions[0].type = NSInMemoryStoreType
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    #expect(failure == nil)
    let object = NSEntityDescription.insertNewObject(
      forEntityName: "A", into: container.viewContext)
    object.setValue("text", forKey: name)
    #expect(object.value(forKey: name) as? String == "text")
  }
}
