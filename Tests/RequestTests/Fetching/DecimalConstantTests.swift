// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A floating-point number stands for the decimal that it is written as. // R-PRED-172
@Suite struct DecimalConstantTests {
  /// Amounts for which `Decimal(_: Double)` is another number than the text.
  private static let amounts = [
    "0.07", "0.14", "19.99", "3.133", "-0.07", "1234567.89", "12", "1152921504606846976",
  ]

  private func fill(_ context: NSManagedObjectContext) {
    for amount in Self.amounts {
      let person = context.insert("Person", ["firstName": amount])
      person.setValue(NSDecimalNumber(string: amount), forKey: "balance")
      context.insert("Car", ["numberPlate": amount, "price": Double(amount) ?? 0])
        .setValue(person, forKey: "owner")
    }
  }

  private func check(_ context: NSManagedObjectContext, _ state: Comment) throws {
    for amount in Self.amounts {
      let double = try #require(Double(amount))
      let decimal = NSDecimalNumber(string: amount)
      func found(_ entity: String, _ format: String, with argument: Any) throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: format, argumentArray: [argument])
        return try context.fetch(request).compactMap {
          $0.string(entity == "Car" ? "numberPlate" : "firstName")
        }
      }
      #expect(try found("Person", "balance == \(amount)", with: 0) == [amount], state)
      #expect(
        try found("Person", "balance == %@", with: NSNumber(value: double)) == [amount], state)
      #expect(try found("Person", "balance == %@", with: amount) == [amount], state)
      #expect(
        try found("Person", "balance IN %@", with: [NSNumber(value: double)]) == [amount], state)
      #expect(
        try found("Person", "balance + 0 == %@", with: NSNumber(value: double)) == [amount], state)
      #expect(try found("Person", "ANY cars.price == %@", with: decimal) == [amount], state)
      #expect(try found("Car", "price == %@", with: decimal) == [amount], state)
      #expect(
        try found("Car", "price IN %@", with: [decimal, NSDecimalNumber(string: "0.5")]) == [
          amount
        ],
        state)
      #expect(
        try found("Car", "price == owner.balance AND numberPlate == %@", with: amount) == [amount],
        state)
      #expect(
        try !found("Person", "balance < %@", with: NSNumber(value: double)).contains(amount), state)
      #expect(
        try !found("Person", "balance > %@", with: NSNumber(value: double)).contains(amount), state)
      #expect(try !found("Car", "price < %@", with: decimal).contains(amount), state)
      #expect(try !found("Car", "price > %@", with: decimal).contains(amount), state)
    }
  }

  @Test(arguments: StackKind.everyStore)
  func amountsAreFoundByTheirOwnValue(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      fill(context)
      try check(context, "pending")
      try context.save()
      try check(context, "saved")
    }
  }

  @Test(arguments: StackKind.everyStore)
  func aFloatingPointNumberIsStoredAsItIsWritten(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "a"])
      person.setValue(NSNumber(value: 0.07), forKey: "balance")
      try context.save()
      context.refreshAllObjects()
      #expect(
        person.value(forKey: "balance") as? NSDecimalNumber == NSDecimalNumber(string: "0.07"))
    }
  }
}
