// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// How many members the model asks of a relationship.
struct ToManyMinimumTests {
  private func model(minimum: Int, isOptional: Bool, isOrdered: Bool) -> NSManagedObjectModel {
    let model = GarageModel.make()
    let cars = model.entitiesByName["Person"]?.relationshipsByName["cars"]
    cars?.minCount = minimum
    cars?.isOptional = isOptional
    cars?.isOrdered = isOrdered
    return model
  }

  // R-MOD-145, R-CTX-445
  @Test(arguments: StackKind.everyStore, [false, true])
  func anEmptyOneWithoutAMinimumIsSaved(_ kind: StackKind, isOrdered: Bool) throws {
    let model = model(minimum: 0, isOptional: false, isOrdered: isOrdered)
    let stack = try Stack(kind, model: model)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try person.validateForInsert()
      try context.save()
      let car = context.insert("Car", ["numberPlate": "A1", "owner": person])
      try context.save()
      context.delete(car)
      try context.save()
      try person.validateForUpdate()
      #expect(!context.hasChanges)
    }
  }

  // R-MOD-145, R-CTX-445
  @Test(arguments: StackKind.everyStore)
  func aMinimumIsAskedOfOneThatIsNotOptional(_ kind: StackKind) throws {
    try Stack(kind, model: model(minimum: 1, isOptional: false, isOrdered: false)).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      let error = try #require(failure { try context.save() })
      #expect(error.code == .validationRelationshipLacksMinimumCount)
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "cars")
      _ = context.insert("Car", ["numberPlate": "A1", "owner": person])
      try context.save()
    }
  }

  // R-CTX-447
  @Test(arguments: StackKind.all)
  func aMinimumIsNotAskedOfAnOptionalOneThatIsEmpty(_ kind: StackKind) throws {
    try Stack(kind, model: model(minimum: 2, isOptional: true, isOrdered: false)).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      _ = context.insert("Car", ["numberPlate": "A1", "owner": person])
      #expect(
        failure { try context.save() }?.code == .validationRelationshipLacksMinimumCount)
    }
  }

  // R-MOD-145: a check of nothing is one of an empty relationship
  @Test func nilIsAnEmptyRelationship() throws {
    let model = model(minimum: 0, isOptional: false, isOrdered: false)
    try Stack(.singles[0], model: model).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      var value: Any?
      try person.validateValue(&value, forKey: "cars")
    }
  }
}
