// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Both ends of a relationship agree at every moment.
@Suite struct InverseTests {
  // R-CTX-376
  @Test(arguments: StackKind.everyStore)
  func oneToOneSteals(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let (ada, bob) = (
        context.insert("Person", ["firstName": "Ada"]),
        context.insert("Person", ["firstName": "Bob"])
      )
      let (first, second) = (context.insert("Passport"), context.insert("Passport"))
      ada.setValue(first, forKey: "passport")
      bob.setValue(second, forKey: "passport")
      ada.setValue(second, forKey: "passport")
      #expect(second.value(forKey: "holder") as? NSManagedObject === ada)
      #expect(first.value(forKey: "holder") == nil)
      #expect(bob.value(forKey: "passport") == nil)
      try context.save()
    }
    try stack.run { context in
      let bob = try #require(try context.all("Person", "firstName == 'Bob'").first)
      #expect(bob.value(forKey: "passport") == nil)
      #expect(try context.all("Passport", "holder == nil").count == 1)
    }
  }

  // R-CTX-375, R-CTX-376
  @Test(arguments: StackKind.everyStore)
  func reassigningMovesBetweenTheOwnersSets(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let bob = context.insert("Person", ["firstName": "Bob"])
      let car = context.insert("Car", ["numberPlate": "A1"])
      car.setValue(ada, forKey: "owner")
      #expect(ada.objects("cars") == [car])
      try context.save()
      car.setValue(bob, forKey: "owner")
      #expect(ada.objects("cars").isEmpty)
      #expect(bob.objects("cars") == [car])
      #expect(ada.isUpdated)
      #expect(bob.isUpdated)
      #expect(car.isUpdated)
      bob.mutableSetValue(forKey: "cars").remove(car)
      #expect(car.value(forKey: "owner") == nil)
      ada.setValue([car] as Set, forKey: "cars")
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
      ada.setValue(nil, forKey: "cars")
      #expect(car.value(forKey: "owner") == nil)
      #expect(ada.objects("cars").isEmpty)
      bob.setValue(NSSet(array: [car]), forKey: "cars")
      try context.save()
    }
    try stack.run { context in
      let owner = try context.only("Car").value(forKey: "owner") as? NSManagedObject
      #expect(owner?.string("firstName") == "Bob")
    }
  }

  // R-CTX-376, R-CTX-377
  @Test(arguments: StackKind.everyStore)
  func manyToManyAddsAndRemovesOnBothEnds(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let people = ["Ada", "Bob"].map { context.insert("Person", ["firstName": $0]) }
      let clubs = ["c", "d"].map { context.insert("Club", ["title": $0]) }
      people[0].setValue(Set(clubs), forKey: "clubs")
      clubs[0].mutableSetValue(forKey: "members").add(people[1])
      try context.save()
      clubs[0].mutableSetValue(forKey: "members").remove(people[0])
      #expect(people[0].objects("clubs") == [clubs[1]])
      #expect(people[0].isUpdated)
      #expect(clubs[0].isUpdated)
      #expect(!clubs[1].isUpdated)
      try context.save()
    }
    try stack.run { context in
      let clubs = try context.all("Club", sortedBy: "title")
      let names = clubs.map { Set($0.objects("members").compactMap { $0.string("firstName") }) }
      #expect(names == [["Bob"], ["Ada"]])
    }
  }

  // R-CTX-378
  @Test(arguments: StackKind.everyStore)
  func addingToAnUnfiredSetKeepsWhatTheStoreHas(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      for plate in ["A", "B"] {
        context.insert("Car", ["numberPlate": plate]).setValue(ada, forKey: "owner")
      }
      try context.save()
    }
    try stack.run { context in
      let ada = try context.only("Person")
      let added = context.insert("Car", ["numberPlate": "C"])
      added.setValue(ada, forKey: "owner")
      try #require(try context.all("Car", "numberPlate == 'A'").first)
        .setValue(nil, forKey: "owner")
      #expect(ada.hasFault(forRelationshipNamed: "cars"))
      #expect(Set(ada.objects("cars").compactMap { $0.string("numberPlate") }) == ["B", "C"])
      try context.save()
    }
    try stack.run { context in
      let cars = try context.only("Person").objects("cars")
      #expect(Set(cars.compactMap { $0.string("numberPlate") }) == ["B", "C"])
    }
  }

  // R-CTX-386
  @Test(arguments: StackKind.everyStore)
  func reflexiveRelationshipsFollowTheSameRules(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let nodes = ["a", "b", "c"].map { context.insert("Node", ["label": $0]) }
      nodes[0].setValue(nodes[1], forKey: "twin")
      #expect(nodes[1].value(forKey: "twin") as? NSManagedObject === nodes[0])
      nodes[2].setValue(nodes[0], forKey: "twin")
      #expect(nodes[0].value(forKey: "twin") as? NSManagedObject === nodes[2])
      #expect(nodes[1].value(forKey: "twin") == nil)
      nodes[0].mutableSetValue(forKey: "peers").add(nodes[1])
      nodes[2].mutableSetValue(forKey: "peers").add(nodes[2])
      #expect(nodes[1].objects("peers") == [nodes[0]])
      #expect(nodes[2].objects("peers") == [nodes[2]])
      nodes[1].setValue(nodes[1], forKey: "next")
      #expect(nodes[1].value(forKey: "previous") as? NSManagedObject === nodes[1])
      try context.save()
    }
    try stack.run { context in
      let nodes = try context.all("Node", sortedBy: "label")
      #expect(nodes[0].value(forKey: "twin") as? NSManagedObject === nodes[2])
      #expect(nodes[1].objects("peers") == [nodes[0]])
      #expect(nodes[0].objects("peers") == [nodes[1]])
      #expect(nodes[2].objects("peers") == [nodes[2]])
      #expect(nodes[1].value(forKey: "next") as? NSManagedObject === nodes[1])
    }
  }

  // R-CTX-379
  @Test(arguments: StackKind.everyStore)
  func aRelationshipWithoutInverseChangesOnlyItsOwner(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let nodes = ["a", "b"].map { context.insert("Node", ["label": $0]) }
      try context.save()
      nodes[0].mutableSetValue(forKey: "watches").add(nodes[1])
      #expect(nodes[0].isUpdated)
      #expect(!nodes[1].isUpdated)
      try context.save()
    }
    try stack.run { context in
      let nodes = try context.all("Node", sortedBy: "label")
      #expect(nodes[0].objects("watches") == [nodes[1]])
      #expect(nodes[1].objects("watches").isEmpty)
    }
  }

  // R-CTX-384
  @Test(arguments: StackKind.everyStore)
  func settingAnIdenticalSetChangesNothing(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let club = context.insert("Club", ["title": "c"])
      ada.setValue([club] as Set, forKey: "clubs")
      try context.save()
      ada.setValue([club] as Set, forKey: "clubs")
      #expect(ada.isUpdated)
      #expect(!ada.hasPersistentChangedValues)
      #expect(club.objects("members") == [ada])
    }
  }

  // R-CTX-152
  @Test func inverseMaintenanceWorksWithoutAContext() throws {
    let entities = GarageModel.make()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: entities)
    let person = NSManagedObject(
      entity: try #require(entities.entitiesByName["Person"]), insertInto: nil)
    let car = NSManagedObject(
      entity: try #require(entities.entitiesByName["Car"]), insertInto: nil)
    car.setValue(person, forKey: "owner")
    #expect(person.objects("cars") == [car])
    withExtendedLifetime(coordinator) {}
  }

  // R-CTX-380
  @Test func relatingObjectsOfDifferentContextsIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(.singles[0])
      let car = try stack.run { Held($0.insert("Car", ["numberPlate": "A"])) }
      try stack.run { $0.insert("Person").setValue([car.object] as Set, forKey: "cars") }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  // R-CTX-380
  @Test func relatingToAnObjectOfTheWrongEntityIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try inMemory { $0.insert("Car").setValue($0.insert("Club"), forKey: "owner") }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }
}
