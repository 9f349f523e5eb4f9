// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.NSExpression

/// Numbers of the types that columns are declared to have. // R-REQ-038
@Suite struct DeclaredTypeTests {
  /// All cars: as stores find them by themselves, and as only objects tell.
  static let conditions = [
    "price > 0", "FUNCTION(numberPlate, 'uppercaseString') != 'X'",
  ]

  private func column(
    _ format: String, _ type: NSAttributeType
  ) -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = "answer"
    column.expression = NSExpression(format: format)
    column.expressionResultType = type
    return column
  }

  private func request(
    _ column: NSExpressionDescription, _ condition: String
  ) -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Car")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = [column]
    request.predicate = NSPredicate(format: condition)
    return request
  }

  private func rows(
    _ kind: StackKind, _ request: NSFetchRequest<NSDictionary>
  ) throws -> [NSDictionary] {
    try Stack(kind).run { context in
      for (plate, price) in [("a", 1.5), ("b", 2.5), ("c", 6)] {
        _ = context.insert("Car", ["numberPlate": plate, "price": price])
      }
      try context.save()
      return try context.fetch(request)
    }
  }

  private func answer(
    _ kind: StackKind, _ column: NSExpressionDescription, where condition: String
  ) throws -> Any? {
    try rows(kind, request(column, condition)).first?["answer"]
  }

  @Test(arguments: StackKind.everyStore)
  func theSumOfNoDecimalsIsADecimalNumber(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let request = NSFetchRequest<NSDictionary>(entityName: "Person")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = [column("sum:(balance)", .decimalAttributeType)]
      let sum = try context.fetch(request).first?["answer"]
      #expect(sum as? NSDecimalNumber == 0)
    }
  }

  @Test(arguments: StackKind.everyStore, conditions)
  func aSumOfDoublesThatIsToBeDecimalIsADecimalNumber(
    _ kind: StackKind, _ condition: String
  ) throws {
    let sum = try answer(kind, column("sum:(price)", .decimalAttributeType), where: condition)
    #expect(sum as? NSDecimalNumber == 10)
  }

  @Test(arguments: StackKind.everyStore, conditions)
  func anAverageThatIsToBeAnIntegerIsOne(_ kind: StackKind, _ condition: String) throws {
    let average = try answer(
      kind, column("average:(price)", .integer32AttributeType), where: condition)
    #expect(average as? Int == 3)
  }

  @Test(arguments: StackKind.everyStore, conditions)
  func aCountThatIsToBeATruthIsOne(_ kind: StackKind, _ condition: String) throws {
    let count = try answer(kind, column("count:(price)", .booleanAttributeType), where: condition)
    #expect(count as? Bool == true)
  }

  // A number that the type has no place for stays.
  @Test(
    arguments: StackKind.everyStore,
    [
      ("max:(price * 100000)", 600_000), ("min:(price)", 1), ("max:(price * 1000)", 6000),
    ] as [(String, Int)])
  func integersLoseFractionsAndWhatDoesNotFitStays(_ kind: StackKind, _ sample: (String, Int))
    throws
  {
    let column = column(sample.0, .integer16AttributeType)
    #expect(try answer(kind, column, where: "price > 0") as? Int == sample.1)
  }

  @Test(arguments: StackKind.everyStore)
  func aTextStaysAText(_ kind: StackKind) throws {
    let column = column("max:(numberPlate)", .integer64AttributeType)
    #expect(try answer(kind, column, where: "price > 0") as? String == "c")
  }

  // Conditions and the order are of the values as they were computed.
  @Test(arguments: StackKind.everyStore, conditions)
  func conditionsAndOrderHaveTheWholeNumbers(_ kind: StackKind, _ condition: String) throws {
    let request = request(column("max:(price)", .integer64AttributeType), condition)
    request.propertiesToFetch = ["numberPlate"] + (request.propertiesToFetch ?? [])
    request.propertiesToGroupBy = ["numberPlate"]
    request.havingPredicate = NSPredicate(format: "answer > 2")
    request.sortDescriptors = [NSSortDescriptor(key: "answer", ascending: false)]
    #expect(try rows(kind, request).map { $0["answer"] as? Int } == [6, 2])
  }
}
