// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// When a fetched property is evaluated, and what of its request counts.
@Suite struct FetchedPropertyLifeTests {
  private static func stack(
    _ kind: StackKind, _ format: String = "text == $FETCH_SOURCE.firstName", limit: Int = 0
  ) throws -> Stack {
    let model = GarageModel.make()
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = model.entitiesByName["Note"]
    request.predicate = NSPredicate(format: format)
    request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
    request.fetchLimit = limit
    let property = NSFetchedPropertyDescription()
    property.name = "mentions"
    property.fetchRequest = request
    model.entitiesByName["Person"]?.properties.append(property)
    return try Stack(kind, model: model)
  }

  private func fill(_ context: NSManagedObjectContext) throws -> NSManagedObject {
    let ada = context.insert("Person", ["firstName": "Ada", "lastName": "L"])
    let car = context.insert("Car", ["numberPlate": "Ada", "price": 2.0])
    car.setValue(ada, forKey: "owner")
    let passport = context.insert("Passport", ["number": "Bob"])
    ada.setValue(passport, forKey: "passport")
    for (rank, text) in ["Ada", "Bob", "Ada", "Eve"].enumerated() {
      _ = context.insert("Note", ["text": text, "rank": rank])
    }
    try context.save()
    return ada
  }

  private func ranks(_ object: NSManagedObject) -> [Int]? {
    (object.value(forKey: "mentions") as? [NSManagedObject])?
      .compactMap { $0.value(forKey: "rank") as? Int }
  }

  @Test(arguments: StackKind.everyStore)
  func theArrayStaysUntilTheObjectIsRefreshed(_ kind: StackKind) throws {  // R-MOD-163
    let stack = try Self.stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let ada = try fill(context)
      #expect(ranks(ada) == [2, 0])
      #expect(!context.hasChanges)
      _ = context.insert("Note", ["text": "Ada", "rank": 7])
      #expect(ranks(ada) == [2, 0])
      context.refresh(ada, mergeChanges: true)
      #expect(ranks(ada) == [7, 2, 0])
      try context.save()
      context.refresh(ada, mergeChanges: false)
      #expect(ada.isFault)
      #expect(ranks(ada) == [7, 2, 0])
      ada.setValue("Eve", forKey: "firstName")
      context.refresh(ada, mergeChanges: true)
      #expect(ranks(ada) == [3])
    }
  }

  @Test(
    arguments: StackKind.everyStore,
    [
      ("text == $FETCH_SOURCE.passport.number", [1]),
      ("text IN $FETCH_SOURCE.cars.numberPlate", [2, 0]),
      ("ANY $FETCH_SOURCE.cars.numberPlate == text", [2, 0]),
      ("rank > $FETCH_SOURCE.cars.@count", [3, 2]),
      ("$FETCH_SOURCE.waitsFor == nil AND text == 'Eve'", [3]),
      ("$FETCH_SOURCE.lastName == 'M'", []),
    ])
  func thePathOfTheOwnerMayBeLong(_ kind: StackKind, _ sample: (String, [Int])) throws {
    let stack = try Self.stack(kind, sample.0)  // R-MOD-162
    let context = stack.context()
    try context.performAndWait {
      let ada = try fill(context)
      #expect(ranks(ada) == sample.1)
    }
  }

  @Test(arguments: StackKind.everyStore)
  func orderAndLimitAreTheRequests(_ kind: StackKind) throws {  // R-MOD-162
    let stack = try Self.stack(kind, "text != nil", limit: 3)
    let context = stack.context()
    try context.performAndWait {
      let ada = try fill(context)
      #expect(ranks(ada) == [3, 2, 1])
    }
  }

  @Test(arguments: StackKind.all)
  func aChildContextAsksItsParent(_ kind: StackKind) throws {  // R-MOD-162
    let stack = try Self.stack(kind)
    let parent = stack.context()
    let id = try parent.performAndWait {
      let ada = try fill(parent)
      _ = parent.insert("Note", ["text": "Ada", "rank": 9])
      return ada.objectID
    }
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    try child.performAndWait {
      let ada = try child.existingObject(with: id)
      #expect(ranks(ada) == [9, 2, 0])
      let notes = ada.value(forKey: "mentions") as? [NSManagedObject]
      #expect(notes?.allSatisfy { $0.managedObjectContext === child } == true)
    }
  }

  @Test(arguments: StackKind.all)
  func aNewOwnerIsEvaluatedToo(_ kind: StackKind) throws {  // R-MOD-162
    let stack = try Self.stack(kind)
    let context = stack.context()
    try context.performAndWait {
      _ = try fill(context)
      let eve = context.insert("Person", ["firstName": "Eve"])
      #expect(ranks(eve) == [3])
      #expect(eve.changedValues()["mentions"] == nil)
      _ = context.insert("Note", ["text": "Eve", "rank": 9])
      context.refresh(eve, mergeChanges: true)
      #expect(ranks(eve) == [9, 3])
      try context.save()
      #expect(ranks(eve) == [9, 3])
    }
  }
}
