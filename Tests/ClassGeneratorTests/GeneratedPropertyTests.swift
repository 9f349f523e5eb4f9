// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import Testing

/// The types and accessors of properties. R-MOD-331
struct GeneratedPropertyTests {
  private func variable(_ name: String, _ type: String, get: String, set: String) -> String {
    let slot = "_GeneratedSlots._" + name.filter { $0 != "`" }
    return """
        public var \(name): \(type) {
          get { \(get)(\(slot)) }
          set { \(set)(\(slot), newValue) }
        }

      """
  }

  @Test(arguments: [
    ("Integer 16", "Int16"), ("Integer 32", "Int32"), ("Integer 64", "Int64"),
    ("Double", "Double"), ("Float", "Float"), ("Boolean", "Bool"),
    ("Date", "TimeInterval"),
  ])
  func scalarsAreNeverOptional(xmlType: String, type: String) throws {
    let code = try Generation.attribute(
      "optional=\"YES\" attributeType=\"\(xmlType)\" usesScalarValueType=\"YES\"")
    #expect(code.contains(variable("a", type, get: "_get", set: "_set")))
  }

  @Test(arguments: ["Integer 16", "Integer 32", "Integer 64", "Double", "Float", "Boolean"])
  func numbersAreObjectsUnlessScalar(xmlType: String) throws {
    let code = try Generation.attribute("attributeType=\"\(xmlType)\"")
    #expect(code.contains(variable("a", "NSNumber?", get: "_getTransformable", set: "_set")))
  }

  @Test(arguments: [
    ("String", "String?"), ("Binary", "Data?"), ("UUID", "UUID?"),
    ("URI", "URL?"), ("Decimal", "NSDecimalNumber?"), ("Composite", "[String: Any]?"),
  ])
  func objectsAreAlwaysOptional(xmlType: String, type: String) throws {
    let code = try Generation.attribute(
      "attributeType=\"\(xmlType)\" usesScalarValueType=\"YES\"")
    #expect(code.contains(variable("a", type, get: "_get", set: "_set")))
  }

  @Test func datesAreObjectsUnlessScalar() throws {
    let code = try Generation.attribute("attributeType=\"Date\" usesScalarValueType=\"NO\"")
    #expect(code.contains(variable("a", "Date?", get: "_get", set: "_set")))
  }

  @Test(arguments: [
    ("", "NSObject?"), ("customClassName=\"[String]\"", "[String]?"),
    ("customClassName=\".Paint\"", "Paint?"), ("customClassName=\".\"", "NSObject?"),
  ])
  func transformablesHaveTheirClass(custom: String, type: String) throws {
    let code = try Generation.attribute("attributeType=\"Transformable\" \(custom)")
    #expect(
      code.contains(variable("a", type, get: "_getTransformable", set: "_setTransformable")))
  }

  @Test func aTransientWithoutTypeIsAnything() throws {
    let code = try Generation.attribute("transient=\"YES\"")
    #expect(
      code.contains(variable("a", "Any?", get: "_getTransformable", set: "_setTransformable")))
  }

  @Test func aReservedWordIsPutInBackticks() throws {
    let code = try Generation.code(
      Generation.animal("<attribute name=\"default\" attributeType=\"String\"/>")
    ).text
    #expect(code.contains(variable("`default`", "String?", get: "_get", set: "_set")))
    #expect(code.contains("GeneratedProperty(\"default\", slot: 0, "))
    #expect(code.contains("names[\\Animal.`default`] = \"default\""))
  }

  @Test func aClassOfTheModelHidesNoTypeOfFoundation() throws {
    let code = try Generation.code(
      "<entity name=\"Data\" representedClassName=\".Data\" codeGenerationType=\"class\">",
      "<attribute name=\"blob\" attributeType=\"Binary\"/></entity>"
    ).text
    #expect(code.contains("public var blob: Foundation.Data? {"))
  }

  @Test func aToOneHasItsDestinationsClass() throws {
    let code = try Generation.code(
      Generation.animal(
        "<relationship name=\"keeper\" maxCount=\"1\" destinationEntity=\"Keeper\"/>",
        "<relationship name=\"other\" maxCount=\"1\" destinationEntity=\"Plain\"/>"),
      Generation.keeper, "<entity name=\"Plain\"/>"
    ).text
    #expect(code.contains(variable("keeper", "Keeper?", get: "_getObject", set: "_setObject")))
    #expect(
      code.contains(variable("other", "NSManagedObject?", get: "_getObject", set: "_setObject")))
  }

  // Apple's sample of two linked stores: "Xcode doesn't generate the accessor for fetched properties, so
  // provide it manually with an extension."
  @Test func anAccessorOfAFetchedPropertyIsLeftToTheProgram() throws {
    let code = try Generation.code(
      Generation.animal(
        "<fetchedProperty name=\"keepers\"><fetchRequest name=\"f\" entity=\"Keeper\"/>",
        "</fetchedProperty>"), Generation.keeper
    ).text
    #expect(!code.contains("keepers:"))
    #expect(!code.contains("keepers]"))
    #expect(!code.contains("static var keepers"))
  }

  @Test func slotsCountPropertiesOfAllKindsByName() throws {
    let code = try Generation.code(
      Generation.animal(
        "<attribute name=\"c\" attributeType=\"String\"/>",
        "<relationship name=\"a\" maxCount=\"1\" destinationEntity=\"Keeper\"/>",
        "<fetchedProperty name=\"b\"><fetchRequest name=\"f\" entity=\"Keeper\"/>",
        "</fetchedProperty>"), Generation.keeper
    ).text
    #expect(code.contains("GeneratedProperty(\"a\", slot: 0, "))
    #expect(!code.contains("GeneratedProperty(\"b\""))
    #expect(code.contains("GeneratedProperty(\"c\", slot: 2, "))
  }
}
