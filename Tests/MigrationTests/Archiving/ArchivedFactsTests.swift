// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import ExampleModels
import Foundation
import KeyedArchives
import StoreTestSupport
import Testing

@testable import CoreData

/// The archives of all kinds of models, in words.
@Suite struct ArchivedFactsTests {
  private func facts(_ model: NSManagedObjectModel) throws -> [String: String] {
    try PlainArchive(ModelArchiver.archive(of: model)).facts()
  }

  private func model(
    _ properties: [NSPropertyDescription], _ body: (NSEntityDescription) -> Void = { _ in }
  ) -> NSManagedObjectModel {
    let entity = SampleModels.entity("Item", properties)
    body(entity)
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  // R-MOD-304, R-PSC-514
  @Test func everyVersionOfTheLibraryHasAllItsEntitiesAndProperties() throws {
    for number in LibraryVersion.first.number...LibraryVersion.last.number {
      let model = try LibraryVersion(number: number).model()
      let facts = try facts(model)
      for entity in model.entities {
        let name = try #require(entity.name)
        #expect(facts["\(name) NSRenamingIdentifier"] == entity.renamingIdentifier)
        for property in entity.properties {
          #expect(facts["\(name).\(property.name) NSPropertyName"] == property.name)
          #expect(facts["\(name).\(property.name) NSEntity"] == "the entity \(name)")
        }
      }
      let found = facts.keys.filter { $0.hasSuffix(" NSPropertyName") }.count
      #expect(found == model.entities.map(\.properties.count).reduce(0, +))
    }
  }

  // R-MOD-304: references go to what is archived in its own place.
  @Test func relationshipsLeadToEntitiesAndInverses() throws {
    let facts = try facts(SampleModels.company())
    #expect(facts["Employee.department NSDestinationEntity"] == "the entity Department")
    #expect(
      facts["Employee.department NSInverseRelationship"]
        == "the property employees of the entity Department")
    #expect(facts["Manager.department NSEntity"] == "the entity Manager")
    #expect(facts["Manager NSSuperentity"] == "the entity Employee")
    #expect(facts["Employee NSSubentities"] == "{Manager: the entity Manager}")
    #expect(facts["Employee.tags NSMaxCount"] == "0")
  }

  // R-MOD-100…102
  @Test func defaultValuesOfEveryTypeAreKept() throws {
    let values: [(type: NSAttributeDescription.AttributeType, value: Any, text: String)] = [
      (.boolean, NSNumber(value: true), "true"), (.integer64, NSNumber(value: -7), "-7"),
      (.integer32, NSNumber(value: 70_000), "70000"), (.integer16, NSNumber(value: 1), "1"),
      (.double, NSNumber(value: 0.25), "0.25"), (.string, "ä€😀", "ä€😀"),
      (.date, Date(timeIntervalSinceReferenceDate: 12.5), "NSDate < NSObject(NS.time 12.5)"),
      (.binaryData, Data([1, 2]), "NSData < NSObject(NS.data AQI=)"),
      (
        .uri, try #require(URL(string: "https://example.org/a")),
        "NSURL < NSObject(NS.base $null, NS.relative https://example.org/a)"
      ),
    ]
    for (type, value, text) in values {
      let attribute = SampleModels.attribute("value", type)
      attribute.defaultValue = value
      #expect(try facts(model([attribute]))["Item.value NSDefaultValue"] == text)
    }
  }

  // R-MOD-102
  @Test func aDecimalDefaultIsItsDigitsAndAPowerOfTen() throws {
    let attribute = SampleModels.attribute("value", .decimal)
    attribute.defaultValue = NSDecimalNumber(string: "-12.345")
    let text = try #require(try facts(model([attribute]))["Item.value NSDefaultValue"])
    #expect(text.hasPrefix("NSDecimalNumberPlaceholder < NSDecimalNumber < NSNumber < NSValue"))
    for part in ["NS.exponent -3", "NS.negative true", "NS.mantissa OTAAAA"] {
      #expect(text.contains(part))
    }
  }

