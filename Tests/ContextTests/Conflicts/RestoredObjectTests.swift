// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a policy stores of an object as a whole: members, composites and transformables.
@Suite struct RestoredObjectTests {
  private static let keeping: [NSMergePolicyType] = [
    .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
  ]

  private func named(
    _ name: String, in context: NSManagedObjectContext
  ) throws -> NSManagedObject {
    try #require(try context.all("Part").first { $0.string("name") == name })
  }

  // R-CTX-631
  @Test(arguments: StackKind.everyStore, keeping)
  func anObjectThatIsStoredAgainHasItsMembers(
    _ kind: StackKind, _ policy: NSMergePolicyType
  ) throws {
    let stack = try Stack(kind, model: PartModel.make())
    try stack.run { context in
      let (first, second) = (context.part("first"), context.part("second"))
      let part = context.part(
        "part",
        [
          "peers": [first] as Set, "peerOf": [second] as Set, "loose": [first, second] as Set,
          "children": [first] as Set,
        ])
      try context.save()
      _ = ["peers", "peerOf", "loose", "children"].map { part.objects($0).count }
      part.setValue("mine", forKey: "name")
      try stack.run { other in
        other.delete(try named("part", in: other))
        try other.save()
      }
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      #expect(!context.hasChanges)
    }
    // The deletion has taken the child along.
    let found = try stack.run { context in
      let part = try named("mine", in: context)
      return ["peers", "peerOf", "loose", "children"].map { key in
        part.objects(key).compactMap { $0.string("name") }.sorted()
      }
    }
    #expect(found == [[], ["second"], ["second"], []])
  }

  /// Deletes the part of this name elsewhere, after something else.
  private func delete(
    _ name: String, in stack: Stack,
    after change: (NSManagedObjectContext) throws -> Void = { _ in }
  ) throws {
    try stack.run { other in
      try change(other)
      other.delete(try named(name, in: other))
      try other.save()
    }
  }

  private func stored(_ key: String, of name: String, _ stack: Stack) throws -> [String] {
    try stack.run { context in
      let part = try named(name, in: context)
      let destination = part.value(forKey: key)
      let parts = (destination as? NSManagedObject).map { [$0] } ?? Array(part.objects(key))
      return parts.compactMap { $0.string("name") }.sorted()
    }
  }

  // R-CTX-631: members that are new, or changed, here.
  @Test(arguments: StackKind.everyStore, keeping)
  func pendingMembersAreKeptOnce(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack(kind, model: PartModel.make())
    try stack.run { context in
      let (part, old) = (context.part("part"), context.part("old"))
      try context.save()
      _ = ["peers", "peerOf", "loose"].map { part.objects($0).count }
      let new = context.part("new", ["tight": part, "peers": [part] as Set])
      old.setValue([part] as Set, forKey: "peerOf")
      part.setValue("mine", forKey: "name")
      try delete("part", in: stack)
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      #expect(part.objects("loose") == [new])
      #expect(part.objects("peerOf") == [new])
      #expect(part.objects("peers") == [old])
      #expect(new.objects("peers") == [part])
      #expect(old.objects("peerOf") == [part])
      #expect(!context.hasChanges)
    }
    #expect(try stored("loose", of: "mine", stack) == ["new"])
    #expect(try stored("peerOf", of: "mine", stack) == ["new"])
    #expect(try stored("peers", of: "mine", stack) == ["old"])
  }

  // R-CTX-631
  @Test(arguments: StackKind.everyStore, keeping)
  func membersWithAnotherOwnerStayThere(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack(kind, model: PartModel.make())
    try stack.run { context in
      let member = context.part("member")
      let part = context.part("part", ["loose": [member] as Set])
      context.part("other")
      try context.save()
      #expect(part.objects("loose").count == 1)
      part.setValue("mine", forKey: "name")
      try delete("part", in: stack) {
        try named("member", in: $0).setValue(try named("other", in: $0), forKey: "tight")
      }
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      #expect(part.objects("loose").isEmpty)
    }
    #expect(try stored("loose", of: "mine", stack) == [])
    #expect(try stored("loose", of: "other", stack) == ["member"])
  }

  // R-CTX-631
  @Test(arguments: StackKind.everyStore, keeping)
  func oneToOnesAreRelatedOnBothSides(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack(kind, model: PartModel.make())
    try stack.run { context in
      let part = context.part("part", ["next": context.part("next")])
      try context.save()
      part.setValue("mine", forKey: "name")
      try delete("part", in: stack)
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
    }
    #expect(try stored("next", of: "mine", stack) == ["next"])
    #expect(try stored("previous", of: "next", stack) == ["mine"])
  }

  // R-CTX-631
  @Test(arguments: StackKind.everyStore, keeping)
  func membersThatAreGoneToAreNone(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack(kind, model: PartModel.make())
    try stack.run { context in
      let (kept, gone) = (context.part("kept"), context.part("gone"))
      let part = context.part(
        "part", ["peers": [kept, gone] as Set, "next": gone, "tight": context.part("owner")])
      try context.save()
      #expect(part.objects("peers").count == 2)
      part.setValue("mine", forKey: "name")
      try delete("part", in: stack) { $0.delete(try named("gone", in: $0)) }
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      #expect(part.objects("peers") == [kept])
      #expect(part.value(forKey: "next") == nil)
    }
    #expect(try stored("peers", of: "mine", stack) == ["kept"])
    #expect(try stored("next", of: "mine", stack) == [])
    #expect(try stored("tight", of: "mine", stack) == ["owner"])
  }

