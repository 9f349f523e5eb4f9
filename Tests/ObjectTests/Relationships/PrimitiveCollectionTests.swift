// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Accessors of to-many relationships as Apple's guide writes them: the primitive collection is changed
/// between two notes (R-CTX-209).
@Suite struct PrimitiveCollectionTests {
  private func node(_ label: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
    try #require(try context.all("Node", "label == '\(label)'").first)
  }

  /// Changes the primitive collection of a relationship, which is made so by accessors.
  private func change<Collection>(
    _ key: String, of object: NSManagedObject, _ type: Collection.Type,
    _ body: (Collection) -> Void
  ) throws {
    object.willChangeValue(forKey: key)
    body(try #require(object.primitiveValue(forKey: key) as? Collection))
    object.didChangeValue(forKey: key)
  }

  /// A stack with the stored nodes a, b, c; b is an item of a.
  private func stack(_ kind: StackKind) throws -> Stack {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let nodes = ["a", "b", "c"].map { context.insert("Node", ["label": $0]) }
      nodes[0].setValue(NSOrderedSet(array: [nodes[1]]), forKey: "items")
      try context.save()
    }
    return stack
  }

  @Test(arguments: StackKind.everyStore)
  func whatIsAddedToThePrimitiveCollectionIsAMember(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let (a, b, c) = try (node("a", context), node("b", context), node("c", context))
      try change("peers", of: a, NSMutableSet.self) { $0.add(c) }
      try change("watches", of: a, NSMutableSet.self) { $0.union([b, c]) }
      try change("items", of: a, NSMutableOrderedSet.self) { $0.insert(c, at: 0) }
      #expect(c.objects("peers") == [a])
      #expect(c.value(forKey: "list") as AnyObject === a)
      #expect(a.changedValues().keys.sorted() == ["items", "peers", "watches"])
      try context.save()
    }
    try stack.run { context in
      let (a, b, c) = try (node("a", context), node("b", context), node("c", context))
      #expect(a.objects("peers") == [c])
      #expect(a.objects("watches") == [b, c])
      #expect((a.value(forKey: "items") as? NSOrderedSet)?.array as? [NSManagedObject] == [c, b])
    }
  }

  @Test(arguments: StackKind.everyStore)
  func whatIsRemovedFromThePrimitiveCollectionIsNoMember(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let (a, b) = try (node("a", context), node("b", context))
      let removed = Set([b] as [AnyHashable])
      a.willChangeValue(forKey: "items", withSetMutation: .minus, using: removed)
      (a.primitiveValue(forKey: "items") as? NSMutableOrderedSet)?.removeAllObjects()
      a.didChangeValue(forKey: "items", withSetMutation: .minus, using: removed)
      #expect(b.value(forKey: "list") == nil)
      try context.save()
    }
    try stack.run { context in
      let (a, b) = try (node("a", context), node("b", context))
      #expect(a.objects("items").isEmpty)
      #expect(b.value(forKey: "list") == nil)
    }
  }

  @Test(arguments: StackKind.all)
  func theLastWriteCounts(_ kind: StackKind) throws {
    try stack(kind).run { context in
      let (a, b, c) = try (node("a", context), node("b", context), node("c", context))
      try change("peers", of: a, NSMutableSet.self) { peers in
        peers.add(b)
        #expect(a.primitiveValue(forKey: "peers") as? NSMutableSet === peers)
        a.setPrimitiveValue([c] as Set, forKey: "peers")
      }
      #expect(a.objects("peers") == [c])
      #expect(b.objects("peers").isEmpty)
    }
  }

  // R-CTX-206, R-CTX-220: without notes nothing is followed.
  @Test(arguments: StackKind.all)
  func withoutNotesNothingIsFollowed(_ kind: StackKind) throws {
    try stack(kind).run { context in
      let (a, b) = try (node("a", context), node("b", context))
      a.willAccessValue(forKey: nil)
      (a.primitiveValue(forKey: "peers") as? NSMutableSet)?.add(b)
      #expect(a.objects("peers").isEmpty)
      #expect(!a.hasChanges)
    }
  }
}
