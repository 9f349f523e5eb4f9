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
