// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Each code of a failed validation, and several failures together, on every store.
@Suite struct ValidationOverStoresTests {
  /// An entity with a rule for each code, as a model file states them; ``valid`` breaks none.
  private static func model() throws -> NSManagedObjectModel {
    let file = try ModelFile()
    let url = try file.write(ModelFile.entity("Form", content: attributes))
    let read = try #require(NSManagedObjectModel(contentsOf: url))
    let form = try #require(read.entitiesByName["Form"]?.copy() as? NSEntityDescription)
    form.attributesByName["odd"]?.setValidationPredicates(
      [NSPredicate(format: "SELF != 13")], withValidationWarnings: ["Thirteen is not allowed."])
    let model = NSManagedObjectModel()
    let page = GarageModel.entity("Page", [GarageModel.attribute("text", .string)])
    GarageModel.relate(
      form, name: "few", many: true, rule: .nullifyDeleteRule, to: page, inverseName: "fewOf",
      many: false)
    GarageModel.relate(
      form, name: "deny", many: true, rule: .denyDeleteRule, to: page, inverseName: "denyOf",
      many: false)
    GarageModel.relate(
      form, name: "must", many: false, rule: .nullifyDeleteRule, to: page, inverseName: "mustOf",
      many: false)
    form.relationshipsByName["few"]?.minCount = 2
    form.relationshipsByName["few"]?.maxCount = 3
    form.relationshipsByName["must"]?.isOptional = false
    form.managedObjectClassName = String(reflecting: Record.self)
    let (note, draft) = (GarageModel.entity("Note", []), GarageModel.entity("Draft", []))
    model.entities = [form, page, note, draft]
    model.setEntities([form, page], forConfigurationName: "People")
    model.setEntities([note], forConfigurationName: "Notes")
    model.setEntities([draft], forConfigurationName: "Scratch")
    return model
  }

  private static let attributes = """
    <attribute name="text" attributeType="String"/>
    <attribute name="long" optional="YES" attributeType="String" maxValueString="3"/>
    <attribute name="short" optional="YES" attributeType="String" minValueString="2"/>
    <attribute name="pattern" optional="YES" attributeType="String" \
    regularExpressionString="[a-z]+"/>
    <attribute name="high" optional="YES" attributeType="Integer 32" maxValueString="9"/>
    <attribute name="low" optional="YES" attributeType="Integer 32" minValueString="1"/>
    <attribute name="late" optional="YES" attributeType="Date" maxDateTimeInterval="9"/>
    <attribute name="soon" optional="YES" attributeType="Date" minDateTimeInterval="1"/>
    <attribute name="odd" optional="YES" attributeType="Integer 32"/>
    """

  private static func valid(_ context: NSManagedObjectContext) -> Record {
    context.record("Form", ["text": "t", "must": context.insert("Page")])
  }

  /// What breaks one rule, and the code that it should give.
  struct Breach: Sendable, CustomTestStringConvertible {
    let key: String
    let code: Int
    let value: @Sendable (NSManagedObjectContext) -> Any?
    var testDescription: String { "\(key) \(code)" }
  }

  static let breaches: [Breach] = [
    Breach(key: "text", code: 1570) { _ in nil }, Breach(key: "must", code: 1570) { _ in nil },
    Breach(key: "few", code: 1580) { [$0.insert("Page")] as Set },
    Breach(key: "few", code: 1590) { context in Set((1...4).map { _ in context.insert("Page") }) },
    Breach(key: "high", code: 1610) { _ in 10 }, Breach(key: "low", code: 1620) { _ in 0 },
    Breach(key: "late", code: 1630) { _ in Date(timeIntervalSinceReferenceDate: 10) },
    Breach(key: "soon", code: 1640) { _ in Date(timeIntervalSinceReferenceDate: 0) },
    Breach(key: "long", code: 1660) { _ in "long" }, Breach(key: "short", code: 1670) { _ in "s" },
    Breach(key: "pattern", code: 1680) { _ in "a1" }, Breach(key: "odd", code: 1550) { _ in 13 },
  ]

