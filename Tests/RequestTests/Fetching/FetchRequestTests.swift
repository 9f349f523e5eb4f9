// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Requests: their fields, their reuse, and their errors.
@Suite struct FetchRequestTests {
  // R-CTX-475, 477
  @Test func aNewRequestAsksForEverything() {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    #expect(request.predicate == nil)
    #expect(request.sortDescriptors == nil)
    #expect((request.fetchLimit, request.fetchOffset, request.fetchBatchSize) == (0, 0, 0))
    #expect(request.affectedStores == nil)
    #expect(request.resultType == .managedObjectResultType)
    #expect(request.includesSubentities)
    #expect(request.includesPropertyValues)
    #expect(request.returnsObjectsAsFaults)
    #expect(request.includesPendingChanges)
    #expect(request.relationshipKeyPathsForPrefetching?.isEmpty ?? true)
    #expect(request.propertiesToFetch == nil)
    #expect(request.propertiesToGroupBy == nil)
    #expect(request.havingPredicate == nil)
    #expect(!request.returnsDistinctResults)
    #expect(!request.shouldRefreshRefetchedObjects)
    #expect(request.entityName == "Person")
    #expect(request.entity == nil)
    let types: [NSFetchRequestResultType] = [
      .managedObjectResultType, .managedObjectIDResultType, .dictionaryResultType,
      .countResultType,
    ]
    #expect(types.map { $0.rawValue } == [0, 1, 2, 4])
  }

  // R-CTX-479, 476
  @Test(arguments: StackKind.everyStore)
  func aRequestMayBeUsedAgainAndCopied(_ kind: StackKind) throws {
    let (stack, other) = (try Stack.withAda(kind), try Stack.withAda(kind))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = NSPredicate(format: "lastName == 'Lovelace'")
    request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
    let copy = try #require(request.copy() as? NSFetchRequest<NSManagedObject>)
    copy.fetchLimit = 5
    for stack in [stack, other, stack] {
      try stack.run { context in
        let (found, copied) = (try context.fetch(request), try context.fetch(copy))
        #expect(found.count == 1)
        #expect(copied == found)
        #expect(try context.count(for: request) == 1)
      }
    }
    #expect(request.fetchLimit == 0)
    #expect(request.entityName == "Person")
    #expect(request.predicate === copy.predicate)
    #expect(request.sortDescriptors?.count == 1)
    #expect(request.resultType == .managedObjectResultType)
    #expect(copy.fetchLimit == 5)
  }

