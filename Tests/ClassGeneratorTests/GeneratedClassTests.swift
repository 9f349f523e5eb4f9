// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import Foundation
import ModelFormat
import Testing

/// Which classes are generated, with which names and parents. R-MOD-330
struct GeneratedClassTests {
  private func code(_ attributes: String) throws -> String {
    try Generation.code("<entity name=\"Animal\" \(attributes)/>").text
  }

  @Test func aCategoryIsOnlyAnExtension() throws {
    let code = try code("representedClassName=\".Beast\" codeGenerationType=\"category\"")
    #expect(!code.contains("class Beast"))
    #expect(code.contains("extension Beast {"))
    #expect(code.contains("NSFetchRequest<Beast>(entityName: \"Animal\")"))
  }

  @Test(arguments: ["", "codeGenerationType=\"category\"", "codeGenerationType=\"class\""])
  func anEntityWithoutAClassIsNotGenerated(codeGeneration: String) throws {
    #expect(try !code(codeGeneration).contains("extension"))
  }

  @Test(arguments: [".Animal", "Animal", "App.Animal"])
  func theClassMayBelongToThisModuleInThreeWays(name: String) throws {
    #expect(
      try code("representedClassName=\"\(name)\" codeGenerationType=\"class\"")
        .contains("public class Animal: NSManagedObject {}"))
  }

  @Test func aClassOfAnotherModuleIsNotGenerated() throws {
    let text = try code("representedClassName=\"Other.Animal\" codeGenerationType=\"class\"")
    #expect(!text.contains("class Animal"))
  }

  @Test func aSubentityInheritsFromItsParentsClass() throws {
    let code = try Generation.code(
      Generation.animal("<attribute name=\"name\" attributeType=\"String\"/>"),
      "<entity name=\"Dog\" representedClassName=\".Dog\" parentEntity=\"Animal\"",
      " codeGenerationType=\"class\"><attribute name=\"bark\" attributeType=\"String\"/></entity>"
    ).text
    #expect(code.contains("public class Dog: Animal {}"))
    #expect(code.contains("GeneratedProperty(\"bark\", slot: 1, "))
    #expect(!code.contains("extension Dog: Identifiable"))
    #expect(code.contains("names[\\Dog.name] = \"name\""))
  }

  @Test func aParentOfAnotherModuleIsNamedWithIt() throws {
    let code = try Generation.code(
      "<entity name=\"Base\" representedClassName=\"Other.Base\"/>",
      "<entity name=\"Dog\" representedClassName=\".Dog\" parentEntity=\"Base\"",
      " codeGenerationType=\"class\"/>"
    ).text
    #expect(code.contains("public class Dog: NSManagedObject {}"))
    #expect(code.contains("extension Dog: Identifiable {}"))
  }

  @Test func twoEntitiesOfOneClassAreGeneratedOnce() throws {
    let code = try Generation.code(
      Generation.animal(),
      "<entity name=\"Beast\" representedClassName=\".Animal\" codeGenerationType=\"class\"/>")
    #expect(code.text.components(separatedBy: "class Animal:").count == 2)
    #expect(code.diagnostics.map(\.severity) == [.warning])
  }
}