  // R-CTX-631: the member's own conflict tells that it has no owner any more.
  @Test(arguments: StackKind.everyStore, keeping)
  func membersWithConflictsOfTheirOwnAreKept(_ kind: StackKind, _ policy: NSMergePolicyType) throws
  {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      #expect(ada.objects("cars") == [car])
      car.setValue("Mine", forKey: "maker")
      ada.setValue("Mine", forKey: "lastName")
      try stack.deleteElsewhere("Person")
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      #expect(ada.objects("cars") == [car])
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
      #expect(!context.hasChanges)
    }
    try stack.run { context in
      let car = try context.only("Car")
      #expect(car.string("maker") == "Mine")
      #expect((car.value(forKey: "owner") as? NSManagedObject)?.string("lastName") == "Mine")
    }
  }

  // R-CTX-631, 412: the owner has taken its part along, which is stored again without it.
  @Test(arguments: StackKind.singles, keeping)
  func aToOneThatIsGoneTooIsNone(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let owner = GarageModel.entity("Owner", [GarageModel.attribute("name", .string)])
    let part = GarageModel.entity("Part", [GarageModel.attribute("name", .string)])
    GarageModel.relate(
      owner, name: "parts", many: true, rule: .cascadeDeleteRule, to: part, inverseName: "owner",
      many: false)
    let model = NSManagedObjectModel()
    model.entities = [owner, part]
    let stack = try Stack(kind, model: model)
    try stack.run { context in
      context.shouldDeleteInaccessibleFaults = false
      let owner = context.insert("Owner", ["name": "o"])
      let part = context.insert("Part", ["name": "p", "owner": owner])
      try context.save()
      #expect(owner.string("name") == "o")
      part.setValue("mine", forKey: "name")
      try stack.deleteElsewhere("Owner")
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      #expect(part.value(forKey: "owner") == nil)
    }
    try stack.run { context in
      #expect(try context.all("Owner").isEmpty)
      let part = try context.only("Part")
      #expect(part.string("name") == "mine")
      #expect(part.value(forKey: "owner") == nil)
    }
  }

  // R-CTX-631: an owner that is still there has the object among its members again.
  @Test(arguments: StackKind.everyStore, keeping)
  func theOwnerHasTheObjectAgain(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      #expect(ada.objects("cars") == [car])
      car.setValue("Mine", forKey: "maker")
      try stack.deleteElsewhere("Car")
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      #expect(ada.objects("cars") == [car])
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
    }
    #expect(try stack.run { try $0.only("Person").objects("cars").count } == 1)
  }

  private static func places() -> NSManagedObjectModel {
    let address = NSCompositeAttributeDescription()
    address.name = "address"
    address.isOptional = true
    address.elements = [GarageModel.attribute("city", .string)]
    let tags = GarageModel.attribute("tags", .transformable)
    tags.valueTransformerName =
      NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
    let model = NSManagedObjectModel()
    model.entities = [
      GarageModel.entity("Place", [GarageModel.attribute("title", .string), address, tags])
    ]
    return model
  }

  private func stored(_ stack: Stack) throws -> [String?] {
    try stack.run { context in
      let place = try context.only("Place")
      let city = (place.value(forKey: "address") as? [String: Any])?["city"] as? String
      return [place.string("title"), city, (place.value(forKey: "tags") as? [String])?.first]
    }
  }

  private func scene(_ kind: StackKind) throws -> Stack {
    let stack = try Stack(kind, model: Self.places())
    try stack.run { context in
      _ = context.insert(
        "Place", ["title": "old", "address": ["city": "old"], "tags": ["old"]])
      try context.save()
    }
    return stack
  }

  // R-CTX-626, R-CTX-627
  @Test(arguments: StackKind.singles)
  func compositesAreMergedByProperty(_ kind: StackKind) throws {
    for (policy, city) in [
      (NSMergePolicy.mergeByPropertyStoreTrump, "theirs"),
      (NSMergePolicy.mergeByPropertyObjectTrump, "mine"),
    ] {
      let stack = try scene(kind)
      try stack.run { context in
        let place = try context.only("Place")
        place.setValue(["city": "mine"], forKey: "address")
        place.setValue("mine", forKey: "title")
        try stack.elsewhere("Place", ["address": ["city": "theirs"], "tags": ["theirs"]])
        context.mergePolicy = policy
        try context.save()
        #expect(!context.hasChanges)
      }
      #expect(try stored(stack) == ["mine", city, "theirs"])
    }
  }

  // R-CTX-628, 630: what was not read counts as it was when the object was.
  @Test(arguments: StackKind.singles)
  func overwritingStoresWhatNobodyHasRead(_ kind: StackKind) throws {
    let stack = try scene(kind)
    try stack.run { context in
      let place = try context.only("Place")
      #expect(place.string("title") == "old")
      place.setValue("mine", forKey: "title")
      try stack.elsewhere("Place", ["address": ["city": "theirs"], "tags": ["theirs"]])
      context.mergePolicy = NSMergePolicy.overwrite
      try context.save()
    }
    #expect(try stored(stack) == ["mine", "old", "old"])
  }
}
