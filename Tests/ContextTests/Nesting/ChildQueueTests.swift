// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

@Suite("Child contexts: queues")
struct ChildQueueTests {
  @Test("A child may be confined to its thread", arguments: StackKind.everyStore)
  func aConfinedChildSavesToItsParent(kind: StackKind) throws {  // R-CTX-071
    let stack = try Stack(kind)
    let parent = stack.context()
    let child = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    child.parent = parent
    let ada = child.insert("Person", ["firstName": "Ada"])
    try child.save()
    try parent.performAndWait {
      #expect(parent.insertedObjects.count == 1)
      try parent.save()
    }
    #expect(try child.all("Person", "firstName == 'Ada'") == [ada])
    ada.setValue("Eve", forKey: "firstName")
    try child.save()
    let changed = try parent.performAndWait {
      try parent.all("Person").map { $0.string("firstName") }
    }
    #expect(changed == ["Eve"])
  }

  // R-CTX-796, 797
  @Test("A private child of a parent that the main thread serves", arguments: StackKind.singles)
  @MainActor func aPrivateChildOfAMainQueueContext(kind: StackKind) async throws {
    let stack = try Stack(kind)
    let parent = NSManagedObjectContext(.mainQueue)
    parent.persistentStoreCoordinator = stack.coordinator
    _ = parent.insert("Person", ["firstName": "Ada"])
    let child = Family.child(of: parent)
    let names = try await child.perform { () throws -> [String?] in
      _ = child.insert("Person", ["firstName": "Bob"])
      let names = try child.all("Person", sortedBy: "firstName").map { $0.string("firstName") }
      try child.save()
      return names
    }
    #expect(names == ["Ada", "Bob"])
    #expect(parent.insertedObjects.count == 2)
  }

  @Test("A main-queue child of a private parent", arguments: StackKind.singles)
  @MainActor func aMainQueueChild(kind: StackKind) throws {  // R-CTX-796
    let stack = try Stack(kind)
    let parent = stack.context()
    let child = NSManagedObjectContext(.mainQueue)
    child.parent = parent
    let ada = child.insert("Person", ["firstName": "Ada"])
    try child.save()
    let count = try parent.performAndWait { try parent.all("Person").count }
    #expect(count == 1)
    #expect(ada.string("firstName") == "Ada")
    try parent.performAndWait { try parent.save() }
    child.refresh(ada, mergeChanges: false)
    #expect(ada.string("firstName") == "Ada")
  }

  @Test("Children of one parent work on several threads", arguments: StackKind.singles)
  func severalChildren(kind: StackKind) throws {  // R-CTX-797, 901, 905
    let stack = try Stack(kind)
    let parent = stack.context()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      let child = Family.child(of: parent)
      for round in 0..<10 {
        child.performAndWait {
          _ = child.insert("Note", ["text": "\(thread)", "rank": round])
          try? child.save()
          parent.performAndWait { child.performAndWait { _ = try? child.all("Note") } }
        }
      }
    }
    let count = try parent.performAndWait {
      try parent.save()
      return try parent.all("Note").count
    }
    #expect(count == 40)
  }
}
