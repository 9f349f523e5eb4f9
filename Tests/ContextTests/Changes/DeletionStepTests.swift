// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Deletion, from the first call to what other contexts keep.
@Suite struct DeletionStepTests {
  private func nodes(
    _ kind: StackKind, _ body: (NSManagedObjectContext, Stack) throws -> Void
  ) throws {
    let stack = try Stack(kind, model: PartModel.make())
    try stack.run { try body($0, stack) }
  }

  // R-CTX-406
  @Test(arguments: StackKind.everyStore)
  func deletingTwiceIsDeletingOnce(_ kind: StackKind) throws {
    try nodes(kind) { context, stack in
      let part = context.part("dead")
      try context.save()
      context.delete(part)
      context.delete(part)
      context.processPendingChanges()
      context.delete(part)
      #expect(part.count("prepareForDeletion") == 3)
      #expect(context.deletedObjects == [part])
      try context.save()
      let left = try stack.run { try $0.all("Part").count }
      #expect(left == 0)
    }
  }

  // R-CTX-176, 405: the last child takes its parent along, as in the objc.io book.
  @Test(arguments: StackKind.everyStore)
  func anObjectCountsAsDeletedWhileItPrepares(_ kind: StackKind) throws {
    try nodes(kind) { context, stack in
      let children = [context.part("one"), context.part("two")]
      let parent = context.part("parent", ["children": Set(children)])
      try context.save()
      for child in children {
        child.actions["prepareForDeletion"] = { child in
          #expect(child.isDeleted)
          #expect(child.objects("parents") == [parent])
          let left = parent.objects("children").filter { !$0.isDeleted }
          if left.isEmpty { context.delete(parent) }
        }
      }
      context.delete(children[0])
      #expect(!parent.isDeleted)
      context.delete(children[1])
      #expect(parent.isDeleted)
      try context.save()
      let left = try stack.run { try $0.all("Part").count }
      #expect(left == 0)
    }
  }

  // R-CTX-245: a fetch within has changes processed, which takes no relationship apart yet.
  @Test(arguments: StackKind.everyStore)
  func nothingIsTornDownWhileAnObjectPrepares(_ kind: StackKind) throws {
    try nodes(kind) { context, stack in
      let children = [context.part("one"), context.part("two")]
      let parent = context.part("parent", ["children": Set(children)])
      let fallback = context.part("fallback")
      try context.save()
      let log = NotificationLog(context)
      parent.actions["prepareForDeletion"] = { parent in
        let found = try context.all("Part", "name == 'fallback'")
        #expect(found == [fallback])
        context.processPendingChanges()
        #expect(parent.objects("children") == Set(children))
        #expect(children.allSatisfy { !$0.isDeleted })
        found.first?.setValue(Set(children), forKey: "children")
        parent.setValue(Set<NSManagedObject>(), forKey: "children")
      }
      context.delete(parent)
      #expect(context.deletedObjects == [parent])
      try context.save()
      let told = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(told.filter { $0.objects(NSDeletedObjectsKey).contains(parent) }.count == 1)
      let left = try stack.run { try $0.all("Part").compactMap { $0.string("name") }.sorted() }
      #expect(left == ["fallback", "one", "two"])
    }
  }

  // R-CTX-245: an observer that saves hears of the deletion too.
  @Test(arguments: StackKind.everyStore)
  func aDeletionIsToldThoughObserversSave(_ kind: StackKind) throws {
    try nodes(kind) { context, _ in
      let (dead, other) = (context.part("dead"), context.part("other"))
      try context.save()
      dead.actions["prepareForDeletion"] = { _ in _ = try context.all("Part") }
      let log = NotificationLog(context)
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
      ) { _ in
        // A save that fails is the test's failure: the row is still there.
        if context.hasChanges { try? context.save() }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      other.setValue("changed", forKey: "name")
      context.delete(dead)
      context.processPendingChanges()
      let told = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(told.filter { $0.objects(NSDeletedObjectsKey).contains(dead) }.count == 1)
      #expect(try context.all("Part") == [other])
    }
  }

  // R-CTX-406: what is being told is not told again.
  @Test(arguments: StackKind.everyStore)
  func deletionsThatMeetEnd(_ kind: StackKind) throws {
    try nodes(kind) { context, _ in
      let parts = [context.part("one"), context.part("two")]
      for (part, other) in zip(parts, parts.reversed()) {
        part.actions["prepareForDeletion"] = { _ in context.delete(other) }
      }
      try context.save()
      context.delete(parts[0])
      #expect(parts.map { $0.count("prepareForDeletion") } == [1, 1])
      try context.save()
      #expect(context.registeredObjects.isEmpty)
    }
  }

  // R-CTX-405: each deletes the other unless it is deleted.
  @Test(arguments: StackKind.everyStore)
  func twoMayDeleteEachOther(_ kind: StackKind) throws {
    try nodes(kind) { context, _ in
      let parts = [context.part("one"), context.part("two")]
      for (part, other) in zip(parts, parts.reversed()) {
        part.actions["prepareForDeletion"] = { _ in
          if !other.isDeleted { context.delete(other) }
        }
      }
      try context.save()
      context.delete(parts[0])
      #expect(context.deletedObjects == Set(parts))
      #expect(parts.map { $0.count("prepareForDeletion") } == [1, 1])
      try context.save()
    }
  }

