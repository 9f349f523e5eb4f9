// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Faults that cannot be fulfilled, and how long objects live.
@Suite struct ObjectFaultTests {
  /// The ID of a person whose row another context deleted.
  private func vanished(_ stack: Stack) throws -> NSManagedObjectID {
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Gone"])
      try context.save()
      let id = person.objectID
      context.delete(person)
      try context.save()
      return id
    }
  }

  // R-CTX-109, R-CTX-336, R-CTX-337
  @Test(arguments: StackKind.everyStore)
  func anInaccessibleFaultReadsAsNothingAndIsDeleted(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let id = try vanished(stack)
    try stack.run { context in
      let person = context.object(with: id)
      #expect(person.isFault)
      #expect(!person.isDeleted)
      #expect(person.string("firstName") == nil)
      #expect(person.value(forKey: "passport") == nil)
      #expect(person.objects("cars").isEmpty)
      #expect(person.isDeleted)
      #expect(context.deletedObjects == [person])
      try context.save()
      #expect(!context.hasChanges)
      #expect(context.registeredObject(for: id) == nil)
    }
  }

  // R-CTX-336
  @Test(arguments: StackKind.everyStore)
  func theContextIsAskedAboutAnInaccessibleFault(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let id = try vanished(stack)
    let context = AskingContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    try context.performAndWait {
      let person = context.object(with: id)
      _ = person.value(forKey: "firstName")
      #expect(context.asked == [id])
      try context.save()
    }
  }

  // R-CTX-338
  @Test func anInaccessibleFaultThatIsNotHandledIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try inMemory { context in
        let person = try context.traced()
        try context.save()
        let id = person.objectID
        context.delete(person)
        try context.save()
        context.shouldDeleteInaccessibleFaults = false
        _ = context.object(with: id).value(forKey: "firstName")
      }
    }
    #expect(result?.reports("NSObjectInaccessibleException") == true)
  }

  // R-CTX-110, R-CTX-339
  @Test(arguments: StackKind.everyStore)
  func existingObjectThrowsWhenThereIsNoRow(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let id = try vanished(stack)
    try stack.run { context in
      #expect {
        try context.existingObject(with: id)
      } throws: { ($0 as? CocoaError)?.code == .managedObjectReferentialIntegrity }
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-110, R-CTX-111
  @Test(arguments: StackKind.everyStore)
  func existingObjectReturnsRealisedObjects(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let id = try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      let temporary = person.objectID
      let found = try context.existingObject(with: temporary)
      #expect(found === person)
      try stack.run { other in
        #expect(throws: CocoaError.self) { try other.existingObject(with: temporary) }
      }
      try context.save()
      return person.objectID
    }
    try stack.run { context in
      #expect(context.registeredObject(for: id) == nil)
      let person = try context.existingObject(with: id)
      #expect(!person.isFault)
      #expect(context.registeredObject(for: id) === person)
    }
  }

  // R-CTX-340
  @Test(arguments: StackKind.all)
  func aReferenceThatNoActionLeftBehindIsInaccessible(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let fan = context.insert("Fan", ["name": "f"])
      fan.setValue(context.insert("Team", ["title": "t"]), forKey: "team")
      fan.setValue(context.insert("Badge"), forKey: "badge")
      try context.save()
    }
    try stack.run { context in
      context.delete(try context.only("Team"))
      try context.save()
    }
    try stack.run { context in
      let team = try context.only("Fan").value(forKey: "team") as? NSManagedObject
      #expect(team?.isFault == true)
      #expect(team?.string("title") == nil)
      #expect(team?.isDeleted == true)
    }
  }

  // R-CTX-102, R-CTX-103
  @Test(arguments: StackKind.everyStore)
  func anUnchangedObjectThatNobodyHoldsIsForgotten(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      weak var weakly: NSManagedObject?
      do {
        let person = context.insert("Person", ["firstName": "Ada"])
        weakly = person
      }
      #expect(weakly != nil)
      #expect(context.registeredObjects.count == 1)
      try context.save()
      #expect(weakly == nil)
      #expect(context.registeredObjects.isEmpty)
      #expect(try context.all("Person").count == 1)
      #expect(context.registeredObjects.isEmpty)
    }
  }

  // R-CTX-104
  @Test(arguments: StackKind.everyStore)
  func aChangedObjectIsKeptUntilTheSave(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      for name in ["a", "b"] { _ = context.insert("Person", ["firstName": name]) }
      try context.save()
    }
    try stack.run { context in
      do {
        let people = try context.all("Person", sortedBy: "firstName")
        people[0].setValue("x", forKey: "lastName")
        context.delete(people[1])
      }
      #expect(context.registeredObjects.count == 2)
      #expect(context.updatedObjects.first?.string("lastName") == "x")
      try context.save()
      #expect(context.registeredObjects.isEmpty)
    }
  }

  // R-CTX-106
  @Test(arguments: StackKind.everyStore)
  func aContextMayRetainEverything(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      context.retainsRegisteredObjects = true
      _ = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      #expect(context.registeredObjects.count == 1)
      context.retainsRegisteredObjects = false
      #expect(context.registeredObjects.isEmpty)
    }
  }

  // R-CTX-079, R-CTX-105
  @Test(arguments: StackKind.everyStore)
  func objectsLoseTheirContextWhenItDies(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    weak var lost: NSManagedObject?
    var kept: NSManagedObject?
    do {
      let context = stack.context()
      try context.performAndWait {
        let person = context.insert("Person", ["firstName": "Ada"])
        let car = context.insert("Car", ["numberPlate": "A"])
        car.setValue(person, forKey: "owner")
        try context.save()
        #expect(person.objects("cars") == [car])
        (lost, kept) = (car, context.insert("Note", ["text": "n"]))
      }
    }
    #expect(kept?.managedObjectContext == nil)
    #expect(kept?.value(forKey: "text") == nil)
    #expect(lost == nil)
  }

  // R-CTX-907
  @Test(arguments: StackKind.everyStore)
  func objectsMayBeReleasedOnAnyThread(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      for index in 0..<200 { _ = context.insert("Person", ["firstName": "\(index)"]) }
      try context.save()
    }
    for _ in 0..<20 {
      let people = try context.performAndWait {
        let people = try context.all("Person")
        for person in people { _ = person.value(forKey: "firstName") }
        return people.map(Held.init)
      }
      let task = Task.detached { people.count }
      let again = try context.performAndWait { try context.all("Person").count }
      let count = await task.value
      #expect(count == 200)
      #expect(again == 200)
    }
  }
}

/// A context that notes which faults it is asked about.
private final class AskingContext: NSManagedObjectContext, @unchecked Sendable {
  // Sendable: the list is used within the context's blocks only.
  var asked: [NSManagedObjectID] = []

  override func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for oid: NSManagedObjectID,
    triggeredByProperty property: NSPropertyDescription?
  ) -> Bool {
    asked.append(oid)
    return super.shouldHandleInaccessibleFault(fault, for: oid, triggeredByProperty: property)
  }
}
