// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

final class PostedNotes {
  private let token: any NSObjectProtocol
  let notes = Notes()
  final class Notes: @unchecked Sendable { var list: [[AnyHashable: Any]] = [] }
  init(_ name: Notification.Name, _ context: NSManagedObjectContext) {
    let notes = notes
    token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
      notes.list.append($0.userInfo ?? [:])
    }
  }
  deinit { NotificationCenter.default.removeObserver(token) }
}

/// What merge policies leave behind, in the store and in memory.
@Suite struct MergePolicyOutcomeTests {
  private func twice(
    _ kind: StackKind, _ policy: NSMergePolicy,
    mine: (NSManagedObjectContext, NSManagedObject) throws -> Void,
    theirs: (NSManagedObjectContext, NSManagedObject) throws -> Void,
    after: (NSManagedObjectContext, NSManagedObject) throws -> Void
  ) throws -> Stack {
    let stack = try Stack.merging(kind)
    try stack.work { c in
      let o = c.insert("Node", ["label": "o", "rank": 1])
      let n = ["a", "b"].map { c.insert("Node", ["label": $0]) }
      o.setValue(NSOrderedSet(array: n), forKey: "items")
      o.setValue(Set(n), forKey: "peers")
      for x in ["x", "y", "z"] { _ = c.insert("Node", ["label": x]) }
      try c.save()
    }
    let context = stack.context()
    context.mergePolicy = policy
    try context.performAndWait {
      let o = try context.labelled("o")
      _ = o.itemLabels()
      _ = o.objects("peers")
      try stack.work { c in
        try theirs(c, try c.labelled("o"))
        try c.save()
      }
      try mine(context, o)
      try context.save()
      try after(context, o)
    }
    return stack
  }

