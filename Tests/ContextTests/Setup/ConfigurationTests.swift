// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A context's defaults and what may be configured.
@Suite struct ConfigurationTests {
  // R-CTX-065, R-CTX-076
  @Test func aNewContextHasTheKnownDefaults() {
    let context = NSManagedObjectContext(.privateQueue)
    #expect(context.persistentStoreCoordinator == nil)
    #expect(context.name == nil)
    #expect(context.transactionAuthor == nil)
    #expect(!context.hasChanges)
    #expect(context.shouldDeleteInaccessibleFaults)
    #expect(context.propagatesDeletesAtEndOfEvent)
    #expect(!context.retainsRegisteredObjects)
    #expect(context.stalenessInterval < 0)
    #expect(context.userInfo.count == 0)
    #expect(context.registeredObjects.isEmpty)
    context.userInfo["a"] = 1
    #expect(context.userInfo["a"] as? Int == 1)
    #expect(NSManagedObjectContext(.mainQueue).concurrencyType == .mainQueueConcurrencyType)
  }

  // R-CTX-077
  @Test func theNameIsInTheDescription() {
    let context = NSManagedObjectContext(.privateQueue)
    context.name = "import"
    #expect(context.description.contains("import"))
  }

  // R-CTX-070
  @Test func theSameCoordinatorMayBeSetAgain() throws {
    let stack = try Stack(.singles[0])
    let context = stack.context()
    context.persistentStoreCoordinator = stack.coordinator
    #expect(context.persistentStoreCoordinator === stack.coordinator)
  }

  // R-CTX-069
  @Test func takingTheCoordinatorAwayIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try inMemory { $0.persistentStoreCoordinator = nil }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  // R-CTX-070
  @Test func replacingTheCoordinatorIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let other = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
      try inMemory { context in
        _ = try context.traced()
        context.persistentStoreCoordinator = other
      }
    }
    #expect(result?.reports("NS") == true)
  }

  // R-CTX-162
  @Test func insertingAnUnknownEntityIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try inMemory { _ = $0.insert("Nothing") }
    }
    #expect(result?.reports("NSI") == true)
  }

  // R-CTX-159
  @Test func insertingAnAbstractEntityIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let model = GarageModel.make()
      model.entitiesByName["Car"]?.isAbstract = true
      try Stack(.singles[0], model: model).run { _ = $0.insert("Car") }
    }
    #expect(result?.reports("NSI") == true)
  }

  // R-CTX-157
  @Test func insertingAnObjectOfAnotherContextIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(.singles[0])
      let person = try stack.run { Held($0.insert("Person")) }
      try stack.run { $0.insert(person.object) }
    }
    #expect(result?.reports("NS") == true)
  }

  // R-CTX-476, R-PSC-002
  @Test func fetchingAnUnknownEntityThrowsWhatApplesExceptionSays() throws {
    try Stack(.singles[0]).run { context in
      let error = failure { _ = try context.all("Nothing") }
      #expect(error?.code == .coreData)
      #expect(error?.userInfo["NSExceptionName"] as? String == "NSInvalidArgumentException")
      #expect((error?.userInfo["reason"] as? String)?.contains("Nothing") == true)
    }
  }

  // R-CTX-153
  @Test(arguments: StackKind.all)
  func insertionsAndFetchesMakeTheClassOfTheModel(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      #expect(context.insert("Person", ["firstName": "A"]) is TracedPerson)
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      #expect(person is TracedPerson)
      #expect(context.object(with: person.objectID) is TracedPerson)
    }
  }

  // R-CTX-153
  @Test(arguments: StackKind.all)
  func aDirectlyMadeBaseObjectWorksThroughKeys(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      let entity = try #require(NSEntityDescription.entity(forEntityName: "Person", in: context))
      let person = NSManagedObject(entity: entity, insertInto: context)
      person.setValue("Ada", forKey: "firstName")
      #expect(person.isInserted)
      #expect(context.insertedObjects == [person])
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      #expect(person is TracedPerson)
      #expect(person.string("firstName") == "Ada")
    }
  }

  // R-CTX-044, R-CTX-080
  @Test func lockingIsRecursive() {
    let context = NSManagedObjectContext(.privateQueue)
    context.lock()
    #expect(context.tryLock())
    context.unlock()
    context.unlock()
  }
}
