// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import Foundation
import Testing

/// Two contexts, or two programs, change the same object of a client store.
struct ConflictTests {
  private func stored(_ stack: ClientStack) throws {
    try stack.run { context in
      _ = context.insert("Item", ["name": "old", "small": 1])
      try context.save()
    }
  }

  /// Changes the item behind the back of a context that has read it, then saves the context.
  private func collide(
    _ first: ClientStack, with second: ClientStack, policy: NSMergePolicy,
    check: (NSManagedObject, (any Error)?) throws -> Void
  ) throws {
    let context = first.context()
    context.mergePolicy = policy
    try context.performAndWait {
      let item = try context.only("Item")
      #expect(item.string("name") == "old")
      try second.run { other in
        let same = try other.only("Item")
        same.setValue("theirs", forKey: "name")
        same.setValue(2, forKey: "small")
        try other.save()
      }
      item.setValue("mine", forKey: "name")
      do {
        try context.save()
        try check(item, nil)
      } catch { try check(item, error) }
    }
  }

  private func expectConflict(_ item: NSManagedObject, _ error: (any Error)?) throws {
    let error = try #require(error as? CocoaError)
    #expect(error.code == .persistentStoreSaveConflicts || error.code == .managedObjectMerge)
    let conflicts = try #require(
      error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
    let conflict = try #require(conflicts.first)
    #expect(conflicts.count == 1)
    #expect(conflict.sourceObject === item)
    #expect(conflict.oldVersionNumber == 1)
    #expect(conflict.newVersionNumber == 2)
    #expect(conflict.objectSnapshot?["name"] as? String == "old")
    let present = conflict.persistedSnapshot ?? conflict.cachedSnapshot
    #expect(present?["name"] as? String == "theirs")
    #expect(item.string("name") == "mine")
    #expect(item.hasChanges)
  }

  private func expect(
    _ stack: ClientStack, name: String, small: Int
  ) throws {
    try stack.run { context in
      let item = try context.only("Item")
      #expect(item.string("name") == name)
      #expect(item.value(forKey: "small") as? Int == small)
    }
  }

  // R-PSC-416, 449, 450
  @Test(arguments: ClientStack.Kind.allCases)
  func twoContextsConflict(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    try stored(stack)
    try collide(stack, with: stack, policy: .error, check: expectConflict)
    try expect(stack, name: "theirs", small: 2)
  }

  // R-PSC-450
  @Test(arguments: ClientStack.Kind.allCases)
  func thePolicyResolvesWhatTwoContextsDid(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    try stored(stack)
    try collide(stack, with: stack, policy: .mergeByPropertyObjectTrump) { item, error in
      #expect(error == nil)
      #expect(item.string("name") == "mine")
      #expect(item.value(forKey: "small") as? Int == 2)
    }
    try expect(try stack.other(), name: "mine", small: 2)
  }

  // R-PSC-450
  @Test func theServerFindsWhatAnotherProgramDid() throws {
    let stack = try ClientStack(.http)
    try stored(stack)
    try collide(stack, with: try stack.other(), policy: .error, check: expectConflict)
    try expect(try stack.other(), name: "theirs", small: 2)
  }

  // R-PSC-450
  @Test(arguments: [
    (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, "mine", 2),
    (.mergeByPropertyStoreTrumpMergePolicyType, "theirs", 2),
    (.overwriteMergePolicyType, "mine", 1), (.rollbackMergePolicyType, "theirs", 2),
  ])
  func thePolicyRunsAgainForWhatTheServerFound(
    type: NSMergePolicyType, name: String, small: Int
  ) throws {
    let stack = try ClientStack(.http)
    try stored(stack)
    let other = try stack.other()
    try collide(stack, with: other, policy: NSMergePolicy(merge: type)) { item, error in
      #expect(error == nil)
      #expect(item.string("name") == name)
      #expect(item.value(forKey: "small") as? Int == small)
      item.setValue("later", forKey: "name")
      try item.managedObjectContext?.save()
    }
    try expect(try stack.other(), name: "later", small: small)
  }

  // R-PSC-449, 450
  @Test func aLockedObjectThatAnotherProgramChangedIsAConflict() throws {
    let stack = try ClientStack(.http)
    try stored(stack)
    let other = try stack.other()
    try stack.run { context in
      let item = try context.only("Item")
      _ = item.string("name")
      try other.run { context in
        try context.only("Item").setValue("theirs", forKey: "name")
        try context.save()
      }
      context.detectConflicts(for: item)
      _ = context.insert("Box", ["label": "b"])
      let error = try #require(throws: CocoaError.self) { try context.save() }
      #expect(error.code == .persistentStoreSaveConflicts || error.code == .managedObjectMerge)
    }
    #expect(try stack.other().run { try $0.all("Box").isEmpty })
  }

  // R-PSC-449
  @Test func aLockedObjectCanBeSavedAfterwards() throws {
    let stack = try ClientStack(.http)
    try stored(stack)
    try stack.run { context in
      let item = try context.only("Item")
      _ = item.string("name")
      context.detectConflicts(for: item)
      _ = context.insert("Box", ["label": "b"])
      try context.save()
      item.setValue("after", forKey: "name")
      try context.save()
    }
    try expect(try stack.other(), name: "after", small: 1)
  }

  // R-PSC-449
  @Test func aLockIsNoConflictForWhoeverLocked() throws {
    let stack = try ClientStack(.http)
    try stored(stack)
    try stack.run { context in
      let item = try context.only("Item")
      for number in 0..<2 {
        _ = item.string("name")
        context.detectConflicts(for: item)
        _ = context.insert("Box")
        try context.save()
        try stack.run { other in
          other.stalenessInterval = 0
          let same = try other.only("Item")
          #expect(same.value(forKey: "small") as? Int == 1)
        }
        item.setValue("after \(number)", forKey: "name")
        try context.save()
      }
    }
    try expect(try stack.other(), name: "after 1", small: 1)
  }

  // R-PSC-450
  @Test func whatAnotherProgramDeletedIsAConflict() throws {
    let stack = try ClientStack(.http)
    try stored(stack)
    let other = try stack.other()
    try stack.run { context in
      let item = try context.only("Item")
      _ = item.string("name")
      try other.run { context in
        context.delete(try context.only("Item"))
        try context.save()
      }
      item.setValue("mine", forKey: "name")
      let error = try #require(throws: CocoaError.self) { try context.save() }
      let conflicts =
        error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict] ?? []
      #expect(conflicts.map(\.newVersionNumber) == [0])
    }
  }
}
