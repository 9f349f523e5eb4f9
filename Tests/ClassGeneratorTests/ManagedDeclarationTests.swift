// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import Foundation
import ModelFormat
import Testing

/// Which accessors the sources of a target need, and which of them nobody can supply.
struct ManagedDeclarationTests {
  private static func code(
    _ text: String, models: [ManagedModel] = [], dependencies: [String: String] = [:]
  ) -> (text: String, diagnostics: [ModelDiagnostic]) {
    ManagedSources(
      module: "App", sources: [("/src/Person.swift", text)], models: models,
      dependencies: dependencies.keys.sorted(), dependency: { dependencies[$0].map { [$0] } ?? [] }
    ).code()
  }

  private static func symbols(_ text: String) -> [String] {
    text.matches(of: /@_silgen_name\("([^"]+)"\)/).map { String($0.1) }
  }

  private static func problems(_ text: String) -> [String] {
    code(text).diagnostics.map(\.description)
  }

  // R-CTX-003
  @Test func aPropertyNeedsItsGetterAndItsSetter() {
    let code = Self.code(
      """
      import CoreData
      class Person: NSManagedObject {
        @NSManaged var name: String?
      }
      """)
    #expect(code.diagnostics.isEmpty)
    #expect(
      code.text.hasPrefix(
        """
        // Accessors of the @NSManaged declarations in App. Do not edit.

        import CoreData

        extension Person {
          // Person.swift:3
          @_silgen_name("$s3App6PersonC4nameSSSgvg")
          nonisolated dynamic func _get_6Person_name() -> String? {
            _get(GeneratedProperty("name", slot: .max, hash: 0xc4bcadba8e631b86))
          }
          @_silgen_name("$s3App6PersonC4nameSSSgvs")
          nonisolated dynamic func _set_6Person_name(_ value: __owned String?) {
            _set(GeneratedProperty("name", slot: .max, hash: 0xc4bcadba8e631b86), value)
          }
        }
        """))
  }

  // The extension of a class within a type does not see what that type declares.
  @Test func aClassWithinATypeNamesItsNeighboursInFull() {
    let code = Self.code(
      """
      import CoreData
      enum Zoo {
        enum Kind: Int { case cat }
        protocol Living {}
        typealias Cages = Set<Cage>
        typealias Weight = Double
        class Cage: NSManagedObject {}
        class Animal: NSManagedObject {
          @NSManaged var kind: Kind
          @NSManaged var cages: Cages?
          @NSManaged var friend: (any Living)?
          @NSManaged var notes: [String: Any]
          @NSManaged var weight: Weight
          @NSManaged func addToCages(_ cage: Cage)
        }
      }
      """)
    #expect(code.diagnostics.isEmpty)
    #expect(code.text.contains("_get_3Zoo_6Animal_kind() -> Zoo.Kind {"))
    #expect(code.text.contains("_get_3Zoo_6Animal_cages() -> Set<Zoo.Cage>? {"))
    #expect(code.text.contains("_get_3Zoo_6Animal_friend() -> (any Zoo.Living)? {"))
    #expect(code.text.contains("_get_3Zoo_6Animal_weight() -> Double {"))
    #expect(code.text.contains("_get_3Zoo_6Animal_notes() -> [String: Any] {"))
    #expect(code.text.contains("_call_3Zoo_6Animal_addToCages(_ cage: Zoo.Cage) {"))
  }

  @Test func aSourceWithoutManagedObjectsGivesAnEmptyFile() {
    let code = Self.code("import CoreData\nclass Person { var name: String? }\n")
    #expect(code.text == "// Accessors of the @NSManaged declarations in App. Do not edit.\n")
  }

  // Else its hooks would never run: nobody knows the class.
  @Test func aClassWithoutManagedDeclarationsIsRegistered() {
    let code = Self.code(
      """
      import CoreData
      public import Foundation
      class Person: NSManagedObject { override func willSave() {} }
      final class Child: Person {}
      enum Space { class Star: NSManagedObject {} }
      private class Hidden: NSManagedObject {}
      """)
    #expect(code.diagnostics.isEmpty)
    #expect(code.text.contains("\nimport CoreData\n"))
    #expect(!code.text.contains("public import"))
    #expect(code.text.contains("NSManagedObject.registerClasses([\"Person\": Person.self])"))
    #expect(code.text.contains("NSManagedObject.registerClasses([\"Child\": Child.self])"))
    #expect(code.text.contains("NSManagedObject.registerClasses([\"Star\": Space.Star.self])"))
    #expect(!code.text.contains("Hidden"))
    #expect(!code.text.contains("names"))
  }

  @Test func forcedCastsOfRequestsAreWarnedOf() {
    let problems = Self.problems(
      """
      import CoreData
      // request as! NSFetchRequest<A>
      func f(_ r: NSPersistentStoreRequest) {
        _ = r as! NSFetchRequest<NSFetchRequestResult>
        _ = r as? NSFetchRequest<A>
        use(x, r as! NSFetchRequest<Dictionary<String, Int>>)
      }
      """)
    #expect(problems.compactMap { $0.firstMatch(of: /:(\d+): warning/)?.1 } == ["4", "6"])
    #expect(problems.last?.contains("'NSFetchRequest<Dictionary<String, Int>>' stops") == true)
  }

  @Test func aStoreMayCastTheRequestThatItIsGiven() {
    let problems = Self.problems(
      """
      import CoreData
      class Store: NSIncrementalStore {
        func f(_ r: NSPersistentStoreRequest) -> Any { r as! NSFetchRequest<any NSFetchRequestResult> }
        func g(_ r: NSPersistentStoreRequest) -> Any { r as! NSFetchRequest<Item> }
      }
      """)
    #expect(problems.compactMap { $0.firstMatch(of: /:(\d+): warning/)?.1 } == ["4"])
  }

  @Test func commentsStringsAndBodiesHoldNoDeclarations() {
    let code = Self.code(
      ##"""
      import CoreData
      // @NSManaged var a: Int
      /* /* @NSManaged var b: Int */ */
      let text = "@NSManaged \("}") var c: Int { "
      let raw = #"" @NSManaged var d: Int \#("{") "#
      let lines = """
        class Person { @NSManaged var e: Int }
        """
      let pattern = /"@NSManaged {/
      class Person: NSManagedObject {
        func f(_ x: Int) -> [Int] { return [x].map { y in y } }
        var g: Int { get { 1 } set { } }
        @NSManaged var z: Int64
      }
      """##)
    #expect(
      Self.symbols(code.text) == ["$s3App6PersonC1zs5Int64Vvg", "$s3App6PersonC1zs5Int64Vvs"])
    #expect(code.text.contains("// Person.swift:13"))
  }

  @Test func aModelTellsWhereAPropertyIs() throws {
    let reading = try ModelReader.read(
      xml: Data(
        """
        <model><entity name="Human" representedClassName=".Person">
        <attribute name="age" attributeType="Integer 16"/>
        <attribute name="name" attributeType="String"/></entity></model>
        """.utf8), name: "M", file: "M")
    let code = Self.code(
      "import CoreData\nclass Person: NSManagedObject { @NSManaged var name: String? }",
      models: [ManagedModel(reading.document, module: "App")])
    #expect(code.text.contains("GeneratedProperty(\"name\", slot: 1, hash: 0xc4bcadba8e631b86)"))
  }

  @Test func conditionsStandAroundTheAccessorsAsWell() {
    let code = Self.code(
      """
      import CoreData
      #if os(iOS)
        import UIKit
      #endif
      class Person: NSManagedObject {
        #if DEBUG
          @NSManaged var note: String?
        #elseif canImport(UIKit)
          @NSManaged var image: UIImage?
        #else
          @NSManaged var text: String?
        #endif
      }
      """)
    #expect(code.diagnostics.isEmpty)
    #expect(code.text.contains("#if (DEBUG)\nextension Person {"))
    #expect(code.text.contains("#if !(DEBUG) && !(canImport(UIKit))\nextension Person {"))
    #expect(!code.text.contains("UIImage"))
    #expect(!code.text.contains("import UIKit"))
  }

  @Test func typesOfOtherModulesAreFoundInTheirSources() {
    let source =
      "import CoreData\nimport Shared\n"
      + "class Person: NSManagedObject { @NSManaged var mood: Mood?, team: Shared.Team }"
    let shared = "public enum Mood: Int16 { case good }\npublic class Team {}"
    let code = Self.code(source, dependencies: ["Shared": shared])
    #expect(code.diagnostics.isEmpty)
    #expect(
      Self.symbols(code.text).filter { $0.hasSuffix("g") }
        == ["$s3App6PersonC4mood6Shared4MoodOSgvg", "$s3App6PersonC4team6Shared4TeamCvg"])
  }

  // R-CTX-221
  @Test func methodsOfRelationshipsFindTheirKey() {
    let code = Self.code(
      """
      import CoreData
      class Person: NSManagedObject {
        @NSManaged var URLs: NSSet?
        @NSManaged func addToURLs(_ value: Person)
        @NSManaged func addToCars(_ values: NSSet)
        @NSManaged func removeCarsObject(_ value: Person)
      }
      """)
    #expect(code.diagnostics.isEmpty)
    #expect(code.text.contains("_add(value, to: GeneratedProperty(\"URLs\""))
    #expect(code.text.contains("_add(values, to: GeneratedProperty(\"cars\""))
    #expect(code.text.contains("_remove(value, from: GeneratedProperty(\"cars\""))
  }

  @Test func whatCannotBeServedIsAnErrorWithItsLine() {
    let prefix = "the @NSManaged declaration"
    let problems = Self.problems(
      """
      import CoreData
      class Base<T>: NSManagedObject {
        @NSManaged var a: String?
      }
      private class Hidden: NSManagedObject {
        @NSManaged var b: String?
      }
      class Person: NSManagedObject {
        @NSManaged var c: Unknown?
        @NSManaged var d: (Int, Int)
        @NSManaged func e() -> Int
        @NSManaged func f(_ x: Int)
        @NSManaged static var g: Int
      }
      func h() {
        class Local: NSManagedObject { @NSManaged var i: Int }
      }
      """)
    #expect(
      problems.contains(
        "/src/Person.swift:3: error: \(prefix) 'a' cannot be served: the class 'Base' is generic"))
    #expect(
      problems.contains(
        "/src/Person.swift:9: error: \(prefix) 'c' cannot be served: its type 'Unknown?' is "
          + "declared neither in the sources of this target or of those it depends on, nor in "
          + "Foundation"))
    let lines = problems.compactMap { $0.firstMatch(of: /:(\d+): error/).flatMap { Int($0.1) } }
    #expect(lines.sorted() == [3, 6, 9, 10, 11, 12, 13, 16])
  }
}
