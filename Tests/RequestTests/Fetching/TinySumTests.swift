// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Statistics of numbers that no decimal can stand for.
struct TinySumTests {
  private static let prices: [Double] = [
    1e-150, -1e-101, 1e130, .leastNonzeroMagnitude, 0, .infinity,
  ]

  private func filled(_ kind: StackKind) throws -> Stack {
    let stack = try Stack(kind)
    try stack.run { context in
      for price in Self.prices {
        let owner = context.insert("Person", ["firstName": "\(price)", "balance": Decimal(1)])
        _ = context.insert("Car", ["numberPlate": "\(price)", "price": price, "owner": owner])
      }
      try context.save()
    }
    return stack
  }

  // R-PRED-190
  @Test(arguments: StackKind.all)
  func aSumOverAToManyIsTheSumOfItsNumbers(_ kind: StackKind) throws {
    try filled(kind).run { context in
      for price in Self.prices {
        for statistic in ["sum", "avg", "min", "max"] {
          let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
          request.predicate = NSPredicate(format: "cars.@\(statistic).price == %lf", price)
          let names = try context.fetch(request).compactMap { $0.string("firstName") }
          #expect(names == ["\(price)"], "\(statistic)")
        }
      }
    }
  }

  // R-PRED-230
  @Test(arguments: StackKind.all)
  func aColumnOfTinyNumbersIsAddedUp(_ kind: StackKind) throws {
    try filled(kind).run { context in
      let total = NSExpressionDescription()
      total.name = "total"
      total.expression = NSExpression(format: "sum:(price)")
      let request = NSFetchRequest<NSDictionary>(entityName: "Car")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = [total]
      request.predicate = NSPredicate(format: "price > 0 AND price < 1e-120")
      let found = try context.fetch(request).first?["total"] as? Double
      #expect(found == 1e-150 + .leastNonzeroMagnitude)
    }
  }

  // R-REQ-038
  @Test(arguments: StackKind.all)
  func textsAndDatesAddUpAsInSQL(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      for (index, plate) in ["12 AB", "\n2.5e1x", "AB 3", "-1.e"].enumerated() {
        _ = context.insert("Car", ["numberPlate": plate, "price": Double(index)])
      }
      try context.save()
      let request = NSFetchRequest<NSDictionary>(entityName: "Car")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["sum", "average"].map { name in
        let column = NSExpressionDescription()
        column.name = name
        column.expression = NSExpression(
          forFunction: name + ":", arguments: [NSExpression(forKeyPath: "numberPlate")])
        column.expressionResultType = .doubleAttributeType
        return column
      }
      let found = try #require(try context.fetch(request).first)
      #expect(found["sum"] as? Double == 36)
      #expect(found["average"] as? Double == 9)
    }
  }

  // R-PRED-190: beside a decimal
  @Test(arguments: StackKind.all)
  func aTinyNumberBesideADecimalStopsNobody(_ kind: StackKind) throws {
    try filled(kind).run { context in
      for format in ["balance + cars.@sum.price >= 1", "balance * cars.@max.price <= 1"] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(format: format)
        _ = try context.fetch(request)
      }
    }
  }
}
