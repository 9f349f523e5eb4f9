// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.NSExpression

/// Dictionaries in the order of what is computed for them. // R-REQ-039
@Suite struct ColumnOrderTests {
  private func column(_ name: String, _ format: String) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = NSExpression(format: format)
    description.expressionResultType = .undefinedAttributeType
    return description
  }

  private func cars(
    _ kind: StackKind, _ change: (NSFetchRequest<NSDictionary>) -> Void
  ) throws -> [NSDictionary] {
    try Stack(kind).run { context in
      let makers = [("1", "Fiat", 10.0), ("2", "Ford", 30), ("3", "Fiat", 40), ("4", "Opel", 20)]
      for (plate, maker, price) in makers {
        _ = context.insert("Car", ["numberPlate": plate, "maker": maker, "price": price])
      }
      try context.save()
      let request = NSFetchRequest<NSDictionary>(entityName: "Car")
      request.resultType = .dictionaryResultType
      change(request)
      return try context.fetch(request)
    }
  }

  @Test(arguments: StackKind.everyStore)
  func groupsAreSortedByAStatistic(_ kind: StackKind) throws {
    let rows = try cars(kind) { request in
      request.propertiesToFetch = ["maker", column("total", "sum:(price)")]
      request.propertiesToGroupBy = ["maker"]
      request.sortDescriptors = [NSSortDescriptor(key: "total", ascending: false)]
      request.fetchLimit = 2
    }
    #expect(rows.map { $0["maker"] as? String } == ["Fiat", "Ford"])
    #expect(rows.map { $0["total"] as? Double } == [50, 30])
  }

  // R-REQ-035: a column of what is grouped by may have another name.
  @Test(arguments: StackKind.everyStore)
  func groupsAreKnownByWhatIsGroupedBy(_ kind: StackKind) throws {
    for grouping in ["maker", column("Maker", "maker")] as [Any] {
      let rows = try cars(kind) { request in
        request.propertiesToFetch = [column("Maker", "maker"), column("Total", "@sum.price")]
        request.propertiesToGroupBy = [grouping]
        request.sortDescriptors = [NSSortDescriptor(key: "Total", ascending: true)]
      }
      #expect(rows.map { $0["Maker"] as? String } == ["Opel", "Ford", "Fiat"])
      #expect(rows.map { $0["Total"] as? Double } == [20, 30, 50])
    }
  }

  // R-REQ-035: the name alone groups by nothing.
  @Test(arguments: StackKind.everyStore)
  func aColumnOfSomethingElseIsRefusedUnderAGroupedName(_ kind: StackKind) {
    #expect(throws: CocoaError.self) {
      try cars(kind) { request in
        request.propertiesToFetch = [column("maker", "numberPlate")]
        request.propertiesToGroupBy = ["maker"]
      }
    }
  }

  @Test(arguments: StackKind.everyStore)
  func rowsAreSortedByAnExpressionAndAProperty(_ kind: StackKind) throws {
    let rows = try cars(kind) { request in
      request.propertiesToFetch = ["numberPlate", column("letters", "maker.length")]
      request.sortDescriptors = [
        NSSortDescriptor(key: "letters", ascending: true),
        NSSortDescriptor(key: "price", ascending: false),
      ]
    }
    #expect(rows.map { $0["numberPlate"] as? String } == ["3", "2", "4", "1"])
    #expect(rows.allSatisfy { $0.count == 2 })
  }

  @Test(arguments: StackKind.singles)
  func anUnknownKeyBesideAColumnIsAnError(_ kind: StackKind) throws {
    #expect(throws: CocoaError.self) {
      try cars(kind) { request in
        request.propertiesToFetch = [column("letters", "maker.length")]
        request.sortDescriptors = ["letters", "shoeSize"].map {
          NSSortDescriptor(key: $0, ascending: true)
        }
      }
    }
  }
}
