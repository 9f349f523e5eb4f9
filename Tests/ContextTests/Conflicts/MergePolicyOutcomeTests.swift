// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What merge policies leave behind, in the store and in memory.
@Suite struct MergePolicyOutcomeTests {
  private typealias Change = (NSManagedObjectContext, NSManagedObject) throws -> Void

  /// Two contexts change one node, which has two items and two peers; the first saves last, under a
  /// policy. There are nodes *x*, *y* and *z* besides.
  private func collide(
    _ stack: Stack, _ policy: NSMergePolicy, mine: Change, theirs: Change, after: Change
  ) throws {
    try stack.run { context in
      let node = context.insert("Node", ["label": "node", "rank": 1])
      let members = ["a", "b"].map { context.insert("Node", ["label": $0]) }
      node.setValue(NSOrderedSet(array: members), forKey: "items")
      node.setValue(Set(members), forKey: "peers")
      for label in ["x", "y", "z"] { _ = context.insert("Node", ["label": label]) }
      try context.save()
    }
    try stack.run { context in
      context.mergePolicy = policy
      let node = try context.labelled("node")
      _ = node.itemLabels()
      _ = node.objects("peers")
      try stack.run { other in
        try theirs(other, try other.labelled("node"))
        try other.save()
      }
      try mine(context, node)
      try context.save()
      try after(context, node)
    }
  }

  private func peerLabels(_ node: NSManagedObject) -> Set<String> {
    Set(node.objects("peers").compactMap { $0.string("label") })
  }