  // R-CTX-245, 405
  @Test(arguments: StackKind.everyStore)
  func preparationForDeletionComesAtOnceAndForVictimsAtPropagation(_ kind: StackKind) throws {
    try nodes(kind) { context, _ in
      let child = context.part("child")
      let parent = context.part("parent", ["children": [child] as Set])
      try context.save()
      var seen: [String] = []
      for part in [parent, child] {
        part.actions["prepareForDeletion"] = { part in
          let name = part.string("name") ?? "nil"
          seen.append("\(name) \(part.objects("children").count) \(part.objects("parents").count)")
        }
      }
      context.delete(parent)
      #expect(seen == ["parent 1 0"])
      #expect(parent.isDeleted)
      #expect(parent.string("name") == "parent")
      #expect(context.registeredObjects.contains(parent))
      #expect(!parent.isFault)
      context.processPendingChanges()
      try #require(seen.count == 2)
      #expect(seen[1].hasPrefix("child"))
      try context.save()
      #expect(seen.count == 2)
    }
  }

  // R-CTX-415, 413
  @Test(arguments: StackKind.everyStore)
  func betweenDeletedObjectsNothingNeedsNullifying(_ kind: StackKind) throws {
    try nodes(kind) { context, stack in
      let blocker = context.part("blocker")
      let owner = context.part("owner", ["blockers": [blocker] as Set, "next": blocker])
      try context.save()
      context.delete(blocker)
      context.delete(owner)
      try context.save()
      let left = try stack.run { try $0.all("Part").count }
      #expect(left == 0)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-408: announced before, deleted now; across two events.
  @Test(arguments: StackKind.everyStore)
  func aForgottenInsertionIsReportedIfItWasKnown(_ kind: StackKind) throws {
    try nodes(kind) { context, _ in
      let (peer, part) = (context.part("peer"), context.part("part"))
      part.setValue([peer] as Set, forKey: "peers")
      context.processPendingChanges()
      let log = NotificationLog(context)
      context.delete(part)
      #expect(part.isDeleted)
      #expect(part.isInserted)
      #expect(context.insertedObjects == [peer, part])
      context.processPendingChanges()
      #expect(context.insertedObjects == [peer])
      let notes = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(notes.count == 1)
      #expect(notes.first?.objects(NSDeletedObjectsKey) == [part])
      #expect(peer.objects("peerOf").isEmpty)
      #expect(context.registeredObjects == [peer])
      #expect(!part.isDeleted)
      #expect(!part.isInserted)
      #expect(part.managedObjectContext == nil)
    }
  }

  // R-CTX-416
  @Test(arguments: StackKind.everyStore)
  func aDeletedObjectKeepsItsIDOnly(_ kind: StackKind) throws {
    try nodes(kind) { context, _ in
      let part = context.part("dead")
      try context.save()
      let id = part.objectID
      context.delete(part)
      try context.save()
      #expect(part.objectID == id)
      #expect(!id.isTemporaryID)
      #expect(part.isFault)
      #expect(!part.isDeleted)
      #expect(try context.all("Part").isEmpty)
      #expect(context.registeredObjects.isEmpty)
      #expect(part.changedValues().isEmpty)
      #expect(part.committedValues(forKeys: nil).isEmpty)
    }
  }

  // R-CTX-418, 110
  @Test(arguments: StackKind.everyStore)
  func aDeletedObjectIsLookedUpUntilTheSave(_ kind: StackKind) throws {
    try nodes(kind) { context, _ in
      let part = context.part("dead")
      try context.save()
      context.delete(part)
      context.processPendingChanges()
      let id = part.objectID
      #expect(context.object(with: id) === part)
      #expect(context.registeredObject(for: id) === part)
      #expect(try context.existingObject(with: id) === part)
    }
  }

  // R-CTX-419, 157
  @Test(arguments: StackKind.everyStore)
  func insertingTakesADeletionBack(_ kind: StackKind) throws {
    try nodes(kind) { context, stack in
      let part = context.part("dead")
      try context.save()
      context.delete(part)
      part.setValue("alive", forKey: "name")
      #expect(part.isDeleted)
      #expect(part.string("name") == "alive")
      context.insert(part)
      #expect(!part.isDeleted)
      #expect(context.deletedObjects.isEmpty)
      #expect(!part.isInserted)
      try context.save()
      let names = try stack.run { try $0.all("Part").map { $0.string("name") } }
      #expect(names == ["alive"])
      #expect(part.count("awakeFromInsert") == 1)
      context.delete(part)
      part.setValue("ignored", forKey: "name")
      try context.save()
      let left = try stack.run { try $0.all("Part").count }
      #expect(left == 0)
    }
  }

  // R-CTX-420, 287
  @Test(arguments: StackKind.everyStore)
  func otherContextsKeepTheirCopiesOfADeletedRow(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      #expect(car.string("maker") == "Fiat")
      try stack.deleteElsewhere("Car")
      #expect(car.string("maker") == "Fiat")
      #expect(!car.isDeleted)
      #expect(!car.isFault)
      #expect(context.registeredObject(for: car.objectID) === car)
      #expect(!context.hasChanges)
      #expect(try context.all("Car").isEmpty)
      #expect(car.string("model") == "500")
    }
  }
}
