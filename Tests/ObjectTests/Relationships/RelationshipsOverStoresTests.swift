// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Inverses that follow each change, on every store.
@Suite struct RelationshipsOverStoresTests {
  private func garage(_ kind: StackKind, _ body: (NSManagedObjectContext) throws -> Void) throws {
    try Stack(kind).run(body)
  }

  // S-28: R-CTX-375, 376, 377
  @Test(arguments: StackKind.everyStore)
  func oneToOneStealsOnBothEnds(_ kind: StackKind) throws {
    try garage(kind) { context in
      let (ada, bob) = (context.insert("Person", ["firstName": "a"]), context.insert("Person"))
      bob.setValue("b", forKey: "firstName")
      let (first, second) = (context.insert("Passport"), context.insert("Passport"))
      ada.setValue(first, forKey: "passport")
      second.setValue(bob, forKey: "holder")
      try context.save()
      #expect(first.value(forKey: "holder") as? NSManagedObject === ada)
      ada.setValue(second, forKey: "passport")
      #expect(second.value(forKey: "holder") as? NSManagedObject === ada)
      #expect(first.value(forKey: "holder") == nil)
      #expect(bob.value(forKey: "passport") == nil)
      #expect(context.updatedObjects == [ada, bob, first, second])
      try context.save()
    }
  }

  // S-28: R-CTX-376
  @Test(arguments: StackKind.everyStore)
  func oneToManyMovesFromSetToSet(_ kind: StackKind) throws {
    try garage(kind) { context in
      let people = ["a", "b"].map { context.insert("Person", ["firstName": $0]) }
      let car = context.insert("Car", ["numberPlate": "A1"])
      car.setValue(people[0], forKey: "owner")
      try context.save()
      #expect(people[0].objects("cars") == [car])
      people[1].mutableSetValue(forKey: "cars").add(car)
      #expect(car.value(forKey: "owner") as? NSManagedObject === people[1])
      #expect(people[0].objects("cars").isEmpty)
      people[1].setValue(Set<NSManagedObject>(), forKey: "cars")
      #expect(car.value(forKey: "owner") == nil)
      people[0].setValue([car] as Set, forKey: "cars")
      #expect(car.value(forKey: "owner") as? NSManagedObject === people[0])
      people[0].setValue(nil, forKey: "cars")
      #expect(car.value(forKey: "owner") == nil)
      #expect(people[0].objects("cars").isEmpty)
      try context.save()
    }
  }

  // S-28: R-CTX-376, 219
  @Test(arguments: StackKind.everyStore)
  func manyToManyFollowsTheLiveSet(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let people = ["a", "b", "c"].map { context.insert("Person", ["firstName": $0]) }
      let club = context.insert("Club")
      let members = club.mutableSetValue(forKey: "members")
      members.addObjects(from: people)
      #expect(people.allSatisfy { $0.objects("clubs") == [club] })
      try context.save()
      members.remove(people[0])
      #expect(people[0].objects("clubs").isEmpty)
      #expect(members.count == 2)
      members.minus([people[1]])
      members.union([people[0]])
      #expect(club.objects("members") == [people[0], people[2]])
      people[2].mutableSetValue(forKey: "clubs").removeAllObjects()
      #expect(members.allObjects as? [NSManagedObject] == [people[0]])
      members.setSet([people[1], people[2]])
      members.intersect([people[2]])
      #expect(members.count == 1)
      #expect(people[2].objects("clubs") == [club])
      try context.save()
    }
    try stack.run { context in
      let names = try context.only("Club").objects("members").compactMap { $0.string("firstName") }
      #expect(names == ["c"])
    }
  }

  // S-28: R-CTX-383
  @Test(arguments: StackKind.everyStore)
  func anOrderedRelationshipKeepsItsOrder(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let people = ["a", "b", "c", "d"].map { context.insert("Person", ["firstName": $0]) }
      let club = context.insert("Club")
      let waiting = club.mutableOrderedSetValue(forKey: "waiting")
      waiting.add(people[1])
      waiting.insert(people[0], at: 0)
      people[3].setValue(club, forKey: "waitsFor")
      people[2].setValue(club, forKey: "waitsFor")
      #expect(waiting.array as? [NSManagedObject] == [people[0], people[1], people[3], people[2]])
      try context.save()
      waiting.moveObjects(at: [0], to: 3)
      #expect(club.isUpdated)
      #expect(club.hasPersistentChangedValues)
      waiting.add(people[1])
      #expect(waiting.count == 4)
      try context.save()
    }
    try stack.run { context in
      let waiting = try context.only("Club").mutableOrderedSetValue(forKey: "waiting")
      let names = (waiting.array as? [NSManagedObject] ?? []).compactMap { $0.string("firstName") }
      #expect(names == ["b", "d", "c", "a"])
    }
  }

  // S-28: R-CTX-386
  @Test(arguments: StackKind.everyStore)
  func reflexiveRelationshipsRelateEvenAnObjectToItself(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let nodes = ["a", "b", "c"].map { context.insert("Node", ["label": $0]) }
      nodes[0].setValue(nodes[1], forKey: "twin")
      #expect(nodes[1].value(forKey: "twin") as? NSManagedObject === nodes[0])
      nodes[2].setValue(nodes[1], forKey: "twin")
      #expect(nodes[0].value(forKey: "twin") == nil)
      #expect(nodes[1].value(forKey: "twin") as? NSManagedObject === nodes[2])
      nodes[0].setValue(nodes[0], forKey: "twin")
      #expect(nodes[0].value(forKey: "twin") as? NSManagedObject === nodes[0])
      nodes[0].mutableSetValue(forKey: "peers").addObjects(from: [nodes[0], nodes[1]])
      #expect(nodes[1].objects("peers") == [nodes[0]])
      #expect(nodes[0].objects("peers").count == 2)
      nodes[0].setValue(nodes[0], forKey: "next")
      #expect(nodes[0].value(forKey: "previous") as? NSManagedObject === nodes[0])
      try context.save()
    }
    try stack.run { context in
      let node = try #require(try context.all("Node", "label == 'a'").first)
      #expect(node.value(forKey: "twin") as? NSManagedObject === node)
      #expect(node.objects("peers").count == 2)
      #expect(node.objects("peers").contains(node))
      #expect(node.value(forKey: "next") as? NSManagedObject === node)
      node.setValue(nil, forKey: "twin")
      node.mutableSetValue(forKey: "peers").remove(node)
      #expect(node.objects("peers").count == 1)
      #expect(node.value(forKey: "twin") == nil)
      try context.save()
    }
  }

  // S-29: R-CTX-380
  @Test func relatingAcrossContextsStopsTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack.road(.singles[0])
      let (first, second) = (stack.context(), stack.context())
      first.performAndWait {
        let owner = second.performAndWait { second.person("Ada") }
        first.car("A1").setValue(owner, forKey: "owner")
      }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }
}