  @Test(arguments: StackKind.singles)
  func mergingReplaysToManyChangesOnTheStoredMembers(_ kind: StackKind) throws {
    for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump] {
      let stack = try twice(kind, policy) { c, o in
        try c.labelled("x").setValue(o, forKey: "list")
        o.mutableSetValue(forKey: "peers").add(try c.labelled("x"))
      } theirs: { c, o in
        try c.labelled("y").setValue(o, forKey: "list")
        o.mutableSetValue(forKey: "peers").add(try c.labelled("y"))
        o.mutableSetValue(forKey: "peers").remove(try c.labelled("a"))
      } after: { c, o in
        #expect(Set(o.itemLabels()) == ["a", "b", "x", "y"])
        #expect(Set(o.objects("peers").compactMap { $0.string("label") }) == ["b", "x", "y"])
        #expect(!c.hasChanges)
      }
      try stack.work { c in
        let o = try c.labelled("o")
        #expect(o.itemLabels() == ["a", "b", "y", "x"])
        #expect(Set(o.objects("peers").compactMap { $0.string("label") }) == ["b", "x", "y"])
      }
    }
  }

  @Test(arguments: StackKind.singles)
  func objectsThatAPolicyTouchedAnnounceLaterChanges(_ kind: StackKind) throws {
    _ = try twice(kind, .rollback) { c, o in
      o.setValue(5, forKey: "rank")
      try c.labelled("x").setValue(5, forKey: "rank")
    } theirs: { c, o in
      o.setValue(7, forKey: "rank")
    } after: { c, o in
      #expect(o.value(forKey: "rank") as? Int == 7)
      #expect(!o.hasChanges)
      #expect(!c.hasChanges)
      let seen = PostedNotes(.NSManagedObjectContextObjectsDidChange, c)
      o.setValue(9, forKey: "rank")
      c.processPendingChanges()
      #expect(seen.notes.list.count == 1)
      try c.save()
    }
  }

  @Test(arguments: StackKind.singles)
  func storeTrumpOnAToOneRestoresBothSides(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.work { c in
      let n = ["a", "p", "q", "r"].map { c.insert("Node", ["label": $0]) }
      n[0].setValue(n[1], forKey: "list")
      try c.save()
    }
    for policy in [NSMergePolicy.mergeByPropertyStoreTrump, .rollback] {
      let mine = stack.context()
      mine.mergePolicy = policy
      try mine.performAndWait {
        let n = try ["a", "p", "q", "r"].map { try mine.labelled($0) }
        for x in n { _ = x.itemLabels() }
        try stack.work { c in
          try c.labelled("a").setValue(try c.labelled("r"), forKey: "list")
          try c.save()
        }
        n[0].setValue(n[2], forKey: "list")
        try mine.save()
        #expect(n[0].value(forKey: "list") as? NSManagedObject === n[3])
        #expect(n[2].itemLabels() == [], "\(policy.mergeType)")
        try stack.work { c in
          try c.labelled("a").setValue(try c.labelled("p"), forKey: "list")
          try c.save()
        }
      }
    }
  }

  @Test(arguments: StackKind.singles)
  func aDiscardedDuplicateLeavesTheContext(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.work { c in
      _ = c.insert("Slot", ["code": "u", "text": "old"])
      try c.save()
    }
    let c = stack.context()
    c.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try c.performAndWait {
      let dup = c.insert("Slot", ["code": "u", "text": "new"])
      let kid = c.insert("Slot", ["code": "kid"])
      kid.setValue(dup, forKey: "parent")
      let seen = PostedNotes(.NSManagedObjectContextDidSave, c)
      try c.save()
      #expect(dup.managedObjectContext == nil)
      #expect(!dup.isInserted)
      #expect(!dup.isDeleted)
      #expect(!c.registeredObjects.contains(dup))
      #expect(!c.hasChanges)
      let parent = try #require(kid.value(forKey: "parent") as? NSManagedObject)
      #expect(parent.string("text") == "new")
      #expect(parent !== dup)
      let inserted = try #require(
        seen.notes.list.last?[NSInsertedObjectsKey] as? Set<NSManagedObject>)
      #expect(inserted == [kid])
      let updated = try #require(
        seen.notes.list.last?[NSUpdatedObjectsKey] as? Set<NSManagedObject>)
      #expect(updated == [parent])
    }
    try stack.work { c in
      try #expect(c.all("Slot").count == 2)
      try #expect(c.all("Slot", "parent.text == 'new'").count == 1)
    }
  }

  @Test(arguments: StackKind.singles)
  func rollbackPolicyDoesNotDeleteAStoredObjectOverAUniqueValue(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.work { c in
      _ = c.insert("Slot", ["code": "u", "text": "one"])
      let v = c.insert("Slot", ["code": "v", "text": "two"])
      c.insert("Slot", ["code": "kid"]).setValue(v, forKey: "parent")
      try c.save()
    }
    let c = stack.context()
    c.mergePolicy = NSMergePolicy.rollback
    try c.performAndWait {
      let v = try #require(try c.all("Slot", "code == 'v'").first)
      v.setValue("u", forKey: "code")
      try c.save()
    }
    try stack.work { c in
      try #expect(c.all("Slot").count == 3)
      let kid = try #require(try c.all("Slot", "code == 'kid'").first)
      let parent = kid.value(forKey: "parent") as? NSManagedObject
      #expect(parent == nil || parent?.string("text") != nil)
    }
  }

  @Test(arguments: StackKind.singles)
  func deletingOnBothSidesIsNoConflict(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.work { c in
      _ = c.insert("Node", ["label": "a"])
      try c.save()
    }
    try stack.work { c in
      let a = try c.labelled("a")
      _ = a.string("label")
      try stack.work { o in
        o.delete(try o.labelled("a"))
        try o.save()
      }
      c.delete(a)
      try c.save()
      #expect(!c.hasChanges)
      #expect(a.managedObjectContext == nil)
    }
  }

  // R-CTX-645: the pending value wins, the row in the way goes, what hangs on it stays.
  @Test(arguments: StackKind.singles)
  func objectTrumpReplacesTheStoredObjectThatHasTheValue(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.work { c in
      let u = c.insert("Slot", ["code": "u", "text": "one"])
      _ = c.insert("Slot", ["code": "v", "text": "two"])
      c.insert("Slot", ["code": "kid"]).setValue(u, forKey: "parent")
      try c.save()
    }
    try stack.work { c in
      c.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let v = try #require(try c.all("Slot", "code == 'v'").first)
      v.setValue("u", forKey: "code")
      try c.save()
      #expect(!c.hasChanges)
    }
    try stack.work { c in
      try #expect(c.all("Slot").count == 2)
      let kid = try #require(try c.all("Slot", "code == 'kid'").first)
      #expect((kid.value(forKey: "parent") as? NSManagedObject)?.string("text") == "two")
    }
  }

  // R-CTX-643: store trump puts back the unique value only.
  @Test(arguments: StackKind.singles)
  func storeTrumpPutsBackOnlyTheUniqueValue(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.work { c in
      for code in ["u", "v"] { _ = c.insert("Slot", ["code": code, "text": "old"]) }
      try c.save()
      c.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      let v = try #require(try c.all("Slot", "code == 'v'").first)
      v.setValue("u", forKey: "code")
      v.setValue("new", forKey: "text")
      try c.save()
      #expect(v.string("code") == "v")
      #expect(v.string("text") == "new")
      #expect(!c.hasChanges)
    }
    try stack.work { c in
      let texts = try c.all("Slot", sortedBy: "code").map { $0.string("text") }
      #expect(texts == ["old", "new"])
    }
  }

  // R-CTX-643
  @Test(arguments: StackKind.singles)
  func referencesWithoutAnInverseFollowTheSurvivor(_ kind: StackKind) throws {
    let stack = try Stack.merging(kind)
    try stack.work { c in
      _ = c.insert("Slot", ["code": "u", "text": "stored"])
      try c.save()
    }
    try stack.work { c in
      c.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      let twin = c.insert("Slot", ["code": "u", "text": "twin"])
      c.insert("Slot", ["code": "fan"]).setValue(twin, forKey: "favourite")
      try c.save()
    }
    try stack.work { c in
      let fan = try #require(try c.all("Slot", "code == 'fan'").first)
      #expect((fan.value(forKey: "favourite") as? NSManagedObject)?.string("text") == "stored")
    }
  }
}
