// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Unique values under each policy.
@Suite struct UniquenessOverStoresTests {
  /// A stack where Ada lives in Paris, and a context where Bob shall live in another Paris.
  private func twoCities(
    on kind: StackKind, policy: NSMergePolicy,
    body: (NSManagedObjectContext, Record, Stack) throws -> Void
  ) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      context.person("Ada").setValue(
        context.record("City", ["name": "Paris", "population": 1]), forKey: "home")
      try context.save()
    }
    try stack.run { context in
      context.mergePolicy = policy
      let city = context.record("City", ["name": "Paris", "population": 2])
      context.person("Bob").setValue(city, forKey: "home")
      try body(context, city, stack)
    }
  }

  // S-44: R-CTX-641, 642, 649
  @Test(arguments: StackKind.all)
  func theErrorPolicyKeepsTheInsertionPending(_ kind: StackKind) throws {
    try twoCities(on: kind, policy: .error) { context, city, stack in
      for _ in 1...2 {
        let error = try #require(failure { try context.save() })
        #expect(error.code.rawValue == 133021)
        #expect(error.code == .managedObjectConstraintMerge)
        let list = error.userInfo["conflictList"] as? [NSConstraintConflict]
        let conflict = try #require(list?.first)
        #expect(list?.count == 1)
        #expect(conflict.constraint == ["name"])
        #expect(conflict.constraintValues["name"] as? String == "Paris")
        #expect(conflict.conflictingObjects == [city])
        #expect(conflict.conflictingSnapshots.count == 1)
        #expect(conflict.databaseObject?.managedObjectContext === context)
        #expect(conflict.databaseSnapshot?["population"] as? Int == 1)
        #expect(city.isInserted)
        #expect(context.insertedObjects.contains(city))
      }
      city.setValue("Rome", forKey: "name")
      try context.save()
    }
  }

  // S-44: R-CTX-643, 647
  @Test(arguments: StackKind.all)
  func storeTrumpRedirectsToTheStoredObject(_ kind: StackKind) throws {
    try twoCities(on: kind, policy: .mergeByPropertyStoreTrump) { context, city, stack in
      let stored = try stack.run { try $0.only("City").objectID }
      let bob = try #require(try context.records("Person", "firstName == 'Bob'").first)
      let log = NotificationLog(context)
      context.processPendingChanges()
      try context.save()
      let home = try #require(bob.value(forKey: "home") as? NSManagedObject)
      #expect(home.objectID == stored)
      #expect(home.value(forKey: "population") as? Int == 1)
      #expect(home.objects("residents").count == 2)
      #expect(home.objects("residents").contains(bob))
      #expect(city.managedObjectContext == nil)
      #expect(!context.hasChanges)
      #expect(!context.registeredObjects.contains(city))
      let changes = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(changes.contains { $0.objects(NSDeletedObjectsKey).contains(city) })
      let saves = log.notes(.NSManagedObjectContextDidSave)
      #expect(saves.first?.objects(NSInsertedObjectsKey) == [bob])
      #expect(saves.first?.objects(NSDeletedObjectsKey).isEmpty == true)
      try stack.run { other in
        let city = try other.only("City")
        let names = city.objects("residents").compactMap { $0.string("firstName") }
        #expect(Set(names) == ["Ada", "Bob"])
        #expect(city.objectID == stored)
        #expect(city.value(forKey: "population") as? Int == 1)
      }
    }
  }

  // S-44: R-CTX-644, 645
  @Test(arguments: StackKind.all, [true, false])
  func objectTrumpAndOverwriteUpdateTheStoredRow(_ kind: StackKind, _ overwrites: Bool) throws {
    let policy: NSMergePolicy = overwrites ? .overwrite : .mergeByPropertyObjectTrump
    try twoCities(on: kind, policy: policy) { context, city, stack in
      let stored = try stack.run { try $0.only("City").objectID }
      try context.save()
      #expect(!context.hasChanges)
      try stack.run { other in
        let city = try other.only("City")
        #expect(city.objectID == stored)
        #expect(city.value(forKey: "population") as? Int == 2)
        let names = city.objects("residents").compactMap { $0.string("firstName") }
        #expect(names.contains("Bob"))
        #expect(Set(names) == ["Ada", "Bob"])
      }
    }
  }

  // R-CTX-645
  @Test(arguments: StackKind.all)
  func rollbackDiscardsTheDuplicateAndRedirects(_ kind: StackKind) throws {
    try twoCities(on: kind, policy: .rollback) { context, city, stack in
      let stored = try stack.run { try $0.only("City").objectID }
      try context.save()
      #expect(city.managedObjectContext == nil)
      #expect(!context.hasChanges)
      try stack.run { other in
        let city = try other.only("City")
        let names = city.objects("residents").compactMap { $0.string("firstName") }
        #expect(city.objectID == stored)
        #expect(city.value(forKey: "population") as? Int == 1)
        #expect(Set(names) == ["Ada", "Bob"])
      }
    }
  }

  // R-CTX-646
  @Test(arguments: StackKind.all, ConflictsOverStoresTests.resolving)
  func ofSeveralNewObjectsTheFirstIsKept(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      context.mergePolicy = NSMergePolicy(merge: policy)
      let cities = (1...3).map { context.record("City", ["name": "Paris", "population": $0]) }
      for (index, city) in cities.enumerated() {
        context.person("\(index)").setValue(city, forKey: "home")
      }
      try context.save()
      #expect(!context.hasChanges)
      #expect(cities[0].managedObjectContext === context)
      #expect(cities.dropFirst().allSatisfy { $0.managedObjectContext == nil })
      #expect(cities[0].objects("residents").count == 3)
    }
    let residents = try stack.run { try $0.only("City").objects("residents").count }
    #expect(residents == 3)
  }

  // R-CTX-641: nil never clashes.
  @Test(arguments: StackKind.all)
  func nilClashesWithNothing(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      for _ in 1...3 { _ = context.record("City") }
      try context.save()
    }
    let count = try stack.run { try $0.all("City").count }
    #expect(count == 3)
  }

  // R-CTX-648
  @Test(arguments: StackKind.all)
  func versionAndUniquenessConflictsAreResolvedInOneSave(_ kind: StackKind) throws {
    try twoCities(on: kind, policy: .mergeByPropertyObjectTrump) { context, city, stack in
      let ada = try #require(try context.records("Person", "firstName == 'Ada'").first)
      ada.setValue("Mine", forKey: "lastName")
      try stack.elsewhere("Person", ["lastName": "Theirs"])
      try context.save()
      try stack.run { other in
        let ada = try #require(try other.records("Person", "firstName == 'Ada'").first)
        #expect(ada.string("lastName") == "Mine")
        #expect(try other.only("City").value(forKey: "population") as? Int == 2)
      }
    }
  }
}
