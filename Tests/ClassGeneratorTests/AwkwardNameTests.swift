// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import ModelFormat
import Testing

/// Names that Swift, its library or Foundation use for something else.
struct AwkwardNameTests {
  private func entity(_ name: String, _ properties: String = "") -> String {
    "<entity name=\"\(name)\" representedClassName=\".\(name)\" codeGenerationType=\"class\">"
      + properties + "</entity>"
  }

  private func attribute(_ name: String, _ type: String = "String") -> String {
    "<attribute name=\"\(name)\" attributeType=\"\(type)\"/>"
  }

  // R-MOD-331: a member of a type cannot be named `Type` or `Protocol`, and a key path finds types there.
  @Test(arguments: ["ID", "Type", "Protocol"])
  func typesOfSwiftMayBeAttributes(_ name: String) throws {
    let code = try Generation.code(Generation.animal(attribute(name))).text
    #expect(code.contains("static var _\(name): GeneratedProperty"))
    #expect(code.contains("GeneratedProperty(\"\(name)\", slot: 0"))
    #expect(!code.contains("names[\\Animal"))
  }

  // R-MOD-331
  @Test(arguments: ["_", "hashValue", "objectWillChange", "customMirror"])
  func whatNoClassCanDeclareHasNoAccessor(_ name: String) throws {
    let code = try Generation.code(Generation.animal(attribute(name), attribute("b")))
    #expect(!code.text.contains("public var \(name)"))
    #expect(!code.text.contains("names[\\Animal.\(name)]"))
    #expect(code.text.contains("GeneratedProperty(\"b\", slot:"))
    #expect(code.diagnostics.map(\.severity) == [.warning])
    #expect(code.diagnostics.first?.message.contains("'Animal.\(name)'") == true)
  }

  // R-MOD-330
  @Test func noCodeIsMadeForAnEntitySelf() throws {
    let code = try Generation.code(entity("self"), entity("Animal"))
    #expect(!code.text.contains("class `self`"))
    #expect(code.text.contains("public class Animal"))
    #expect(code.diagnostics.first?.message.contains("a word of Swift") == true)
    #expect(code.diagnostics.map(\.severity) == [.warning])
  }

  // R-MOD-331
  @Test func classesMayHaveTheNamesOfImportedTypes() throws {
    let names = [
      "Bool", "Double", "Int64", "String", "NSSet", "NSFetchRequest", "Identifiable", "AnyKeyPath",
      "GeneratedProperty",
    ]
    let entities = names.map { entity($0, "\n" + attribute("text")) }.joined(separator: "\n")
    let code = try Generation.code(
      entities,
      Generation.animal(
        "<attribute name=\"a\" attributeType=\"Integer 64\" usesScalarValueType=\"YES\"/>",
        "<attribute name=\"b\" attributeType=\"Boolean\" usesScalarValueType=\"YES\"/>",
        "<relationship name=\"all\" toMany=\"YES\" destinationEntity=\"Bool\"/>")
    ).text
    #expect(code.contains("public var text: Swift.String? {"))
    #expect(code.contains("public var a: Swift.Int64 {"))
    #expect(code.contains("public var b: Swift.Bool {"))
    #expect(code.contains("public var all: Foundation.NSSet? {"))
    #expect(code.contains("public func addToAll(_ values: Foundation.NSSet)"))
    #expect(code.contains("func fetchRequest() -> CoreData.NSFetchRequest<Animal>"))
    #expect(code.contains("extension Animal: Swift.Identifiable {}"))
    #expect(code.contains("static var _text: CoreData.GeneratedProperty"))
    #expect(code.contains("var names: [Swift.AnyKeyPath: Swift.String] = [:]"))
  }

  // R-MOD-331
  @Test(arguments: [
    ("NSArray *", "NSArray"), ("NSMutableArray&lt;NSString *&gt; *", "NSMutableArray"),
  ])
  func ofATypeOfObjectiveCTheClassIsTaken(_ written: String, _ type: String) throws {
    let code = try Generation.attribute(
      "attributeType=\"Transformable\" customClassName=\"\(written)\"")
    #expect(code.contains("public var a: \(type)? {"))
  }

  // R-MOD-331
  @Test func aParentOfAnotherModuleIsWarnedOf() throws {
    let code = try Generation.code(
      "<entity name=\"Base\" representedClassName=\"Other.Base\"/>",
      "<entity name=\"Dog\" representedClassName=\".Dog\" parentEntity=\"Base\"",
      " codeGenerationType=\"class\"/>")
    #expect(code.diagnostics.map(\.severity) == [.warning])
    #expect(code.diagnostics.first?.message.contains("'Other.Base'") == true)
  }

  // R-MOD-331
  @Test func typesOfSwiftAreWrittenAsTheyAre() throws {
    let code = try Generation.attribute(
      "attributeType=\"Transformable\" customClassName=\"any Shape\"")
    #expect(
      code.contains("public var a: any Shape?") || code.contains("public var a: (any Shape)?"))
  }

  // R-MOD-331: a generated file imports no other module.
  @Test func relationshipsToClassesOfOtherModulesAreOfTheRootClass() throws {
    let code = try Generation.code(
      Generation.animal(
        "<relationship name=\"item\" maxCount=\"1\" destinationEntity=\"Item\"/>"),
      "<entity name=\"Item\" representedClassName=\"Other.Item\" codeGenerationType=\"class\"/>"
    ).text
    #expect(code.contains("public var item: NSManagedObject? {"))
  }
}
