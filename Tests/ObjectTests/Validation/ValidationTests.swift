// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Which code each broken rule gives, and how several are put together.
@Suite struct ValidationTests {
  /// A rule that is broken in a new context, the property and the code it should give.
  struct Breach: Sendable, CustomTestStringConvertible {
    let entity: String
    let key: String
    let code: CocoaError.Code
    let values: @Sendable (NSManagedObjectContext) -> [String: Any]
    var testDescription: String { "\(entity).\(key) \(code.rawValue)" }

    init(
      _ key: String, _ code: CocoaError.Code, of entity: String = "Measure",
      values: @escaping @Sendable (NSManagedObjectContext) -> [String: Any]
    ) {
      (self.key, self.code, self.entity, self.values) = (key, code, entity, values)
    }
  }

  private static func day(_ seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }

  private static func members(_ count: Int, _ context: NSManagedObjectContext) -> Any {
    Set((0..<count).map { _ in context.insert("Member") })
  }

  static let breaches = [
    Breach("code", .validationMissingMandatoryProperty) { _ in [:] },
    Breach("badge", .validationMissingMandatoryProperty, of: "Fan") { _ in [:] },
    Breach("members", .validationRelationshipLacksMinimumCount, of: "Team") {
      ["members": members(1, $0)]
    },
    Breach("members", .validationRelationshipExceedsMaximumCount, of: "Team") {
      ["members": members(4, $0)]
    },
    Breach("amount", .validationNumberTooLarge) { _ in ["code": "ab", "amount": 100] },
    Breach("amount", .validationNumberTooSmall) { _ in ["code": "ab", "amount": 0] },
    Breach("count", .managedObjectValidation) { _ in ["code": "ab", "count": 13] },
    Breach("day", .validationDateTooLate) { _ in ["code": "ab", "day": day(101)] },
    Breach("day", .validationDateTooSoon) { _ in ["code": "ab", "day": day(-1)] },
    Breach("code", .validationStringTooLong) { _ in ["code": "abcdef"] },
    Breach("code", .validationStringTooShort) { _ in ["code": "a"] },
    Breach("code", .validationStringPatternMatching) { _ in ["code": "ab1"] },
    Breach("mark", .validationStringTooLong) { _ in ["code": "ab", "mark": "long"] },
  ]

