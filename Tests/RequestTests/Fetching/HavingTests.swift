// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.NSExpression

/// Conditions on the groups of dictionary results. // R-REQ-036
@Suite struct HavingTests {
  private func fill(_ context: NSManagedObjectContext) throws {
    let cars: [(String, String?, Double)] = [
      ("1", "Fiat", 10), ("2", "Fiat", 20), ("3", "Ford", 30), ("4", nil, 5), ("5", "Opel", 40),
      ("6", "Opel", 50), ("7", "Opel", 60),
    ]
    for (plate, maker, price) in cars {
      let car = context.insert("Car", ["numberPlate": plate, "price": price])
      car.setValue(maker, forKey: "maker")
    }
    try context.save()
  }

  private func request(_ having: NSPredicate?) -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Car")
    request.resultType = .dictionaryResultType
    let count = NSExpressionDescription()
    count.name = "count"
    count.expression = NSExpression(
      forFunction: "count:", arguments: [NSExpression(forKeyPath: "numberPlate")])
    count.expressionResultType = .integer64AttributeType
    request.propertiesToFetch = ["maker", count]
    request.propertiesToGroupBy = ["maker"]
    request.sortDescriptors = [NSSortDescriptor(key: "maker", ascending: true)]
    request.havingPredicate = having
    return request
  }

  private func makers(_ kind: StackKind, _ having: NSPredicate) throws -> [String] {
    let stack = try Stack(kind)
    let context = stack.context()
    return try context.performAndWait {
      try fill(context)
      return try context.fetch(request(having)).map { $0["maker"] as? String ?? "-" }
    }
  }

  // Which object's value it is where they differ nobody can tell.
  @Test(arguments: StackKind.everyStore)
  func anyOtherPropertyIsThatOfOneObject(_ kind: StackKind) throws {
    let count = NSExpression(forVariable: "count")
    let dear = NSPredicate(format: "price > 35 AND %@ > 1", count)
    #expect(try makers(kind, dear) == ["Opel"])
    #expect(
      try makers(kind, NSPredicate(format: "price < 35 AND $count > 0")) == ["-", "Fiat", "Ford"])
  }

  @Test(arguments: StackKind.everyStore)
  func aVariableIsTheColumnOfThatName(_ kind: StackKind) throws {
    let having = NSPredicate(format: "%@ > 1", NSExpression(forVariable: "count"))
    #expect(try makers(kind, having) == ["Fiat", "Opel"])
  }

  @Test(
    arguments: StackKind.everyStore,
    [
      ("count > 1", ["Fiat", "Opel"]), ("$count == 3", ["Opel"]),
      ("$maker == 'Ford'", ["Ford"]), ("$maker == nil", ["-"]),
      ("count:(numberPlate) > 2", ["Opel"]), ("price.@sum == 30", ["Fiat", "Ford"]),
      ("max:(price) > 25 AND $count < 3", ["Ford"]), ("numberPlate.@count == 1", ["-", "Ford"]),
    ])
  func groupsAreChosenByColumnsAndStatistics(
    _ kind: StackKind, _ sample: (String, [String])
  ) throws {
    #expect(try makers(kind, NSPredicate(format: sample.0)) == sample.1)
  }

  @Test(
    arguments: StackKind.singles,
    ["maker MATCHES '['", "$nobody > 1", "shoeSize > 1", "count:(count) > 1", "maker + 1 == 2"])
  func whatCannotBeEvaluatedIsThrown(_ kind: StackKind, _ format: String) throws {
    #expect { try makers(kind, NSPredicate(format: format)) } throws: {
      "\($0)".contains("having predicate") || "\(($0 as NSError).userInfo)".contains("having")
    }
  }

  @Test(arguments: StackKind.singles)
  func aGroupedPropertyThatIsNotFetchedHasAName(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      try fill(context)
      let request = request(NSPredicate(format: "maker BEGINSWITH 'F'"))
      request.propertiesToFetch?.removeFirst()
      #expect(try context.fetch(request).compactMap { $0["count"] as? Int }.sorted() == [1, 2])
    }
  }
}
