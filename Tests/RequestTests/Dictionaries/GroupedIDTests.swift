// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.NSExpression

/// IDs of objects and literals beside groups. // R-REQ-035
@Suite struct GroupedIDTests {
  /// Runs a block with two persons, the first of whom has three cars of one maker.
  private func run(_ kind: StackKind, _ body: (NSManagedObjectContext) throws -> Void) throws {
    try Stack(kind).run { context in
      let owners = ["Fiat": "Ada", "Opel": "Bob"].mapValues {
        context.insert("Person", ["firstName": $0, "lastName": "of \($0)"])
      }
      for (maker, plate, price) in [
        ("Fiat", "F.1", 20.0), ("Opel", "O.1", 5), ("Fiat", "F.2", 30), ("Fiat", "F.3", 10),
        ("Opel", "O.2", 40),
      ] {
        let car = context.insert("Car", ["maker": maker, "numberPlate": plate, "price": price])
        car.setValue(owners[maker], forKey: "owner")
      }
      try context.save()
      try body(context)
    }
  }

  private func column(
    _ name: String, _ expression: NSExpression, _ type: NSAttributeType
  ) -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = name
    column.expression = expression
    column.expressionResultType = type
    return column
  }

  private func request(_ key: String, _ columns: [Any]) -> NSFetchRequest<NSDictionary> {
    let count = column("count", NSExpression(format: "count:(SELF)"), .integer64AttributeType)
    let request = NSFetchRequest<NSDictionary>(entityName: "Car")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = [key as Any, count] + columns
    request.propertiesToGroupBy = [key]
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    return request
  }

  // R-REQ-035
  @Test(arguments: StackKind.all)
  func aFunctionOfWhatIsNotGroupedByIsThatOfOneObject(_ kind: StackKind) throws {
    try run(kind) { context in
      let plate = NSExpression(
        forFunction: "lowercase:", arguments: [NSExpression(forKeyPath: "owner.lastName")])
      let rows = try context.fetch(
        request("maker", [column("owner", plate, .stringAttributeType)]))
      #expect(rows.map { $0["owner"] as? String } == ["of ada", "of bob"])
    }
  }

  // R-REQ-035
  @Test(
    arguments: StackKind.singles, ["sum:(price) * 2", "median:(price)", "owner.cars.@count + 1"])
  func aFunctionOfAStatisticMayNotStandBesideGroups(_ kind: StackKind, _ format: String) throws {
    try run(kind) { context in
      let number = column("number", NSExpression(format: format), .doubleAttributeType)
      #expect(failure { _ = try context.fetch(request("maker", [number])) } != nil)
    }
  }

  // R-REQ-035
  @Test(arguments: StackKind.all)
  func besideOneMaximumAFunctionIsThatOfItsObject(_ kind: StackKind) throws {
    try run(kind) { context in
      let plate = NSExpression(
        forFunction: "lowercase:", arguments: [NSExpression(forKeyPath: "numberPlate")])
      let price = NSExpression(format: "max:(price)")
      let rows = try context.fetch(
        request(
          "maker",
          [
            column("plate", plate, .stringAttributeType),
            column("price", price, .doubleAttributeType),
          ]))
      #expect(rows.map { $0["plate"] as? String } == ["f.2", "o.2"])
    }
  }

  /// The forms in which the ID is asked for.
  private var identifiers: [Any] {
    [
      "objectID", "self",
      column("id", NSExpression.expressionForEvaluatedObject(), .objectIDAttributeType),
      column("id", NSExpression(forKeyPath: "objectID"), .objectIDAttributeType),
    ]
  }

  /// What the IDs of some rows lead to.
  private func values(
    _ key: String, of rows: [NSDictionary], in context: NSManagedObjectContext
  ) throws -> [String] {
    try rows.compactMap { row in
      let ids = row.allValues.compactMap { $0 as? NSManagedObjectID }
      let id = try #require(ids.first)
      return try context.existingObject(with: id).value(forKeyPath: key) as? String
    }
  }

  // The second condition is one that only objects can tell.
  @Test(
    arguments: StackKind.everyStore, ["TRUEPREDICATE", "price.stringValue != 'none'"])
  func aGroupHasTheIDOfOneOfItsObjects(_ kind: StackKind, _ condition: String) throws {
    try run(kind) { context throws in
      for (key, expected) in [
        ("maker", ["Fiat", "Opel"]), ("owner.lastName", ["of Ada", "of Bob"]),
      ] {
        for identifier in identifiers {
          let request = request(key, [identifier])
          request.predicate = NSPredicate(format: condition)
          let rows = try context.fetch(request)
          #expect(rows.compactMap { $0[key] as? String } == expected)
          #expect(rows.compactMap { $0["count"] as? Int } == [3, 2])
          #expect(try values(key, of: rows, in: context) == expected)
        }
      }
    }
  }

  // R-REQ-036
  @Test(arguments: StackKind.everyStore)
  func groupsWithIDsAreChosen(_ kind: StackKind) throws {
    try run(kind) { context throws in
      let request = request("maker", ["objectID"])
      request.havingPredicate = NSPredicate(
        format: "%@ > 2", NSExpression(forVariable: "count"))
      let rows = try context.fetch(request)
      #expect(try values("maker", of: rows, in: context) == ["Fiat"])
    }
  }

  @Test(
    arguments: StackKind.everyStore,
    [("max:(price)", ["F.2", "O.2"]), ("min:(price)", ["F.3", "O.1"])])
  func besideAnExtremeItIsTheIDOfWhatHasIt(
    _ kind: StackKind, _ sample: (String, [String])
  ) throws {
    try run(kind) { context throws in
      let extreme = column("extreme", NSExpression(format: sample.0), .doubleAttributeType)
      let rows = try context.fetch(request("maker", [extreme, "objectID"]))
      #expect(try values("numberPlate", of: rows, in: context) == sample.1)
    }
  }

  @Test(arguments: StackKind.everyStore)
  func aLiteralMayStandBesideGroups(_ kind: StackKind) throws {
    try run(kind) { context throws in
      let literal = column("kind", NSExpression(forConstantValue: "car"), .stringAttributeType)
      let rows = try context.fetch(request("maker", [literal]))
      #expect(rows.map { $0["kind"] as? String } == ["car", "car"])
      #expect(rows.compactMap { $0["count"] as? Int } == [3, 2])
    }
  }

  @Test(arguments: StackKind.singles)
  func anyOtherColumnIsAnError(_ kind: StackKind) throws {
    try run(kind) { context throws in
      let nothing = NSExpressionDescription()
      nothing.name = "nothing"
      for odd in ["price", "owner", nothing] as [Any] {
        let error = failure { _ = try context.fetch(request("maker", [odd])) }
        #expect(error?.code == .coreData)
      }
    }
  }
}
