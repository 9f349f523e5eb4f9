// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a class adds to the model's rules, property by property.
@Suite struct ValidatorTests {
  /// A person whose names are tidied up, and checked.
  class CheckedPerson: NSManagedObject {
    override class func validator(forKey key: String) -> PropertyValidator? {
      switch key {
      case "firstName":
        return { _, value in
          value = (value as? String)?.trimmingCharacters(in: .whitespaces)
        }
      case "lastName":
        return { person, value in
          if value == nil, person.value(forKey: "age") as? Int == 99 {
            throw CocoaError(.validationMissingMandatoryProperty)
          }
        }
      default: return super.validator(forKey: key)
      }
    }
  }

  /// Adds a rule of its own, and keeps those of its superclass.
  class StrictPerson: CheckedPerson {
    override class func validator(forKey key: String) -> PropertyValidator? {
      guard key == "age" else { return super.validator(forKey: key) }
      return { _, value in
        if value as? Int == 7 { throw CocoaError(.validationNumberTooSmall) }
      }
    }
  }

  private func run(
    on kind: StackKind, person: NSManagedObject.Type,
    block: (NSManagedObjectContext) throws -> Void
  ) throws {
    // Classes within others are not found by their names alone.
    NSManagedObject.registerClasses([String(reflecting: person): person])
    try Stack(kind, model: GarageModel.make(person: person)).run(block)
  }

  // R-CTX-444
  @Test(arguments: StackKind.all)
  func aValueThatTheValidatorReplacesIsStored(_ kind: StackKind) throws {
    try run(on: kind, person: CheckedPerson.self) { context in
      let person = context.insert("Person", ["firstName": "  Ada "])
      try context.save()
      #expect(person.string("firstName") == "Ada")
      context.reset()
      #expect(try context.only("Person").string("firstName") == "Ada")
    }
  }

  // R-CTX-444: also for the update of an object that was fetched.
  @Test(arguments: StackKind.all)
  func whatTheValidatorThrowsFailsTheSave(_ kind: StackKind) throws {
    try run(on: kind, person: CheckedPerson.self) { context in
      _ = context.insert("Person", ["firstName": "Ada", "lastName": "Byron"])
      try context.save()
      context.reset()
      let person = try context.only("Person")
      person.setValuesForKeys(["lastName": NSNull(), "age": 99])
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.code == .validationMissingMandatoryProperty)
      person.setValue(98, forKey: "age")
      try context.save()
    }
  }

  // R-CTX-444: the rules of the model come first.
  @Test func theModelsRulesComeFirst() throws {
    try run(on: .singles[0], person: CheckedPerson.self) { context in
      let person = context.insert("Person")
      var value: Any?
      let error = #expect(throws: CocoaError.self) {
        try person.validateValue(&value, forKey: "firstName")
      }
      #expect(error?.code == .validationMissingMandatoryProperty)
      value = "  Ada"
      try person.validateValue(&value, forKey: "firstName")
      #expect(value as? String == "Ada")
      #expect(person.value(forKey: "firstName") == nil)
    }
  }

  @Test func aSubclassKeepsTheValidatorsOfItsSuperclass() throws {
    try run(on: .singles[0], person: StrictPerson.self) { context in
      let person = context.insert("Person", ["firstName": " Ada ", "age": 7])
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.code == .validationNumberTooSmall)
      person.setValue(8, forKey: "age")
      try context.save()
      #expect(person.string("firstName") == "Ada")
    }
  }

  @Test func aClassWithoutValidatorsHasNone() {
    #expect(NSManagedObject.validator(forKey: "firstName") == nil)
    #expect(CheckedPerson.validator(forKey: "age") == nil)
  }
}
