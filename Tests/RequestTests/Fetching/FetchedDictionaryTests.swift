// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Fetches of dictionaries: their properties, groups and distinct rows.
struct FetchedDictionaryTests {
  // R-CTX-494
  @Test(arguments: StackKind.all)
  func propertiesToFetchShapeDictionaries(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, stack throws in
      let person = try context.fetch(FivePeople.request())[0]
      let car = context.insert("Car", ["numberPlate": "1"])
      car.setValue(person, forKey: "owner")
      try context.save()
      let attributes = stack.coordinator.managedObjectModel.entitiesByName["Car"]?.propertiesByName
      let request = NSFetchRequest<NSDictionary>(entityName: "Car")
      request.resultType = .dictionaryResultType
      let plate = try #require(attributes?["numberPlate"])
      request.propertiesToFetch = [plate, "owner", "owner.firstName"]
      let row = try #require(try context.fetch(request).first)
      #expect(row["numberPlate"] as? String == "1")
      #expect(row["owner"] as? NSManagedObjectID == person.objectID)
      #expect(row["owner.firstName"] as? String == "Ada")
      request.propertiesToFetch = ["nothing"]
      #expect(throws: CocoaError.self) { try context.fetch(request) }
      let objects = NSFetchRequest<NSManagedObject>(entityName: "Car")
      objects.propertiesToFetch = ["maker"]
      #expect(try context.fetch(objects).map { $0.string("numberPlate") } == ["1"])
    }
  }

  // R-CTX-495, R-CTX-496
  @Test(arguments: StackKind.all)
  func dictionariesAreGroupedAndMadeDistinct(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      for (index, person) in try context.fetch(FivePeople.request()).enumerated() {
        person.setValue(index < 3 ? "X" : "Y", forKey: "lastName")
      }
      try context.save()
      let total = NSExpressionDescription()
      total.name = "total"
      total.expression = NSExpression(format: "sum:(age)")
      total.expressionResultType = .integer64AttributeType
      let request = NSFetchRequest<NSDictionary>(entityName: "Person")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["lastName", total]
      request.propertiesToGroupBy = ["lastName"]
      let groups = try context.fetch(request)
      let sums = Dictionary(
        uniqueKeysWithValues: groups.compactMap { row in
          (row["lastName"] as? String).map { ($0, row["total"] as? Int) }
        })
      #expect(sums == ["X": 63, "Y": 47])
      request.havingPredicate = NSPredicate(format: "total > 50")
      #expect(try context.fetch(request).map { $0["lastName"] as? String } == ["X"])
      request.propertiesToFetch = ["firstName", total]
      #expect(throws: CocoaError.self) { try context.fetch(request) }
      let distinct = NSFetchRequest<NSDictionary>(entityName: "Person")
      distinct.resultType = .dictionaryResultType
      distinct.returnsDistinctResults = true
      distinct.propertiesToFetch = ["lastName"]
      #expect(try context.fetch(distinct).count == 2)
      distinct.havingPredicate = NSPredicate(format: "lastName = 'X'")
      #expect(throws: CocoaError.self) { try context.fetch(distinct) }
      let objects = FivePeople.request()
      objects.returnsDistinctResults = true
      #expect(try context.fetch(objects).count == 5)
    }
  }
}
