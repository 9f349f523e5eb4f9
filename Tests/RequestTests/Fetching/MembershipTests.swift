// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// `IN`, of every type and with every option, finds what the predicate holds of; short lists and
/// long ones. // R-PRED-172 R-PRED-175
@Suite struct MembershipTests {
  private static let prices: [Double] = [0, -0.0, .nan, 1.5, 2, 0x1p53, -1e300, .infinity]
  private static let names = ["Ada", "ADA", "ada", "Zoë", "zoe", "e\u{301}", "é", "", "straße"]

  private func fill(_ context: NSManagedObjectContext) {
    for index in 0..<40 {
      let person = context.insert("Person", ["firstName": Self.names[index % 9]])
      if index % 7 != 0 { person.setValue(index % 5, forKey: "age") }
      if index % 3 != 0 {
        person.setValue(Decimal(index % 4) / 4, forKey: "balance")
        person.setValue(badge(index % 4), forKey: "badge")
        person.setValue(
          Date(timeIntervalSinceReferenceDate: Double(index % 6)), forKey: "updatedAt")
      }
      let car = context.insert("Car", ["numberPlate": "\(index)"])
      if index % 9 != 8 { car.setValue(Self.prices[index % 9 % 8], forKey: "price") }
      car.setValue(person, forKey: "owner")
    }
  }

  private func badge(_ index: Int) -> UUID {
    UUID(uuid: (UInt8(index), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  private var questions: [(entity: String, format: String, values: [Any])] {
    let options = ["", "[c]", "[d]", "[cd]", "[n]", "[l]", "[cl]"]
    var result: [(entity: String, format: String, values: [Any])] = []
    for option in options {
      result.append(("Person", "firstName IN\(option) %@", ["ADA", "Zoe", "é", "STRASSE"]))
      result.append(("Person", "lastName IN\(option) %@", ["ADA"]))
      result.append(("Car", "owner.firstName IN\(option) %@", ["ada", ""]))
    }
    result += [
      ("Person", "age IN %@", [1, 2.0, 2.5, Double.nan, -7]),
      ("Person", "age IN %@", [NSNumber(value: 1), NSNumber(value: 3.0)]),
      ("Person", "age IN %@", [1, NSNull()]), ("Person", "age IN %@", [Decimal(2), 3]),
      ("Person", "balance IN %@", [Decimal(1) / 4, 0.5, 0]),
      ("Person", "badge IN %@", [badge(1), badge(2), badge(9)]),
      ("Person", "updatedAt IN %@", [3.0, 5.0].map(Date.init(timeIntervalSinceReferenceDate:))),
      ("Person", "length:(firstName) IN %@", [3, 0]),
      ("Person", "uppercase:(firstName) IN %@", ["ADA"]),
      ("Car", "price IN %@", [0]), ("Car", "price IN %@", [-0.0, 1.5]),
      ("Car", "price IN %@", [Double.nan, 2, 0x1p53, Int(1) << 53 + 1]),
      ("Car", "price IN %@", [Double.nan]), ("Car", "price IN %@", [Decimal(2), 1.5]),
      ("Car", "price IN %@", [Double.infinity, -1e300, NSNull()]),
      ("Car", "owner.balance IN %@", [Decimal(1) / 2]), ("Car", "owner.age IN %@", [1, 2]),
    ]
    return result
  }

  /// More values than a statement names one by one.
  private func lengthened(_ values: [Any]) -> [Any] {
    switch values.first {
    case is String: values + (0..<700).map { "filler \($0)" }
    case is UUID: values + (0..<700).map { _ in UUID() }
    case is Date:
      values + (0..<700).map { Date(timeIntervalSinceReferenceDate: 1e6 + Double($0)) }
    case is Decimal: values + (0..<700).map { Decimal(1000 + $0) }
    case is Int: values + (0..<700).map { 10_000 + $0 }
    default: values + (0..<700).map { 1e6 + Double($0) }
    }
  }

  @Test(arguments: StackKind.everyStore)
  func storesFindWhatThePredicateHoldsOf(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      fill(context)
      try context.save()
      for (entity, format, short) in questions {
        let all = try context.all(entity)
        // A null beside a NOT is the stores' own affair. // R-REQ-094
        let subject = format.prefix { $0 != " " }
        for text in [format, "NOT (\(format)) AND \(subject) != nil"] {
          let predicate = NSPredicate(format: text, short)
          let expected = Set(all.filter { predicate.evaluate(with: $0) })
          for values in [short, lengthened(short)] {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = NSPredicate(format: text, values)
            #expect(try Set(context.fetch(request)) == expected, "\(text), \(values.count) values")
            #expect(try context.count(for: request) == expected.count)
          }
        }
      }
    }
  }

  // However many values there are, it is one question.
  @Test(arguments: StackKind.singles)
  func aHundredThousandValuesAreOneQuestion(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      fill(context)
      try context.save()
      context.reset()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.predicate = NSPredicate(format: "price IN %@", (0..<100_000).map { Double($0) / 2 })
      let expected = Self.prices.indices.filter { [0, 1, 3, 4].contains($0) }
      let (queries, rows) = (stack.coordinator.queryCount, stack.coordinator.deliveredRowCount)
      let found = try context.fetch(request)
      #expect(found.count == (0..<40).count { expected.contains($0 % 9) })
      #expect(stack.coordinator.queryCount - queries == 1)
      #expect(stack.coordinator.deliveredRowCount - rows == found.count)
    }
  }
}
