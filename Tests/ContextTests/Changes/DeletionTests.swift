// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a deletion does to related objects, and when.
@Suite struct DeletionTests {
  private func stack(_ kind: StackKind) throws -> Stack {
    try Stack(kind, model: RuleModel.make())
  }

  private func code(_ body: () throws -> Void) -> CocoaError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? CocoaError)?.code }
  }

  // R-CTX-409
  @Test(arguments: StackKind.everyStore)
  func propagationWaitsForProcessing(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      let car = context.insert("Car", ["numberPlate": "A1"])
      car.setValue(person, forKey: "owner")
      try context.save()
      context.delete(person)
      #expect(car.value(forKey: "owner") as? NSManagedObject === person)
      #expect(!car.isDeleted)
      context.processPendingChanges()
      #expect(car.isDeleted)
      #expect(context.deletedObjects == [person, car])
    }
  }

  // R-CTX-409
  @Test(arguments: StackKind.everyStore)
  func propagationMayWaitForTheSave(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      context.propagatesDeletesAtEndOfEvent = false
      let person = context.insert("Person", ["firstName": "Ada"])
      let car = context.insert("Car", ["numberPlate": "A1"])
      car.setValue(person, forKey: "owner")
      try context.save()
      context.delete(person)
      context.processPendingChanges()
      #expect(!car.isDeleted)
      #expect(context.deletedObjects == [person])
      try context.save()
      #expect(car.managedObjectContext == nil)
    }
    try stack.run { context in
      let holds = try context.all("Car").isEmpty
      #expect(holds)
    }
  }

  // R-CTX-411
  @Test(arguments: StackKind.everyStore)
  func nullifyClearsEveryInverse(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let people = ["Ada", "Bob"].map { context.insert("Person", ["firstName": $0]) }
      let club = context.insert("Club", ["title": "c"])
      club.setValue(Set(people), forKey: "members")
      club.setValue(NSOrderedSet(array: people), forKey: "waiting")
      people[0].setValue([people[1]] as Set, forKey: "friends")
      try context.save()
    }
    try stack.run { context in
      let ada = try #require(try context.all("Person", "firstName == 'Ada'").first)
      context.delete(ada)
      try context.save()
    }
    try stack.run { context in
      let (club, bob) = (try context.only("Club"), try context.only("Person"))
      #expect(club.objects("members") == [bob])
      #expect(bob.objects("friendOf").isEmpty)
      #expect((club.value(forKey: "waiting") as? NSOrderedSet)?.count == 1)
    }
  }

  // R-CTX-410, R-CTX-412
  @Test(arguments: StackKind.everyStore)
  func aCascadeAroundARingEnds(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let nodes = ["a", "b", "c", "d"].map { context.insert("Node", ["label": $0]) }
      for index in 0..<3 { nodes[index].setValue(nodes[(index + 1) % 3], forKey: "next") }
      nodes[3].setValue(nodes[3], forKey: "next")
      try context.save()
    }
    try stack.run { context in
      let nodes = try context.all("Node", sortedBy: "label")
      context.delete(nodes[1])
      context.delete(nodes[3])
      try context.save()
      #expect(nodes.allSatisfy { $0.managedObjectContext == nil })
    }
    try stack.run { context in
      let holds = try context.all("Node").isEmpty
      #expect(holds)
    }
  }

  // R-CTX-413
  @Test(arguments: StackKind.everyStore)
  func denyFailsTheSaveAndKeepsTheDeletionPending(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let team = context.insert("Team", ["title": "t"])
      let guardian = context.insert("Guard", ["name": "g"])
      guardian.setValue(team, forKey: "team")
      try context.save()
      context.delete(team)
      #expect {
        try context.save()
      } throws: { error in
        let cocoa = error as? CocoaError
        return cocoa?.code == .validationRelationshipDeniedDelete
          && cocoa?.userInfo[NSValidationKeyErrorKey] as? String == "guards"
          && cocoa?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === team
      }
      #expect(team.isDeleted)
      #expect(context.deletedObjects == [team])
      context.delete(guardian)
      try context.save()
    }
    try stack.run { context in
      let holds = try context.all("Team").isEmpty
      #expect(holds)
    }
  }

  // R-CTX-413
  @Test(arguments: StackKind.everyStore)
  func denyLooksIntoTheStoreForDestinations(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      context.insert("Guard", ["name": "g"]).setValue(context.insert("Team"), forKey: "team")
      try context.save()
    }
    try stack.run { context in
      context.delete(try context.only("Team"))
      #expect(code { try context.save() } == .validationRelationshipDeniedDelete)
      try context.only("Guard").setValue(nil, forKey: "team")
      try context.save()
    }
  }

  // R-CTX-414
  @Test(arguments: StackKind.everyStore)
  func noActionLeavesTheReference(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let fan = context.insert("Fan", ["name": "f"])
      fan.setValue(context.insert("Team"), forKey: "team")
      fan.setValue(context.insert("Badge"), forKey: "badge")
      try context.save()
    }
    try stack.run { context in
      let (fan, team) = (try context.only("Fan"), try context.only("Team"))
      _ = fan.string("name")
      context.delete(team)
      try context.save()
      #expect(fan.value(forKey: "team") as? NSManagedObject != nil)
      #expect(!fan.hasChanges)
    }
  }

  // R-CTX-411
  @Test(arguments: StackKind.everyStore)
  func nullifyingAMandatoryInverseFailsValidation(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let fan = context.insert("Fan", ["name": "f"])
      let badge = context.insert("Badge", ["code": "b"])
      fan.setValue(badge, forKey: "badge")
      try context.save()
      context.delete(badge)
      #expect {
        try context.save()
      } throws: { error in
        let cocoa = error as? CocoaError
        return cocoa?.code == .validationMissingMandatoryProperty
          && cocoa?.userInfo[NSValidationKeyErrorKey] as? String == "badge"
          && cocoa?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === fan
      }
      context.rollback()
      #expect(fan.value(forKey: "badge") as? NSManagedObject === badge)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-417, 418
  @Test(arguments: StackKind.everyStore)
  func aDeletedObjectIsNotFetched(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      context.delete(person)
      let people = try context.all("Person")
      let count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person"))
      #expect(people.isEmpty)
      #expect(count == 0)
      #expect(context.object(with: person.objectID) === person)
      let existing = try context.existingObject(with: person.objectID)
      #expect(existing === person)
    }
  }

  // R-CTX-407
  @Test(arguments: StackKind.everyStore)
  func aFaultCanBeDeleted(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      context.insert("Car", ["numberPlate": "A"]).setValue(person, forKey: "owner")
      try context.save()
    }
    try stack.run { context in
      context.delete(try context.only("Person"))
      try context.save()
    }
    try stack.run { context in
      let holds = try context.all("Person").isEmpty && context.all("Car").isEmpty
      #expect(holds)
    }
  }

  // R-CTX-406
  @Test func deletingAnObjectOfAnotherContextIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(.singles[0])
      let other = stack.context()
      let person = other.performAndWait { Held(other.insert("Person")) }
      try stack.run { $0.delete(person.object) }
      withExtendedLifetime(other) {}
    }
    #expect(result?.reports("NS") == true)
  }

  // R-CTX-406
  @Test(arguments: StackKind.all)
  func deletingWhatAResetHasReleasedDoesNothing(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      context.reset()
      context.delete(person)
      #expect(!context.hasChanges)
      try context.save()
      #expect(try context.all("Person").count == 1)
    }
  }
}