  // R-PRED-011, R-PRED-012: as clients put a predicate aside, or ask whether it is another
  @Test(arguments: StackKind.everyStore)
  func aCompoundOfARequestCopiesAndCompares(_ kind: StackKind) throws {
    let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(format: "lastName == 'Lovelace'"), NSPredicate(format: "firstName == 'Ada'"),
    ])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = compound
    let former = try #require(request.predicate?.copy() as? NSPredicate)
    #expect(former is NSCompoundPredicate)
    request.predicate = NSCompoundPredicate(notPredicateWithSubpredicate: compound)
    #expect(request.predicate != former)
    try Stack.withAda(kind).run { context throws in
      #expect(try context.count(for: request) == 0)
      request.predicate = former
      #expect(request.predicate == compound)
      #expect(try context.count(for: request) == 1)
    }
  }

  // R-PRED-012
  @Test func requestsWithDifferentCompoundsDiffer() {
    func request(_ name: String) -> NSFetchRequest<NSManagedObject> {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
        NSPredicate(format: "age > 1"), NSPredicate(format: "firstName == %@", name),
      ])
      return request
    }
    #expect(request("A").isEqual(request("A")))
    #expect(!request("A").isEqual(request("B")))
  }

  // R-PRED-181: what `NSNumber` has
  @Test(arguments: StackKind.everyStore, [true, false])
  func aNumberIsFoundByItsText(_ kind: StackKind, _ isSaved: Bool) throws {
    try Stack(kind).run { context throws in
      let ada = context.insert("Person", ["firstName": "Ada", "age": 731])
      _ = context.insert("Person", ["firstName": "Bob", "age": 25])
      let car = context.insert("Car", ["numberPlate": "1", "owner": ada])
      if isSaved { try context.save() }
      #expect(try context.all("Person", "age.stringValue BEGINSWITH[cd] '73'") == [ada])
      #expect(try context.all("Person", "age.stringValue == '731'") == [ada])
      #expect(try context.all("Person", "age.stringValue == '73'").isEmpty)
      #expect(try context.all("Car", "owner.age.stringValue ENDSWITH '1'") == [car])
    }
  }

  // R-PRED-182: as 3lvis/Sync fetches
  @Test(arguments: StackKind.everyStore, [true, false])
  func anyBeforeWhatIsNotManyIsThePlainComparison(_ kind: StackKind, _ isSaved: Bool) throws {
    try Stack(kind).run { context throws in
      let ada = context.insert("Person", ["firstName": "Ada", "age": 36])
      _ = context.insert("Person", ["firstName": "Bob", "age": 20])
      let car = context.insert("Car", ["numberPlate": "1", "owner": ada])
      if isSaved { try context.save() }
      #expect(try context.all("Person", "ANY age IN {36, 37}") == [ada])
      #expect(try context.all("Car", "ANY owner.firstName BEGINSWITH 'A'") == [car])
      #expect(try context.all("Car", "ALL owner.age == 20").isEmpty)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.predicate = NSPredicate(format: "ANY owner = %@", ada)
      #expect(try context.fetch(request) == [car])
    }
  }

  // R-CTX-483
  @Test(arguments: StackKind.everyStore)
  func pendingRelationshipsCountInPredicates(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let car = try context.onlyRecord("Car")
      let grace = context.person("Grace")
      let new = context.car("B1", values: ["owner": grace])
      #expect(try context.records("Car", "owner.firstName == 'Grace'") == [new])
      car.setValue(grace, forKey: "owner")
      #expect(Set(try context.records("Car", "owner.firstName == 'Grace'")) == [new, car])
      #expect(try context.records("Car", "owner.firstName == 'Ada'").isEmpty)
      #expect(try context.records("Person", "cars.@count == 2") == [grace])
      #expect(try context.records("Person", "ANY cars.maker == 'Fiat'") == [grace])
      grace.setValue("Hopper", forKey: "lastName")
      #expect(try context.records("Car", "owner.lastName == 'Hopper'").count == 2)
      context.delete(grace)
      #expect(try context.records("Car", "owner.lastName == 'Hopper'").isEmpty)
    }
  }

  // R-CTX-485
  @Test(arguments: StackKind.everyStore)
  func nilComesFirstStoredOrPending(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      context.car("stored nil")
      context.car("stored b", values: ["maker": "b"])
      try context.save()
      context.car("pending a", values: ["maker": "a"])
      let changed = context.car("pending nil")
      changed.setValue(nil, forKey: "maker")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      for ascending in [true, false] {
        request.sortDescriptors = [
          NSSortDescriptor(key: "maker", ascending: ascending),
          NSSortDescriptor(key: "numberPlate", ascending: ascending),
        ]
        let plates = try context.fetch(request).compactMap { $0.string("numberPlate") }
        let expected = ["pending nil", "stored nil", "pending a", "stored b"]
        #expect(plates == (ascending ? expected : expected.reversed()))
      }
    }
  }

  // R-CTX-494, 495
  @Test(arguments: StackKind.everyStore)
  func impossibleDictionariesAreRefused(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let unknown = NSFetchRequest<NSDictionary>(entityName: "Car")
      unknown.resultType = .dictionaryResultType
      unknown.propertiesToFetch = ["colour"]
      let grouped = NSFetchRequest<NSDictionary>(entityName: "Car")
      grouped.resultType = .dictionaryResultType
      grouped.propertiesToFetch = ["maker", "model"]
      grouped.propertiesToGroupBy = ["maker"]
      let having = NSFetchRequest<NSDictionary>(entityName: "Car")
      having.resultType = .dictionaryResultType
      having.propertiesToFetch = ["maker"]
      having.havingPredicate = NSPredicate(format: "maker == 'Fiat'")
      for request in [unknown, grouped, having] {
        let error = failure { _ = try context.fetch(request) }
        #expect(error?.userInfo["NSExceptionName"] as? String == "NSInvalidArgumentException")
      }
    }
  }

  // R-CTX-494: for objects, a hint and no more.
  @Test(arguments: StackKind.everyStore)
  func propertiesToFetchAreAHintForObjects(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.propertiesToFetch = ["maker"]
      let car = try #require(try context.fetch(request).first)
      #expect(car.string("maker") == "Fiat")
      #expect(car.string("model") == "500")
    }
  }

  // R-CTX-495, 496
  @Test(arguments: StackKind.everyStore)
  func dictionariesAreGroupedAndDistinct(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      for (plate, maker) in [("1", "Fiat"), ("2", "Fiat"), ("3", "Alfa")] {
        context.car(plate, values: ["maker": maker])
      }
      try context.save()
      let count = NSExpressionDescription()
      count.name = "total"
      count.expression = NSExpression(
        forFunction: "count:", arguments: [NSExpression(forKeyPath: "numberPlate")])
      count.expressionResultType = .integer64AttributeType
      let request = NSFetchRequest<NSDictionary>(entityName: "Car")
      request.resultType = .dictionaryResultType
      request.sortDescriptors = [NSSortDescriptor(key: "maker", ascending: true)]
      request.propertiesToFetch = ["maker"]
      request.returnsDistinctResults = true
      let makers = try context.fetch(request).compactMap { $0["maker"] as? String }
      #expect(makers == ["Alfa", "Fiat"])
      request.returnsDistinctResults = false
      request.propertiesToFetch = ["maker", count]
      request.propertiesToGroupBy = ["maker"]
      let totals = try context.fetch(request).compactMap { $0["total"] as? Int }
      #expect(totals == [1, 2])
    }
  }

  // R-CTX-498
  @Test(arguments: StackKind.everyStore)
  func aRequestWithoutValuesStillGivesObjects(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.includesPropertyValues = false
      let car = try #require(try context.fetch(request).first)
      #expect(car.isFault)
      #expect(car.string("maker") == "Fiat")
    }
  }

  // R-CTX-499, 278
  @Test(arguments: StackKind.everyStore)
  func prefetchingLoadsRelationshipsOnTheWay(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let request = NSFetchRequest<Record>(entityName: "Person")
      request.relationshipKeyPathsForPrefetching = ["cars"]
      let ada = try #require(try context.fetch(request).first)
      #expect(ada.isFault)
      #expect(ada.events.isEmpty)
      _ = ada.string("firstName")
      #expect(!ada.hasFault(forRelationshipNamed: "cars"))
      let car = try #require(ada.objects("cars").first as? Record)
      #expect(car.isFault)
      #expect(car.events.isEmpty)
      #expect(car.string("maker") == "Fiat")
      request.relationshipKeyPathsForPrefetching = ["planes"]
      #expect(try context.fetch(request).count == 1)
    }
    try stack.run { context in
      let request = NSFetchRequest<Record>(entityName: "Car")
      request.relationshipKeyPathsForPrefetching = ["owner.cars"]
      let car = try #require(try context.fetch(request).first)
      #expect(car.isFault)
      #expect(car.string("maker") == "Fiat")
      #expect(!car.hasFault(forRelationshipNamed: "owner"))
      let owner = try #require(car.value(forKey: "owner") as? Record)
      #expect(owner.isFault)
      #expect(owner.string("firstName") == "Ada")
      #expect(!owner.hasFault(forRelationshipNamed: "cars"))
    }
  }

  // R-CTX-504, 074
  @Test func withoutStoresAFetchFindsWhatIsPending() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: RoadModel.make())
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let none = try context.all("Person")
      let ada = context.person("Ada")
      #expect(try context.all("Person", "firstName == 'Ada'") == [ada])
      #expect(none.isEmpty)
      #expect(try context.all("Person", "firstName == 'Eve'").isEmpty)
      #expect(failure { try context.save() } != nil)
      #expect(ada.isInserted)
    }
  }

  // R-CTX-505, 476
  @Test(arguments: StackKind.everyStore)
  func aFailingFetchLeavesTheContextAlone(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let ada = try context.only("Person")
      ada.setValue("x", forKey: "firstName")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSPredicate(format: "nonsense == 1")
      #expect(failure { _ = try context.fetch(request) } != nil)
      #expect(failure { _ = try context.count(for: request) } != nil)
      #expect(context.registeredObjects == [ada])
      #expect(context.updatedObjects == [ada])
      #expect(ada.string("firstName") == "x")
    }
  }

  // R-CTX-501, 502
  @Test(arguments: StackKind.everyStore, [1, 3, 100])
  func batchesChangeNoResult(_ kind: StackKind, _ size: Int) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      for number in 0..<10 { context.car("P\(number)", values: ["maker": "m\(9 - number)"]) }
      try context.save()
    }
    try stack.run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.sortDescriptors = [NSSortDescriptor(key: "maker", ascending: true)]
      let plain = try context.fetch(request)
      request.fetchBatchSize = size
      #expect(try context.fetch(request) == plain)
      let changed = plain[3]
      changed.setValue("m99", forKey: "maker")
      let new = context.car("N", values: ["maker": "m0a"])
      context.delete(plain[5])
      let batched = try context.fetch(request)
      request.fetchBatchSize = 0
      #expect(try context.fetch(request) == batched)
      #expect(batched.count == 10)
      #expect(batched[1] === new)
      #expect(batched.last === changed)
      #expect(batched.allSatisfy { $0.string("numberPlate") != nil })
    }
  }

  // R-CTX-493: a count ignores order and prefetching, and throws where a fetch does.
  @Test(arguments: StackKind.everyStore)
  func aCountIgnoresOrder(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.sortDescriptors = [NSSortDescriptor(key: "maker", ascending: true)]
      request.relationshipKeyPathsForPrefetching = ["owner"]
      let count = try context.count(for: request)
      #expect(count == 1)
      #expect(context.registeredObjects.isEmpty)
    }
  }
}
