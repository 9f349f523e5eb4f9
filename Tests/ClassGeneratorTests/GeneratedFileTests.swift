// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import ModelFormat
import Testing

struct GeneratedFileTests {
  @Test func aWholeFile() throws {  // R-MOD-330
    let code = try Generation.code(
      Generation.animal("<attribute name=\"name\" attributeType=\"String\"/>"))
    #expect(code.fileName == "Zoo+ManagedObjects.swift")
    #expect(
      code.text == """
        // Generated from Zoo.xcdatamodeld, version Zoo 2. Do not edit.

        public import CoreData

        public class Animal: NSManagedObject {}

        nonisolated extension Animal {
          @nonobjc public class func fetchRequest() -> NSFetchRequest<Animal> {
            NSFetchRequest<Animal>(entityName: "Animal")
          }

          public var name: String? {
            get { _get(_GeneratedSlots._name) }
            set { _set(_GeneratedSlots._name, newValue) }
          }

          nonisolated private enum _GeneratedSlots {
            static var _name: GeneratedProperty {
              GeneratedProperty("name", slot: 0, hash: 0xc4bcadba8e631b86)
            }
          }
        }

        extension Animal: Identifiable {}

        #if os(Linux) && compiler(>=6.3)
        @used @section(".init_array")
        nonisolated private let _registration: @convention(c) @Sendable () -> Void = {
          let register: @MainActor () -> Void = _register
          NSManagedObject.registerLater(
            unsafeBitCast(register, to: (@Sendable () -> Void).self))
        }

        @MainActor private func _register() {
          ZooModel.register()
        }
        #endif

        nonisolated public enum ZooModel {
          /// Makes the classes of the model known by name, and the names of their key
          /// paths. Done by itself where the loader can; any thread.
          public static func register() {
            NSManagedObject.registerClasses([
              "Animal": Animal.self,
            ])
            NSManagedObject.registerKeyPaths {
              var names: [AnyKeyPath: String] = [:]
              names[\\Animal.name] = "name"
              return names
            }
          }
        }

        """)
  }

  @Test func theOrderOfTheFileDoesNotMatter() throws {
    let forward = try Generation.code(Generation.animal(), Generation.keeper)
    let backward = try Generation.code(Generation.keeper, Generation.animal())
    #expect(forward == backward)
  }

  @Test func aModelWithoutGeneratedEntitiesGivesAFileThatRegistersNothing() throws {
    let code = try Generation.code("<entity name=\"Animal\" representedClassName=\".Animal\"/>")
    #expect(!code.text.contains("Animal"))
    #expect(code.text.contains("public enum ZooModel"))
    #expect(!code.text.contains("registerClasses"))
  }

  // An import that is public for nothing draws a warning, one that is internal is an error beside a plain one.
  @Test func aFileWithoutClassesImportsWhatItUses() throws {
    let code = try Generation.code("<entity name=\"Animal\"/>")
    #expect(!code.text.contains("import"))
    let carrying = ClassGenerator.code(
      for: ModelDocument(name: "Zoo"),
      GenerationOptions(
        modelName: "Zoo", modelFile: "Zoo.xcdatamodeld", module: "App", contents: "<model/>"))
    #expect(carrying.text.contains("public import CoreData"))
    #expect(carrying.text.contains("@inlinable"))
  }

  @Test func theModelMayBeCarriedAlong() throws {
    let text = "<model>\r\n<entity name=\"A\\#(x)\"\"\"\"#\"/></model>"
    let code = ClassGenerator.code(
      for: ModelDocument(name: "Zoo \"2\""),
      GenerationOptions(
        modelName: "Zoo", modelFile: "Zoo.xcdatamodeld", module: "App", contents: text))
    #expect(
      code.text.contains(
        """
        @usableFromInline
        nonisolated internal let _contentsOfZoo: StaticString = ##\"""
        <model>
        <entity name="A\\#(x)\"""\"#"/></model>
        \"""##

        """))
    #expect(
      code.text.contains(
        """
            NSManagedObjectModel.registerModel(
              named: "Zoo", version: "Zoo \\"2\\"",
              contents: _contentsOfZoo)
        """))
    #expect(code.text.contains("ZooModel.register()"))
  }

  @Test func aNameThatSwiftCannotDeclareIsAnError() throws {
    let code = try Generation.code(
      Generation.animal("<attribute name=\"a-b\" attributeType=\"String\"/>"))
    #expect(
      code.diagnostics.map(\.description) == [
        "Zoo.xcdatamodeld:2: error: 'Animal.a-b' cannot be the name of a Swift property"
      ])
  }

  @Test(arguments: ["class", "category"])
  func aClassOfAnotherModuleIsLeftOutWithAWarning(codeGeneration: String) throws {
    let code = try Generation.code(
      Generation.keeper,
      """
      <entity name="Vet" representedClassName="Clinic.Vet" codeGenerationType="\(codeGeneration)"/>
      """)
    #expect(
      code.diagnostics.map(\.description) == [
        "Zoo.xcdatamodeld:3: warning: no code is generated for entity 'Vet': its class "
          + "'Clinic.Vet' is of another module than 'App'"
      ])
    #expect(!code.text.contains("Vet"))
  }

  @Test(arguments: ["NSManagedObject", "App.Vet", "Vet"])
  func classesOfThisModuleAndTheRootClassDrawNoWarning(name: String) throws {
    let code = try Generation.code(
      "<entity name=\"Vet\" representedClassName=\"\(name)\" codeGenerationType=\"class\"/>")
    #expect(code.diagnostics.isEmpty)
  }

  @Test func aClassThatIsWrittenByHandElsewhereDrawsNoWarning() throws {
    let code = try Generation.code("<entity name=\"Vet\" representedClassName=\"Clinic.Vet\"/>")
    #expect(code.diagnostics.isEmpty)
  }

  @Test func theRegistrationTakesNoNameOfTheModule() {
    let code = ClassGenerator.code(
      for: ModelDocument(name: "Zoo"),
      GenerationOptions(
        modelName: "Zoo", modelFile: "Zoo.xcdatamodeld", module: "App", contents: "<model/>",
        takenNames: ["ZooModel"]))
    #expect(code.text.contains("public enum _ZooModelRegistration {"))
    #expect(code.text.contains("  _ZooModelRegistration.register()"))
    #expect(!code.text.contains("enum ZooModel"))
  }
}
