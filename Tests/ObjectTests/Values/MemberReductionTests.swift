// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.NSExpression

/// Collection operators over a to-many: read from where the members are, and the same as what the
/// evaluation of the key path gives.
@Suite struct MemberReductionTests {
  private static let paths = [
    "cars.@count", "cars.@sum.price", "clubs.@count", "friends.@sum.age",
    "friends.@avg.age", "friends.@count", "friends.@sum.balance",
  ]

  private func fill(_ context: NSManagedObjectContext) throws -> NSManagedObject {
    let ada = context.insert("Person", ["firstName": "Ada"])
    for (plate, price) in [("A", 1.5), ("B", nil), ("C", 2.25)] as [(String, Double?)] {
      let car = context.insert(plate == "C" ? "SportCar" : "Car", ["numberPlate": plate])
      car.setValue(price, forKey: "price")
      car.setValue(ada, forKey: "owner")
    }
    for age in [30, 40, 51] {
      let friend = context.insert("Person", ["firstName": "F\(age)", "age": age])
      friend.setValue(NSDecimalNumber(value: age), forKey: "balance")
      ada.mutableSetValue(forKey: "friends").add(friend)
    }
    return ada
  }

  private func check(_ person: NSManagedObject) {
    for path in Self.paths {
      let evaluated = NSExpression(forKeyPath: path).expressionValue(with: person, context: nil)
      let value = person.value(forKeyPath: path)
      #expect(value is NSNumber, "\(path)")
      #expect(value as? NSNumber == evaluated as? NSNumber, "\(path)")
    }
    #expect(person.value(forKeyPath: "cars.@sum.price") as? Double == 3.75)
    // As key-value coding has it: a car without a price counts.
    #expect(person.value(forKeyPath: "cars.@avg.price") as? Double == 1.25)
    #expect(person.value(forKeyPath: "friends.@sum.age") as? Int == 121)
    #expect(person.value(forKeyPath: "cars.@count") as? Int == 3)
  }

  // R-CTX-218
  @Test(arguments: StackKind.everyStore)
  func aReductionIsWhatTheKeyPathGives(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      check(try fill(context))
      try context.save()
    }
    try stack.run { context in
      let ada = try #require(try context.all("Person", "firstName == 'Ada'").first)
      check(ada)
    }
  }

  // R-CTX-218
  @Test func aNameThatIsNotThereGivesNothingToAddUp() throws {
    let stack = try Stack(StackKind.all[0])
    try stack.run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      #expect(ada.value(forKeyPath: "cars.@sum.price") as? Int == 0)
      #expect(ada.value(forKeyPath: "cars.@avg.price") == nil)
      #expect(ada.value(forKeyPath: "cars.@max.price") == nil)
    }
  }
}
