// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// What a small program does with its own classes.
@Suite struct ShoppingTests {
  private let container = ShoppingContainer()

  private func run<T>(_ block: (NSManagedObjectContext) throws -> T) throws -> T {
    let context = container.newBackgroundContext()
    return try context.performAndWait { try block(context) }
  }

  // R-CTX-047, R-CTX-154, R-CTX-240
  @Test func aConvenienceInitialiserInserts() throws {
    try run { context in
      let item = ShoppingItem(name: "Milk", in: context)
      #expect(item.isInserted)
      #expect(item.count == 1)
      #expect(item.createdAt == Date(timeIntervalSinceReferenceDate: 0))
      try container.save(context)
    }
    try run { context in
      let request: NSFetchRequest<ShoppingItem> = ShoppingItem.fetchRequest()
      let items = try context.fetch(request)
      #expect(items.map(\.name) == ["Milk"])
      #expect(items[0].createdAt != nil)
    }
  }

  // R-CTX-008, R-CTX-048
  @Test func anUntypedRequestCompilesAndCasts() throws {
    try run { context in
      _ = ShoppingItem(name: "Milk", in: context)
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "ShoppingItem")
      let items = try context.fetch(request) as? [ShoppingItem]
      #expect(items?.first?.name == "Milk")
      let inherited: NSFetchRequest<any NSFetchRequestResult> = ShoppingItem.fetchRequest()
      let found = try context.fetch(inherited)
      #expect((found.first as? NSManagedObject)?.value(forKey: "name") as? String == "Milk")
      let count = try context.count(for: request)
      #expect(count == 1)
    }
  }

  // R-CTX-477, R-CTX-491, R-CTX-492, R-CTX-493
  @Test func theOtherResultTypes() throws {
    try run { context in
      let item = ShoppingItem(name: "Milk", count: 3, in: context)
      try context.save()
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "ShoppingItem")
      ids.resultType = .managedObjectIDResultType
      let foundIDs = try context.fetch(ids)
      #expect(foundIDs == [item.objectID])
      let rows = NSFetchRequest<NSDictionary>(entityName: "ShoppingItem")
      rows.resultType = .dictionaryResultType
      rows.propertiesToFetch = ["name", "count"]
      let foundRows = try context.fetch(rows)
      #expect(foundRows.first?["name"] as? String == "Milk")
      #expect((foundRows as? [[String: Any]])?.first?["count"] as? Int == 3)
      let counts = NSFetchRequest<NSNumber>(entityName: "ShoppingItem")
      counts.resultType = .countResultType
      let foundCount = try context.fetch(counts).first
      #expect(foundCount?.intValue == 1)
    }
  }

  // R-CTX-012, R-CTX-443
  @Test func errorsAreCaughtAsCocoaErrorAndAsNSError() throws {
    try run { context in
      let item = ShoppingItem(name: "Milk", count: -1, in: context)
      do {
        try context.save()
        Issue.record("The save did not fail.")
      } catch let error as NSError {
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(error.code == NSManagedObjectValidationError)
        #expect(error.localizedDescription == "A negative count.")
      }
      item.count = 1
      item.setValue(nil, forKey: "name")
      do {
        try context.save()
        Issue.record("The save did not fail.")
      } catch let error as CocoaError where error.code == .validationMissingMandatoryProperty {
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "name")
      }
      do {
        try context.save()
        Issue.record("The save did not fail.")
      } catch CocoaError.validationMissingMandatoryProperty {
        context.rollback()
      }
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-006
  @Test func aNumberCastsToEveryType() throws {
    try run { context in
      let item = ShoppingItem(name: "Milk", count: 1, in: context)
      let value = item.value(forKey: "count")
      #expect(value as? Int == 1)
      #expect(value as? Int8 == 1)
      #expect(value as? Int16 == 1)
      #expect(value as? Int32 == 1)
      #expect(value as? Int64 == 1)
      #expect(value as? UInt == 1)
      #expect(value as? Double == 1)
      #expect(value as? Float == 1)
      #expect(value as? Bool == true)
      #expect((value as? NSNumber)?.intValue == 1)
    }
  }

  // R-CTX-050, R-CTX-375
  @Test func relationshipsThroughSwiftSets() throws {
    try run { context in
      let list = ShoppingList(context: context)
      list.title = "Saturday"
      let (milk, bread) = (
        ShoppingItem(name: "Milk", in: context), ShoppingItem(name: "Bread", in: context)
      )
      list.items = [milk]
      list.add(bread)
      #expect(bread.list === list)
      #expect(list.items == [milk, bread])
      list.items.remove(milk)
      #expect(milk.list == nil)
      milk.list = list
      try container.save(context)
      context.delete(list)
      try container.save(context)
      let left = try context.count(for: ShoppingItem.fetchRequest() as NSFetchRequest<ShoppingItem>)
      #expect(left == 0)
    }
  }

  // R-CTX-156, R-CTX-155
  @Test func theEntityOfAClassIsFound() {
    _ = container.persistentStoreCoordinator
    #expect(ShoppingItem.entity().name == "ShoppingItem")
  }

  // R-PSC-648
  @Test func aSubclassChoosesTheDirectory() {
    #expect(ShoppingContainer.defaultDirectoryURL().lastPathComponent == "shopping")
  }
}
