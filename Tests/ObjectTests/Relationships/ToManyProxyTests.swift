// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The live sets through which to-many relationships are changed.
@Suite struct ToManyProxyTests {
  // R-CTX-219
  @Test(arguments: StackKind.all)
  func everyMutationOfTheSetReachesTheRelationship(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let club = context.insert("Club", ["title": "c"])
      let people = ["a", "b", "c", "d"].map { context.insert("Person", ["firstName": $0]) }
      try context.save()
      let members = club.mutableSetValue(forKey: "members")
      members.add(people[0])
      #expect(club.isUpdated)
      #expect(people[0].isUpdated)
      #expect(people[0].objects("clubs") == [club])
      members.union([people[1], people[2]])
      #expect(members.count == 3)
      #expect(club.objects("members").count == 3)
      members.minus([people[0]])
      members.intersect([people[1], people[3]])
      #expect(club.objects("members") == [people[1]])
      #expect(people[2].objects("clubs").isEmpty)
      members.setSet([people[2], people[3]])
      #expect(club.objects("members") == Set(people[2...]))
      #expect(members.contains(people[3]))
      people[0].mutableSetValue(forKey: "clubs").add(club)
      #expect(members.count == 3)
      #expect(members.contains(people[0]))
      members.remove(people[0])
      try context.save()
      members.removeAllObjects()
      #expect(club.objects("members").isEmpty)
      #expect(people[3].objects("clubs").isEmpty)
      context.rollback()
      #expect(club.objects("members") == Set(people[2...]))
    }
    try stack.run { context in
      let names = try context.only("Club").objects("members").compactMap { $0.string("firstName") }
      #expect(Set(names) == ["c", "d"])
    }
  }

  // R-CTX-219, R-CTX-383
  @Test(arguments: StackKind.all)
  func everyMutationOfTheOrderedSetReachesTheRelationship(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let club = context.insert("Club", ["title": "c"])
      let people = ["a", "b", "c", "d"].map { context.insert("Person", ["firstName": $0]) }
      let waiting = club.mutableOrderedSetValue(forKey: "waiting")
      waiting.add(people[0])
      waiting.add(people[0])
      waiting.insert(people[1], at: 0)
      waiting.addObjects(from: [people[2], people[3]])
      #expect(order(club) == ["b", "a", "c", "d"])
      #expect(people[3].value(forKey: "waitsFor") as? NSManagedObject === club)
      waiting.moveObjects(at: IndexSet(integer: 3), to: 0)
      #expect(order(club) == ["d", "b", "a", "c"])
      waiting.removeObject(at: 1)
      #expect(people[1].value(forKey: "waitsFor") == nil)
      waiting.exchangeObject(at: 0, withObjectAt: 2)
      #expect(order(club) == ["c", "a", "d"])
      waiting.replaceObject(at: 1, with: people[1])
      #expect(order(club) == ["c", "b", "d"])
      #expect(people[0].value(forKey: "waitsFor") == nil)
      try context.save()
    }
    let stored = try stack.run { order(try $0.only("Club")) }
    #expect(stored == ["c", "b", "d"])
  }

  // R-CTX-383
  @Test(arguments: StackKind.all)
  func theOtherSideAppends(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let club = context.insert("Club", ["title": "c"])
      for name in ["b", "a", "c"] {
        context.insert("Person", ["firstName": name]).setValue(club, forKey: "waitsFor")
      }
      #expect(order(club) == ["b", "a", "c"])
      try context.save()
    }
    try stack.run { context in
      let club = try context.only("Club")
      let late = context.insert("Person", ["firstName": "0"])
      late.setValue(club, forKey: "waitsFor")
      #expect(order(club) == ["b", "a", "c", "0"])
      try context.save()
    }
    let stored = try stack.run { order(try $0.only("Club")) }
    #expect(stored == ["b", "a", "c", "0"])
  }

  // R-CTX-383
  @Test(arguments: StackKind.all)
  func reorderingAloneDirtiesAndSavesTheOwner(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let club = context.insert("Club", ["title": "c"])
      let people = ["a", "b", "c"].map { context.insert("Person", ["firstName": $0]) }
      club.setValue(NSOrderedSet(array: people), forKey: "waiting")
      try context.save()
      club.mutableOrderedSetValue(forKey: "waiting").moveObjects(at: [0], to: 2)
      #expect(club.hasPersistentChangedValues)
      #expect(club.changedValues()["waiting"] != nil)
      try context.save()
    }
    let stored = try stack.run { order(try $0.only("Club")) }
    #expect(stored == ["b", "c", "a"])
  }

  // R-CTX-383, R-CTX-376
  @Test(arguments: StackKind.all)
  func anOrderedMemberMovesToItsNewOwner(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let nodes = ["a", "b", "c", "d"].map { context.insert("Node", ["label": $0]) }
      nodes[0].setValue(NSOrderedSet(array: [nodes[3], nodes[2]]), forKey: "items")
      nodes[1].setValue([nodes[2]], forKey: "items")
      #expect(
        (nodes[0].value(forKey: "items") as? NSOrderedSet)?.array as? [NSManagedObject]
          == [nodes[3]])
      #expect(nodes[2].value(forKey: "list") as? NSManagedObject === nodes[1])
      try context.save()
    }
    try stack.run { context in
      let nodes = try context.all("Node", sortedBy: "label")
      let items = nodes.map { (($0.value(forKey: "items") as? NSOrderedSet)?.array ?? []).count }
      #expect(items == [1, 1, 0, 0])
    }
  }

  // R-CTX-219
  @Test func aSetOfAnOrderedRelationshipIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try inMemory { _ = $0.insert("Club").mutableSetValue(forKey: "waiting") }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  // R-CTX-224
  @Test(arguments: StackKind.all)
  func objectIDsOfARelationshipIncludePendingOnesAndRealiseNothing(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let club = context.insert("Club", ["title": "c"])
      let people = ["a", "b"].map { context.insert("Person", ["firstName": $0]) }
      club.setValue(NSOrderedSet(array: people), forKey: "waiting")
      try context.save()
    }
    try stack.run { context in
      let club = try context.only("Club")
      let late = context.insert("Person", ["firstName": "0"])
      late.setValue(club, forKey: "waitsFor")
      let ids = club.objectIDs(forRelationshipNamed: "waiting")
      #expect(ids.count == 3)
      #expect(ids.last == late.objectID)
      #expect(ids.prefix(2).allSatisfy { context.registeredObject(for: $0)?.isFault ?? true })
      #expect(late.objectIDs(forRelationshipNamed: "waitsFor") == [club.objectID])
      #expect(late.objectIDs(forRelationshipNamed: "passport").isEmpty)
    }
  }

  private func order(_ club: NSManagedObject) -> [String] {
    let waiting = club.value(forKey: "waiting") as? NSOrderedSet
    return (waiting?.array as? [NSManagedObject] ?? []).compactMap { $0.string("firstName") }
  }
}