  // R-CTX-445, R-CTX-446, R-CTX-447, R-CTX-448
  @Test(arguments: breaches)
  func eachBrokenRuleGivesItsCode(_ breach: Breach) throws {
    try Stack(.singles[0], model: RuleModel.make()).run { context in
      let object = context.insert(breach.entity, breach.values(context))
      let error = try #require(failure { try context.save() })
      #expect(error.code == breach.code)
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == breach.key)
      #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === object)
      #expect(error.localizedDescription.contains(breach.key) || breach.code.rawValue == 1550)
      #expect(context.insertedObjects.contains(object))
      #expect(object.objectID.isTemporaryID)
    }
  }

  // R-CTX-445
  @Test func theErrorCarriesValueAndPredicate() throws {
    try Stack(.singles[0], model: RuleModel.make()).run { context in
      _ = context.insert("Measure", ["code": "ab", "count": 13])
      let error = try #require(failure { try context.save() })
      #expect(error.userInfo[NSValidationValueErrorKey] as? Int == 13)
      #expect(error.userInfo[NSValidationPredicateErrorKey] is NSPredicate)
      #expect(error.localizedDescription.contains("unlucky"))
    }
  }

  // R-CTX-441
  @Test(arguments: StackKind.all)
  func everyBrokenRuleOfAnAttributeIsTold(_ kind: StackKind) throws {
    try Stack(kind, model: RuleModel.make()).run { context in
      let object = context.insert("Measure", ["code": "1", "amount": 100])
      for save in [object.validateForInsert, context.save] {
        let error = try #require(failure { try save() })
        #expect(error.code == .validationMultipleErrors)
        let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
        #expect(details.map(\.code).sorted() == [1610, 1670, 1680])
      }
      var value: Any? = "1"
      let error = failure { try object.validateValue(&value, forKey: "code") }
      #expect((error?.userInfo[NSDetailedErrorsKey] as? [NSError])?.map(\.code) == [1670, 1680])
    }
  }

  // R-CTX-447
  @Test(arguments: StackKind.all)
  func zeroDestinationsOfAnOptionalRelationshipAreFine(_ kind: StackKind) throws {
    try Stack(kind, model: RuleModel.make()).run { context in
      _ = context.insert("Team", ["title": "t"])
      _ = context.insert("Team", ["members": Self.members(3, context)])
      try context.save()
    }
  }

  // R-CTX-441, R-CTX-580, R-CTX-948
  @Test(arguments: StackKind.all)
  func severalFailuresAreCollectedFlat(_ kind: StackKind) throws {
    try Stack(kind, model: RuleModel.make()).run { context in
      _ = context.insert("Measure", ["code": "abcdefgh", "amount": 100])
      _ = context.insert("Fan")
      let error = try #require(failure { try context.save() })
      #expect(error.code == .validationMultipleErrors)
      let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
      #expect(
        details.map(\.code).sorted()
          == [
            CocoaError.Code.validationMissingMandatoryProperty, .validationNumberTooLarge,
            .validationStringTooLong,
          ].map(\.rawValue).sorted())
    }
  }

  // R-CTX-453, R-CTX-440
  @Test(arguments: StackKind.all)
  func anInvalidUpdateIsRefusedAndCanBeCorrected(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let measure = context.insert("Measure", ["code": "ab"])
      try context.save()
      measure.setValue(nil, forKey: "code")
      #expect(measure.value(forKey: "code") == nil)
      let error = try #require(failure { try context.save() })
      #expect(error.code == .validationMissingMandatoryProperty)
      #expect(measure.isUpdated)
      measure.setValue("cd", forKey: "code")
      try context.save()
    }
    try stack.run { context in
      let holds = try context.only("Measure").string("code") == "cd"
      #expect(holds)
    }
  }

  // R-CTX-203
  @Test(arguments: StackKind.all)
  func anIntegerBeyondItsRangeIsKeptInMemoryAndRefusedAtTheSave(_ kind: StackKind) throws {
    try Stack(kind, model: RuleModel.make()).run { context in
      let measure = context.insert("Measure", ["code": "ab", "small": 70_000])
      #expect(measure.value(forKey: "small") as? Int == 70_000)
      let error = try #require(failure { try context.save() })
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "small")
    }
  }

  // R-CTX-444
  @Test func validateValueChecksOneProperty() throws {
    try Stack(.singles[0], model: RuleModel.make()).run { context in
      let measure = context.insert("Measure", ["code": "ab"])
      var good: Any? = "cd"
      try measure.validateValue(&good, forKey: "code")
      var bad: Any? = "x"
      let error = try #require(failure { try measure.validateValue(&bad, forKey: "code") })
      #expect(error.code == .validationStringTooShort)
      var missing: Any?
      let other = try #require(failure { try measure.validateValue(&missing, forKey: "code") })
      #expect(other.code == .validationMissingMandatoryProperty)
      #expect(measure.string("code") == "ab")
    }
  }

  // R-CTX-443, R-CTX-441
  @Test(arguments: StackKind.all)
  func anOverrideAddsItsOwnRule(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let person = try context.traced()
      person.onValidate = { _ in
        throw NSError(domain: NSCocoaErrorDomain, code: 1550, userInfo: ["reason": "mine"])
      }
      let error = try #require(failure { try context.save() })
      #expect(error.code == .managedObjectValidation)
      #expect(error.userInfo["reason"] as? String == "mine")
      #expect(!person.events.contains("didSave"))
      person.onValidate = nil
      try context.save()
    }
  }

  // R-CTX-452, R-CTX-442
  @Test(arguments: StackKind.all)
  func aDeletedObjectMayBreakItsRules(_ kind: StackKind) throws {
    try Stack(kind, model: RuleModel.make()).run { context in
      let measure = context.insert("Measure", ["code": "ab"])
      try context.save()
      measure.setValue(nil, forKey: "code")
      context.delete(measure)
      try context.save()
      #expect(try context.all("Measure").isEmpty)
    }
  }

  @Test(arguments: StackKind.all)
  func aValueIsTurnedIntoTheAttributesType(kind: StackKind) throws {  // R-CTX-444
    let stack = try Stack(kind)
    try stack.run { (context) throws in
      let note = context.insert("Note")
      var value: Any? = 3.0
      try note.validateValue(&value, forKey: "rank")
      #expect((value as? NSNumber).map { String(cString: $0.objCType) } != "d")
      #expect(value as? Int64 == 3)
      value = "text"
      try note.validateValue(&value, forKey: "text")
      #expect(value as? String == "text")
    }
  }
}
