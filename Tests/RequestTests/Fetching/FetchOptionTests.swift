// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What each option of a fetch request does, on every kind of stack.
struct FetchOptionTests {
  // R-CTX-475
  @Test func aNewRequestHasTheDefaults() {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    #expect(request.predicate == nil)
    #expect(request.sortDescriptors == nil)
    #expect(request.fetchLimit == 0)
    #expect(request.fetchOffset == 0)
    #expect(request.fetchBatchSize == 0)
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
  }

  // R-CTX-476, R-CTX-479
  @Test(arguments: StackKind.all)
  func aRequestIsReusedAndKeepsItsFields(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, stack throws in
      let request = FivePeople.request()
      request.predicate = NSPredicate(format: "age > 21")
      request.fetchLimit = 2
      #expect(request.entityName == "Person")
      #expect(request.entity == nil)
      let first = try context.fetch(request)
      let copy = try #require(request.copy() as? NSFetchRequest<NSManagedObject>)
      #expect(try context.fetch(request) == first)
      #expect(try stack.context().count(for: copy) == 2)
      #expect(request.fetchLimit == 2)
      #expect(request.predicate != nil)
      #expect(request.sortDescriptors?.count == 1)
      #expect(request.entityName == "Person")
      copy.fetchLimit = 1
      #expect(request.fetchLimit == 2)
      let described = NSFetchRequest<NSManagedObject>()
      described.entity = stack.coordinator.managedObjectModel.entitiesByName["Person"]
      #expect(described.entityName == "Person")
      #expect(throws: CocoaError.self) { try context.fetch(NSFetchRequest<NSManagedObject>()) }
    }
  }

  // R-CTX-480
  @Test(arguments: StackKind.all)
  func withoutPredicateEverythingMatches(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      #expect(try context.fetch(FivePeople.request()).count == 5)
      _ = context.insert("SportCar", ["numberPlate": "1"])
      #expect(try context.all("Car").count == 1)
    }
  }

  // R-CTX-483
  @Test(arguments: StackKind.all)
  func pendingRelationshipsCountInKeyPaths(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      let all = try context.fetch(FivePeople.request())
      let car = context.insert("Car", ["numberPlate": "1"])
      try context.save()
      car.setValue(all[0], forKey: "owner")
      #expect(try context.all("Car", "owner.firstName = 'Ada'") == [car])
      #expect(try context.all("Person", "ANY cars.numberPlate = '1'") == [all[0]])
      car.setValue(all[1], forKey: "owner")
      #expect(try context.all("Car", "owner.firstName = 'Ada'").isEmpty)
      #expect(try context.all("Person", "cars.@count > 0") == [all[1]])
    }
  }

  // R-CTX-485
  @Test(arguments: StackKind.all)
  func nilIsLeastInTheStoreAndInMemory(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      let all = try context.fetch(FivePeople.request())
      all[1].setValue("B", forKey: "lastName")
      all[3].setValue("A", forKey: "lastName")
      for isSaved in [false, true] {
        if isSaved { try context.save() }
        for ascending in [true, false] {
          let request = FivePeople.request()
          request.sortDescriptors = [
            NSSortDescriptor(key: "lastName", ascending: ascending),
            NSSortDescriptor(key: "firstName", ascending: true),
          ]
          let names = try context.fetch(request).compactMap { $0.string("firstName") }
          let nils = ["Ada", "Cyd", "Eve"]
          #expect(names == (ascending ? nils + ["Dan", "Bob"] : ["Bob", "Dan"] + nils))
        }
      }
    }
  }

  // R-CTX-486: not those of siblings
  @Test(arguments: StackKind.all)
  func changesOfOtherContextsDoNotCount(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, stack throws in
      let parent = stack.context()
      let (child, sibling) = (
        NSManagedObjectContext(.privateQueue), NSManagedObjectContext(.privateQueue)
      )
      (child.parent, sibling.parent) = (parent, parent)
      let count = { (context: NSManagedObjectContext) in
        try context.performAndWait { try context.count(for: FivePeople.request()) }
      }
      try context.performAndWait { context.delete(try context.fetch(FivePeople.request())[0]) }
      parent.performAndWait { _ = parent.insert("Person", ["firstName": "P"]) }
      child.performAndWait { _ = child.insert("Person", ["firstName": "C"]) }
      #expect(try count(context) == 4)
      #expect(try count(parent) == 6)
      #expect(try count(child) == 7)
      #expect(try count(sibling) == 6)
    }
  }

  // R-CTX-489
  @Test(arguments: StackKind.all)
  func refetchedObjectsAreRefreshedOnRequest(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, stack throws in
      let all = try context.fetch(FivePeople.request())
      all.forEach { _ = $0.string("lastName") }
      all[1].setValue(77, forKey: "age")
      try stack.run { other in
        for person in try other.fetch(FivePeople.request()) {
          person.setValue("new", forKey: "lastName")
          person.setValue(1, forKey: "age")
        }
        try other.save()
      }
      _ = try context.fetch(FivePeople.request())
      #expect(all.allSatisfy { $0.string("lastName") == nil })
      let request = FivePeople.request()
      request.shouldRefreshRefetchedObjects = true
      request.predicate = NSPredicate(format: "firstName < 'C'")
      _ = try context.fetch(request)
      #expect(all.prefix(2).allSatisfy { $0.string("lastName") == "new" })
      #expect(all[0].value(forKey: "age") as? Int == 1)
      #expect(all[1].value(forKey: "age") as? Int == 77)
      #expect(all[1].isUpdated)
      #expect(all[2].string("lastName") == nil)
    }
  }

  // R-CTX-498
  @Test(arguments: StackKind.all)
  func rowsMayBeLeftInTheStore(_ kind: StackKind) throws {
    try FivePeople.run(kind) { _, stack throws in
      try stack.run { context in
        let request = FivePeople.request()
        request.includesPropertyValues = false
        let people = try context.fetch(request)
        #expect(people.count == 5)
        #expect(people.allSatisfy { $0.isFault })
        #expect(people[0].string("firstName") == "Ada")
        #expect(people.map(\.isFault) == [false, true, true, true, true])
      }
    }
  }

  // R-CTX-499
  @Test(arguments: StackKind.all)
  func prefetchedRelationshipsNeedNoStore(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, stack throws in
      for (index, person) in try context.fetch(FivePeople.request()).enumerated() {
        for number in 0..<2 {
          let car = context.insert("Car", ["numberPlate": "\(index)-\(number)"])
          car.setValue(person, forKey: "owner")
        }
        let passport = context.insert("Passport", ["number": "\(index)"])
        passport.setValue(person, forKey: "holder")
      }
      try context.save()
      let request = FivePeople.request()
      request.relationshipKeyPathsForPrefetching = ["cars", "passport"]
      let lookUps = try stack.runUndisturbed { other in
        let people = try other.fetch(request)
        let before = stack.coordinator.lookupCount
        for person in people { person.willAccessValue(forKey: nil) }
        #expect(people.allSatisfy { !$0.hasFault(forRelationshipNamed: "cars") })
        let cars = people[0].objects("cars")
        #expect(cars.count == 2)
        #expect(cars.allSatisfy { $0.isFault })
        let plates = people.flatMap { $0.objects("cars").compactMap { $0.string("numberPlate") } }
        #expect(plates.count == 10)
        #expect(people.compactMap { $0.passportNumber }.count == 5)
        return stack.coordinator.lookupCount - before
      }
      #expect(lookUps == 0)
      for wrong in ["firstName", "nothing"] {
        request.relationshipKeyPathsForPrefetching = [wrong]
        #expect(try context.fetch(request).count == 5)
      }
    }
  }

  // R-CTX-500
  @Test(arguments: StackKind.all)
  func windowsBeyondTheEndAreEmpty(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      let request = FivePeople.request()
      request.fetchOffset = 5
      #expect(try context.fetch(request).isEmpty)
      #expect(try context.count(for: request) == 0)
      request.fetchOffset = 3
      request.fetchLimit = 10
      #expect(try context.fetch(request).map { $0.string("firstName") } == ["Dan", "Eve"])
      #expect(try context.count(for: request) == 2)
    }
  }

  // R-CTX-503, S-19
  @Test(arguments: StackKind.singles)
  func affectedStoresRestrictTheRows(_ kind: StackKind) throws {
    let type = kind.stores[0].type
    let stack = try Stack(
      StackKind(name: "several", stores: [(type, "Notes"), (type, "Archive")]))
    let stores = stack.coordinator.persistentStores
    try stack.run { context in
      for (index, store) in stores.enumerated() {
        context.assign(context.insert("Note", ["text": "\(index)"]), to: store)
      }
      try context.save()
      context.assign(context.insert("Note", ["text": "assigned"]), to: stores[1])
      _ = context.insert("Note", ["text": "free"])
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      let texts = { Set(try context.fetch(request).compactMap { $0.string("text") }) }
      #expect(try texts() == ["0", "1", "assigned", "free"])
      request.affectedStores = [stores[0]]
      #expect(try texts() == ["0", "free"])
      request.affectedStores = [stores[1]]
      #expect(try texts() == ["1", "assigned", "free"])
      context.rollback()
      request.affectedStores = [stores[1], stores[0]]
      #expect(try context.fetch(request).map { $0.string("text") } == ["0", "1"])
      let foreign = try Stack(kind)
      request.affectedStores = foreign.coordinator.persistentStores
      #expect(throws: CocoaError.self) { try context.fetch(request) }
    }
  }

  // R-CTX-504
  @Test func withoutStoresOnlyPendingObjectsAreFound() throws {
    let stack = try Stack(StackKind(name: "none", stores: []))
    try stack.run { context throws in
      #expect(try context.fetch(FivePeople.request()).isEmpty)
      let person = context.insert("Person", ["firstName": "Ada"])
      #expect(try context.fetch(FivePeople.request()) == [person])
      #expect(try context.count(for: FivePeople.request()) == 1)
    }
  }

  // R-CTX-505
  @Test(arguments: StackKind.all)
  func aFailedFetchLeavesTheContextAlone(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      let all = try context.fetch(FivePeople.request())
      all[0].setValue("changed", forKey: "firstName")
      let registered = context.registeredObjects
      let request = FivePeople.request()
      request.predicate = NSPredicate(format: "shoeSize = 1")
      #expect(throws: CocoaError.self) { try context.fetch(request) }
      #expect(throws: CocoaError.self) { try context.count(for: request) }
      #expect(context.registeredObjects == registered)
      #expect(context.updatedObjects == [all[0]])
      #expect(all.map(\.isFault) == [false, true, true, true, true])
    }
  }

  // R-CTX-506
  @Test(arguments: StackKind.all)
  func aChildsFetchRunsInItsParents(_ kind: StackKind) throws {
    try FivePeople.run(kind) { _, stack throws in
      let (root, middle) = (stack.context(), NSManagedObjectContext(.privateQueue))
      let child = NSManagedObjectContext(.privateQueue)
      (middle.parent, child.parent) = (root, middle)
      let ids = try child.performAndWait { try child.fetch(FivePeople.request()).map(\.objectID) }
      let known = { (context: NSManagedObjectContext) in
        context.performAndWait { ids.filter { context.registeredObject(for: $0) != nil }.count }
      }
      try child.performAndWait {
        let held = try child.fetch(FivePeople.request())
        #expect(known(middle) == 5)
        #expect(known(root) == 5)
        #expect(held.count == 5)
      }
    }
  }

  // R-CTX-325: a child's fault is for its parent to fulfil
  @Test(arguments: StackKind.all)
  func stalenessIsTheRootsAffair(_ kind: StackKind) throws {
    try FivePeople.run(kind) { context, _ throws in
      let person = try context.fetch(FivePeople.request())[0]
      #expect(person.string("lastName") == nil)
      let request = NSBatchUpdateRequest(entityName: "Person")
      request.propertiesToUpdate = ["lastName": "new"]
      try context.execute(request)
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = context
      child.stalenessInterval = 0
      let name = child.performAndWait {
        child.object(with: person.objectID).string("lastName")
      }
      #expect(name == nil)
    }
  }
}

extension NSManagedObject {
  fileprivate var passportNumber: String? {
    (value(forKey: "passport") as? NSManagedObject)?.string("number")
  }
}