  @Test(arguments: StackKind.singles)
  func mergingReplaysToManyChangesOnTheStoredMembers(_ kind: StackKind) throws {
    for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump] {
      let stack = try Stack.merging(kind)
      try collide(stack, policy) { context, node in
        try context.labelled("x").setValue(node, forKey: "list")
        node.mutableSetValue(forKey: "peers").add(try context.labelled("x"))
      } theirs: { context, node in
        try context.labelled("y").setValue(node, forKey: "list")
        node.mutableSetValue(forKey: "peers").add(try context.labelled("y"))
        node.mutableSetValue(forKey: "peers").remove(try context.labelled("a"))
      } after: { context, node in
        #expect(Set(node.itemLabels()) == ["a", "b", "x", "y"])
        #expect(peerLabels(node) == ["b", "x", "y"])
        #expect(!context.hasChanges)
      }
      try stack.run { context in
        let node = try context.labelled("node")
        #expect(node.itemLabels() == ["a", "b", "y", "x"])
        #expect(peerLabels(node) == ["b", "x", "y"])
      }
    }
  }

  @Test(arguments: StackKind.singles)
  func objectsThatAPolicyTouchedAnnounceLaterChanges(_ kind: StackKind) throws {
    try collide(try Stack.merging(kind), .rollback) { context, node in
      node.setValue(5, forKey: "rank")
      try context.labelled("x").setValue(5, forKey: "rank")
    } theirs: { _, node in
      node.setValue(7, forKey: "rank")
    } after: { context, node in
      #expect(node.value(forKey: "rank") as? Int == 7)
      #expect(!node.hasChanges)
      #expect(!context.hasChanges)
      let log = NotificationLog(context, [.NSManagedObjectContextObjectsDidChange])
      node.setValue(9, forKey: "rank")
      context.processPendingChanges()
      #expect(log.notes.count == 1)
      try context.save()
    }
  }

  @Test(arguments: StackKind.singles)
  func storeTrumpOnAToOneRestoresBothSides(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    let labels = ["item", "first", "second", "third"]
    try stack.run { context in
      let nodes = labels.map { context.insert("Node", ["label": $0]) }
      nodes[0].setValue(nodes[1], forKey: "list")
      try context.save()
    }
    func moveElsewhere(to list: String) throws {
      try stack.run { other in
        try other.labelled("item").setValue(try other.labelled(list), forKey: "list")
        try other.save()
      }
    }
    for policy in [NSMergePolicy.mergeByPropertyStoreTrump, .rollback] {
      try stack.run { context in
        context.mergePolicy = policy
        let nodes = try labels.map { try context.labelled($0) }
        for node in nodes { _ = node.itemLabels() }
        try moveElsewhere(to: "third")
        nodes[0].setValue(nodes[2], forKey: "list")
        try context.save()
        #expect(nodes[0].value(forKey: "list") as? NSManagedObject === nodes[3])
        #expect(nodes[2].itemLabels() == [], "\(policy.mergeType)")
        try moveElsewhere(to: "first")
      }
    }
  }

  @Test(arguments: StackKind.singles)
  func aDiscardedDuplicateLeavesTheContext(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.run { context in
      _ = context.insert("Slot", ["code": "one", "text": "old"])
      try context.save()
    }
    try stack.run { context in
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let duplicate = context.insert("Slot", ["code": "one", "text": "new"])
      let child = context.insert("Slot", ["code": "child", "parent": duplicate])
      let log = NotificationLog(context, [.NSManagedObjectContextDidSave])
      try context.save()
      #expect(duplicate.managedObjectContext == nil)
      #expect(!duplicate.isInserted)
      #expect(!duplicate.isDeleted)
      #expect(!context.registeredObjects.contains(duplicate))
      #expect(!context.hasChanges)
      let parent = try #require(child.value(forKey: "parent") as? NSManagedObject)
      #expect(parent.string("text") == "new")
      #expect(parent !== duplicate)
      let note = try #require(log.notes.last)
      #expect(note.objects(NSInsertedObjectsKey) == [child])
      #expect(note.objects(NSUpdatedObjectsKey) == [parent])
    }
    try stack.run { context in
      let all = try context.all("Slot")
      let children = try context.all("Slot", "parent.text == 'new'")
      #expect(all.count == 2)
      #expect(children.count == 1)
    }
  }

  @Test(arguments: StackKind.singles)
  func rollbackPolicyDoesNotDeleteAStoredObjectOverAUniqueValue(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.run { context in
      _ = context.insert("Slot", ["code": "one", "text": "first"])
      let second = context.insert("Slot", ["code": "two", "text": "second"])
      _ = context.insert("Slot", ["code": "child", "parent": second])
      try context.save()
    }
    try stack.run { context in
      context.mergePolicy = NSMergePolicy.rollback
      try context.slot("two").setValue("one", forKey: "code")
      try context.save()
    }
    try stack.run { context in
      #expect(try context.all("Slot").count == 3)
      let parent = try context.slot("child").value(forKey: "parent") as? NSManagedObject
      #expect(parent == nil || parent?.string("text") != nil)
    }
  }

  @Test(arguments: StackKind.singles)
  func deletingOnBothSidesIsNoConflict(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.run { context in
      _ = context.insert("Node", ["label": "a"])
      try context.save()
    }
    try stack.run { context in
      let node = try context.labelled("a")
      _ = node.string("label")
      try stack.run { other in
        other.delete(try other.labelled("a"))
        try other.save()
      }
      context.delete(node)
      try context.save()
      #expect(!context.hasChanges)
      #expect(node.managedObjectContext == nil)
    }
  }

  // R-CTX-645: the pending value wins, the row in the way goes, what hangs on it stays.
  @Test(arguments: StackKind.singles)
  func objectTrumpReplacesTheStoredObjectThatHasTheValue(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.run { context in
      let first = context.insert("Slot", ["code": "one", "text": "first"])
      _ = context.insert("Slot", ["code": "two", "text": "second"])
      _ = context.insert("Slot", ["code": "child", "parent": first])
      try context.save()
    }
    try stack.run { context in
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.slot("two").setValue("one", forKey: "code")
      try context.save()
      #expect(!context.hasChanges)
    }
    try stack.run { context in
      #expect(try context.all("Slot").count == 2)
      let parent = try context.slot("child").value(forKey: "parent") as? NSManagedObject
      #expect(parent?.string("text") == "second")
    }
  }

  // R-CTX-643: store trump puts back the unique value only.
  @Test(arguments: StackKind.singles)
  func storeTrumpPutsBackOnlyTheUniqueValue(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.run { context in
      for code in ["one", "two"] { _ = context.insert("Slot", ["code": code, "text": "old"]) }
      try context.save()
      context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      let slot = try context.slot("two")
      slot.setValuesForKeys(["code": "one", "text": "new"])
      try context.save()
      #expect(slot.string("code") == "two")
      #expect(slot.string("text") == "new")
      #expect(!context.hasChanges)
    }
    try stack.run { context in
      let texts = try context.all("Slot", sortedBy: "code").map { $0.string("text") }
      #expect(texts == ["old", "new"])
    }
  }

  // R-CTX-643
  @Test(arguments: StackKind.singles)
  func referencesWithoutAnInverseFollowTheSurvivor(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.run { context in
      _ = context.insert("Slot", ["code": "one", "text": "stored"])
      try context.save()
    }
    try stack.run { context in
      context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      let twin = context.insert("Slot", ["code": "one", "text": "twin"])
      _ = context.insert("Slot", ["code": "fan", "favourite": twin])
      try context.save()
    }
    try stack.run { context in
      let favourite = try context.slot("fan").value(forKey: "favourite") as? NSManagedObject
      #expect(favourite?.string("text") == "stored")
    }
  }
}