  // R-MOD-304, R-MOD-305
  @Test func flagsOfPropertiesAreBitsAndKeysThatAreThereWhenTrue() throws {
    let plain = SampleModels.attribute("plain", .string)
    let strict = SampleModels.attribute("strict", .binaryData, optional: false)
    strict.isTransient = true
    strict.preservesValueInHistoryOnDeletion = true
    strict.allowsExternalBinaryDataStorage = true
    strict.versionHashModifier = "2"
    strict.userInfo = ["b": "2", "a": "1"]
    strict.setValidationPredicates(
      [NSPredicate(format: "length < 5")], withValidationWarnings: ["too long"])
    let facts = try facts(model([plain, strict]))
    #expect(facts["Item.plain _P"] == "243")
    #expect(facts["Item.plain NSIsOptional"] == "true")
    #expect(facts["Item.plain NSIsTransient"] == nil)
    #expect(facts["Item.strict _P"] == "\(1 + 8)")
    #expect(facts["Item.strict NSIsOptional"] == nil)
    #expect(facts["Item.strict NSIsTransient"] == "true")
    #expect(facts["Item.strict NSFlagsKey"] == "16")
    #expect(facts["Item.strict OCDAllowsExternalBinaryDataStorage"] == "true")
    #expect(facts["Item.strict NSVersionHashModifier"] == "2")
    #expect(facts["Item.strict NSUserInfo"] == "{a: 1, b: 2}")
    #expect(facts["Item.strict NSValidationWarnings"] == "[too long]")
    #expect(facts["Item.strict NSValidationPredicates"]?.contains("NSVariant 0") == true)
  }

  // R-MOD-307
  @Test(arguments: [
    (
      "a == 1", "NSEqualityPredicateOperator",
      "NSModifier 0, NSNegate false, NSOperatorType 4, NSOptions 0"
    ),
    (
      "a != 1", "NSEqualityPredicateOperator",
      "NSModifier 0, NSNegate true, NSOperatorType 5, NSOptions 0"
    ),
    (
      "ANY a >= 1", "NSComparisonPredicateOperator",
      "NSModifier 2, NSOperatorType 3, NSOptions 0, NSVariant 3"
    ),
    ("a CONTAINS[c] 'x'", "NSInPredicateOperator", "NSFlags 1, NSModifier 0, NSOperatorType 99"),
    ("a IN {1, 2}", "NSInPredicateOperator", "NSFlags 0, NSModifier 0, NSOperatorType 10"),
    (
      "a ENDSWITH[cd] 'x'", "NSSubstringPredicateOperator",
      "NSFlags 3, NSModifier 0, NSOperatorType 9, NSPosition 1"
    ),
    ("a LIKE 'x*'", "NSLikePredicateOperator", "NSFlags 0, NSModifier 0, NSOperatorType 7"),
    (
      "a BETWEEN {1, 2}", "NSBetweenPredicateOperator",
      "NSFlags 0, NSModifier 0, NSOperatorType 100"
    ),
  ])
  func operatorsAreOfTheirFamiliesClasses(format: String, name: String, fields: String) throws {
    let attribute = SampleModels.attribute("value", .string)
    attribute.setValidationPredicates(
      [NSPredicate(format: format)], withValidationWarnings: ["w"])
    let text = try #require(
      try facts(model([attribute]))["Item.value NSValidationPredicates"])
    #expect(text.contains("NSPredicateOperator \(name) < "))
    #expect(text.contains("(\(fields))"))
  }

  // R-PSC-514: what cannot be archived is left out, and the rest is not.
  @Test func closuresAndUnknownValuesAreLeftOut() throws {
    let attribute = SampleModels.attribute("value", .transformable)
    attribute.defaultValue = NSObject()
    attribute.setValidationPredicates(
      [NSPredicate { _, _ in true }, NSPredicate(format: "SELF != nil")],
      withValidationWarnings: ["closure", "nil"])
    let facts = try facts(model([attribute]))
    #expect(facts["Item.value NSDefaultValue"] == "$null")
    #expect(facts["Item.value NSValidationWarnings"] == "[nil]")
  }

  @Test func equalModelsHaveEqualArchives() throws {
    let copy = try #require(SampleModels.company().copy() as? NSManagedObjectModel)
    #expect(ModelArchiver.archive(of: copy) == ModelArchiver.archive(of: SampleModels.company()))
  }

  /// A chain of references must not become a chain of calls.
  @Test func manyEntitiesInARowNeedNoDeepStack() throws {
    let entities = (0..<5_000).map { SampleModels.entity("E\($0)", []) }
    for (entity, next) in zip(entities, entities.dropFirst()) {
      entity.properties = [SampleModels.relationship("next", to: next)]
    }
    let model = NSManagedObjectModel()
    model.entities = entities
    #expect(try PlainArchive(ModelArchiver.archive(of: model)).facts()["E4999 class"] != nil)
  }
}
