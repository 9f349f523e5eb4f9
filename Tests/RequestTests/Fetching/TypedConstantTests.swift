// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Constants take the type of the stored attribute that they are compared with. // R-PRED-172
@Suite struct TypedConstantTests {
  private func fill(_ context: NSManagedObjectContext) {
    let owner = context.insert("Person", ["firstName": "7", "age": 12])
    for plate in ["9", "10", "11", "7.5", "x"] {
      context.insert("Car", ["numberPlate": plate, "price": 12.0])
        .setValue(owner, forKey: "owner")
    }
  }

  private static let samples: [(entity: String, format: String, count: Int)] = [
    ("Car", "numberPlate == 9", 1), ("Car", "9 == numberPlate", 1),
    ("Car", "numberPlate == 7.5", 1), ("Car", "numberPlate == 9.0", 0),
    ("Car", "numberPlate IN {9, 10, 11}", 3), ("Car", "numberPlate IN {9, 'x', nil}", 2),
    ("Car", "numberPlate != 9", 4), ("Car", "numberPlate < 11", 1),
    ("Car", "numberPlate >= 9", 2), ("Car", "numberPlate BETWEEN {10, 11}", 2),
    ("Car", "numberPlate ==[c] 9", 1), ("Car", "owner.firstName == 7", 5),
    ("Car", "owner.age == '12'", 5), ("Car", "numberPlate == 4 + 5", 1),
    ("Car", "price == '12'", 5), ("Car", "price == ' 12.0 '", 5), ("Car", "price == '12x'", 0),
    ("Car", "price IN {'12', '13'}", 5), ("Car", "price BETWEEN {'1', '20'}", 5),
    ("Car", "numberPlate == YES", 0), ("Person", "ANY cars.numberPlate == 10", 1),
    ("Person", "ANY cars.numberPlate IN {10, 99}", 1), ("Person", "9 IN cars.numberPlate", 1),
    ("Person", "cars.numberPlate CONTAINS 9", 1), ("Person", "cars.@max.price == '12'", 1),
    ("Person", "cars.@count == '5'", 1), ("Person", "age == '12'", 1), ("Person", "age < '13'", 1),
    ("Person", "SUBQUERY(cars, $c, $c.numberPlate == 9).@count == 1", 1),
    ("Person", "TERNARY(firstName == 7, 1, 2) == 1", 1), ("Person", "NOT (age == '12')", 0),
  ]

  @Test(arguments: StackKind.everyStore)
  func storesConvertConstants(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      fill(context)
      try context.save()
      for sample in Self.samples {
        #expect(try context.all(sample.entity, sample.format).count == sample.count, "\(sample)")
      }
    }
  }

  /// The same question about objects that are not saved has the same answer.
  @Test(arguments: StackKind.singles)
  func pendingObjectsAreFoundAlike(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      fill(context)
      for sample in Self.samples {
        #expect(try context.all(sample.entity, sample.format).count == sample.count, "\(sample)")
      }
      try context.save()
      for car in try context.all("Car") { car.setValue(12.5, forKey: "price") }
      #expect(try context.all("Car", "price == '12.5'").count == 5)
    }
  }

  @Test(arguments: StackKind.singles)
  func argumentsOfAnyNumberClassAreConverted(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      fill(context)
      try context.save()
      let lists: [Any] = [
        [9, 10, 11], Set([9, 10, 11]), [NSNumber(value: 9), 10, 11] as NSArray,
        [Int16(9), Int16(10), Int16(11)], NSSet(array: [9, 10, "11"]),
      ]
      for list in lists {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
        request.predicate = NSPredicate(format: "numberPlate IN %@", list)
        #expect(try context.count(for: request) == 3)
      }
    }
  }

  /// A UUID is found by its text, saved or not.
  @Test(arguments: StackKind.everyStore)
  func aTextIsComparedWithAnIdentifier(_ kind: StackKind) throws {
    let (badge, other) = (UUID(), UUID())
    let stack = try Stack(kind)
    let context = stack.context()
    func check() throws {
      func count(_ format: String, _ argument: Any) throws -> Int {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(format: format, argument)
        return try context.count(for: request)
      }
      #expect(try count("badge == %@", badge.uuidString) == 1)
      #expect(try count("badge == %@", badge.uuidString.lowercased()) == 1)
      #expect(try count("badge != %@", badge.uuidString) == 1)
      #expect(try count("badge IN %@", [badge.uuidString, "x"]) == 1)
      #expect(try count("badge IN %@", [badge, other]) == 2)
      #expect(try count("badge == %@", UUID().uuidString) == 0)
    }
    try context.performAndWait {
      for id in [badge, other] { _ = context.insert("Person", ["firstName": "a", "badge": id]) }
      try check()
      try context.save()
      try check()
    }
  }

  /// On objects classes do not mix.
  @Test func evaluationOnObjectsConvertsNothing() throws {
    let stack = try Stack(StackKind.singles[0])
    let context = stack.context()
    context.performAndWait {
      let car = context.insert("Car", ["numberPlate": "9"])
      #expect(!NSPredicate(format: "numberPlate == 9").evaluate(with: car))
      #expect(NSPredicate(format: "numberPlate == '9'").evaluate(with: car))
    }
  }
}