  // S-34: R-CTX-445, 446, 580, 948; R-PSC-007
  @Test(arguments: StackKind.everyStore, breaches)
  func eachBrokenRuleGivesItsCode(_ kind: StackKind, _ breach: Breach) throws {
    try Stack(kind, model: Self.model()).run { context in
      let form = Self.valid(context)
      form.setValue(breach.value(context), forKey: breach.key)
      let error = try #require(failure { try context.save() })
      #expect(error.code.rawValue == breach.code)
      #expect(error.userInfo[NSDetailedErrorsKey] == nil)
      #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === form)
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == breach.key)
      #expect((error.userInfo[NSValidationValueErrorKey] != nil) == (breach.code != 1570))
      #expect(form.isInserted)
      #expect(form.objectID.isTemporaryID)
    }
  }

  // S-34: R-CTX-445, 442
  @Test(arguments: StackKind.everyStore)
  func aDeniedDeletionGivesItsCode(_ kind: StackKind) throws {
    try Stack(kind, model: Self.model()).run { context in
      let form = Self.valid(context)
      form.setValue([context.insert("Page")] as Set, forKey: "deny")
      try context.save()
      context.delete(form)
      let error = try #require(failure { try context.save() })
      #expect(error.code.rawValue == 1600)
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "deny")
      form.setValue(nil, forKey: "text")
      form.setValue(Set<NSManagedObject>(), forKey: "deny")
      try context.save()
    }
  }

  // S-34: R-CTX-441, 580
  @Test(arguments: StackKind.everyStore)
  func twoFailuresComeAsOneErrorWithTwoDetails(_ kind: StackKind) throws {
    try Stack(kind, model: Self.model()).run { context in
      let form = Self.valid(context)
      form.setValue("long", forKey: "long")
      form.setValue(0, forKey: "low")
      for attempt in ["save", "validateForInsert", "validateForUpdate"] {
        let error = try #require(
          failure {
            switch attempt {
            case "save": try context.save()
            case "validateForInsert": try form.validateForInsert()
            default: try form.validateForUpdate()
            }
          })
        #expect(error.code.rawValue == 1560)
        let details = error.userInfo[NSDetailedErrorsKey] as? [CocoaError]
        #expect(Set((details ?? []).map(\.code.rawValue)) == [1660, 1620])
        #expect(details?.count == 2)
      }
      let other = Self.valid(context)
      other.setValue(13, forKey: "odd")
      let error = try #require(failure { try context.save() })
      let details = error.userInfo[NSDetailedErrorsKey] as? [CocoaError]
      #expect(details?.count == 3)
      #expect(error.localizedDescription.isEmpty == false)
    }
  }

  // S-34: R-CTX-443, 580
  @Test(arguments: StackKind.everyStore)
  func anOverridesErrorJoinsTheRules(_ kind: StackKind) throws {
    struct Refused: Error {}
    try Stack(kind, model: Self.model()).run { context in
      let first = Self.valid(context)
      let second = Self.valid(context)
      first.setValue("long", forKey: "long")
      second.actions["validateForInsert"] = { _ in throw Refused() }
      let error = try #require(failure { try context.save() })
      let details = error.userInfo[NSDetailedErrorsKey] as? [any Error]
      #expect(error.code.rawValue == 1560)
      #expect(details?.count == 2)
      #expect(details?.contains { $0 is Refused } == true)
      first.setValue(nil, forKey: "long")
      #expect(throws: Refused.self) { try context.save() }
      second.actions = [:]
      try context.save()
    }
  }

  // S-34: R-CTX-452
  @Test(arguments: StackKind.everyStore)
  func eachObjectIsValidatedForWhatHappensToIt(_ kind: StackKind) throws {
    try Stack(kind, model: Self.model()).run { context in
      let form = Self.valid(context)
      func validations() -> [String] { form.events.filter { $0.hasPrefix("validate") } }
      form.setValue("x", forKey: "text")
      try context.save()
      #expect(validations() == ["validateForInsert"])
      form.forgetEvents()
      form.setValue("y", forKey: "text")
      try context.save()
      #expect(validations() == ["validateForUpdate"])
      form.forgetEvents()
      try context.save()
      #expect(validations().isEmpty)
      context.delete(form)
      try context.save()
      #expect(validations() == ["validateForDelete"])
    }
  }
}
