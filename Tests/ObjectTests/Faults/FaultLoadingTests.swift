// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What faults ask their stores for, and when.
struct FaultLoadingTests {
  // R-CTX-276, R-CTX-277
  @Test(arguments: StackKind.all)
  func firingLoadsAttributesAndToOneIDs(_ kind: StackKind) throws {
    try run(kind) { context, stack in
      let car = context.object(with: try id("Car", stack))
      let passport = context.object(with: try id("Passport", stack))
      let before = stack.coordinator.lookupCount
      #expect(car.isFault)
      #expect(car.string("numberPlate") != nil)
      #expect(!car.isFault)
      #expect(stack.coordinator.lookupCount == before + 1)
      let owner = try #require(car.value(forKey: "owner") as? NSManagedObject)
      #expect(owner.isFault)
      #expect(context.registeredObject(for: owner.objectID) === owner)
      #expect(passport.value(forKey: "holder") as? NSManagedObject === owner)
      #expect(stack.coordinator.lookupCount == before + 2)
      #expect(owner.hasFault(forRelationshipNamed: "cars"))
    }
  }

  // R-CTX-278, R-CTX-280
  @Test(arguments: StackKind.all)
  func countingAToManyLoadsItButNotItsMembers(_ kind: StackKind) throws {
    try run(kind) { context, stack in
      let person = try #require(try context.all("Person", sortedBy: "firstName").first)
      _ = person.string("firstName")
      let before = stack.coordinator.lookupCount
      let cars = person.mutableSetValue(forKey: "cars")
      #expect(cars.count == 3)
      #expect(stack.coordinator.lookupCount == before + 1)
      #expect(!person.hasFault(forRelationshipNamed: "cars"))
      #expect(person.objects("cars").allSatisfy { $0.isFault })
      #expect(stack.coordinator.lookupCount == before + 1)
    }
  }

  // R-CTX-286
  @Test(arguments: StackKind.all)
  func firingOneFaultFiresNoOther(_ kind: StackKind) throws {
    try run(kind) { _, stack in
      let lookUps = try stack.runUndisturbed { context in
        let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Car")
        ids.resultType = .managedObjectIDResultType
        let cars = try context.fetch(ids).map(context.object)
        _ = cars[0].string("numberPlate")
        #expect(cars.map { $0.isFault } == [false, true, true])
        let before = stack.coordinator.lookupCount
        let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
        request.predicate = NSPredicate(format: "self IN %@", cars)
        request.returnsObjectsAsFaults = false
        #expect(Set(try context.fetch(request)) == Set(cars))
        #expect(cars.allSatisfy { !$0.isFault })
        #expect(cars.compactMap { $0.string("numberPlate") }.count == 3)
        return stack.coordinator.lookupCount - before
      }
      #expect(lookUps == 0)
    }
  }

  // R-CTX-318
  @Test(arguments: StackKind.all)
  func refreshingAFaultChangesNothing(_ kind: StackKind) throws {
    try run(kind) { context, stack in
      let fault = context.object(with: try id("Person", stack))
      for mergeChanges in [true, false] {
        context.refresh(fault, mergeChanges: mergeChanges)
        #expect(fault.isFault)
        #expect(!context.hasChanges)
      }
      try stack.run { other in
        try other.existingObject(with: fault.objectID).setValue("new", forKey: "lastName")
        try other.save()
      }
      #expect(fault.string("lastName") == "new")
    }
  }

  // R-CTX-326, R-CTX-335, R-CTX-341, R-CTX-420
  @Test(arguments: StackKind.all)
  func anObjectWhoseRowVanishedFiresAsInaccessible(_ kind: StackKind) throws {
    try run(kind) { context, stack in
      let passport = context.object(with: try id("Passport", stack))
      #expect(passport.string("number") == "1")
      try stack.run { other in
        other.delete(try other.only("Passport"))
        try other.save()
      }
      // A realised copy is not concerned until it is refreshed.
      #expect(passport.string("number") == "1")
      #expect(!passport.isDeleted)
      context.refresh(passport, mergeChanges: false)
      #expect(passport.isFault)
      #expect(!passport.isDeleted)
      context.processPendingChanges()
      let log = NotificationLog(context)
      #expect(passport.string("number") == nil)
      #expect(passport.isDeleted)
      context.processPendingChanges()
      let notes = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(notes.last?.objects(NSDeletedObjectsKey) == [passport])
      try context.save()
    }
  }

  // R-CTX-073, R-CTX-036
  @Test(arguments: StackKind.all)
  func contextsOfACoordinatorHaveInstancesOfTheirOwn(_ kind: StackKind) throws {
    try run(kind) { context, stack in
      let mine: [NSManagedObject] = try context.fetch(NSFetchRequest(entityName: "Person"))
      try stack.run { other in
        let theirs: [NSManagedObject] = try other.fetch(NSFetchRequest(entityName: "Person"))
        #expect(theirs.map(\.objectID) == mine.map(\.objectID))
        #expect(Set(theirs).isDisjoint(with: mine))
        let count = try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person"))
        #expect(count == theirs.count)
      }
    }
  }

  // R-CTX-009: any specialisation is taken where Apple's parameter is the erased one
  @Test func batchDeletionsTakeRequestsOfEveryType() {
    let requests = [
      NSBatchDeleteRequest(fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Note")),
      NSBatchDeleteRequest(fetchRequest: NSFetchRequest<NSNumber>(entityName: "Note")),
      NSBatchDeleteRequest(
        fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Note")),
    ]
    #expect(requests.allSatisfy { $0.fetchRequest.entityName == "Note" })
  }

  // R-PSC-682: a store's rows are all changed, or none
  @Test(arguments: StackKind.all)
  func aFailingBatchLeavesNoTrace(_ kind: StackKind) throws {
    try run(kind) { context, stack in
      let request = NSBatchUpdateRequest(entityName: "Person")
      request.propertiesToUpdate = [
        "age": NSExpression(format: "TERNARY(firstName = 'Bob', 70000, 1)")
      ]
      #expect(throws: CocoaError.self) { try context.execute(request) }
      try stack.run { other in
        #expect(try other.all("Person", "age = 1").isEmpty)
        _ = other.insert("Person", ["firstName": "Cy"])
        try other.save()
      }
    }
  }

  private func id(_ entity: String, _ stack: Stack) throws -> NSManagedObjectID {
    try stack.run { context in
      let objects = try context.all(entity)
      return try #require(objects.first).objectID
    }
  }

  /// Two persons; the first has three cars and a passport.
  private func run(
    _ kind: StackKind, _ body: (NSManagedObjectContext, Stack) throws -> Void
  ) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      _ = context.insert("Person", ["firstName": "Bob"])
      for plate in 0..<3 {
        context.insert("Car", ["numberPlate": "\(plate)"]).setValue(person, forKey: "owner")
      }
      context.insert("Passport", ["number": "1"]).setValue(person, forKey: "holder")
      try context.save()
    }
    try stack.run { try body($0, stack) }
  }
}
