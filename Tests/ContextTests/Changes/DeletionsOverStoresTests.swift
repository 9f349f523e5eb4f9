// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Deletions and their rules, on every store.
@Suite struct DeletionsOverStoresTests {
  private func parts(
    _ kind: StackKind, _ body: (NSManagedObjectContext, Stack) throws -> Void
  ) throws {
    let stack = try Stack(kind, model: PartModel.make())
    try stack.run { try body($0, stack) }
  }

  private func names(_ stack: Stack) throws -> Set<String> {
    try stack.run { Set(try $0.all("Part").compactMap { $0.string("name") }) }
  }

  // S-30: R-CTX-411
  @Test(arguments: StackKind.everyStore)
  func nullifyTakesTheObjectOutOfEachInverse(_ kind: StackKind) throws {
    try parts(kind) { context, stack in
      let (one, many) = (context.part("one"), context.part("many"))
      let dead = context.part("dead", ["next": one, "peers": [many] as Set])
      try context.save()
      context.delete(dead)
      context.processPendingChanges()
      #expect(one.value(forKey: "previous") == nil)
      #expect(many.objects("peerOf").isEmpty)
      #expect(one.isUpdated)
      #expect(many.isUpdated)
      try context.save()
      #expect(try names(stack) == ["one", "many"])
    }
  }

  // S-30: R-CTX-410, 412, 245
  @Test(arguments: StackKind.everyStore)
  func cascadeFollowsChainsDiamondsAndCycles(_ kind: StackKind) throws {
    try parts(kind) { context, stack in
      let all = ["a", "b", "c", "d", "e"].map { context.part($0) }
      func join(_ parent: Int, _ child: Int) {
        all[parent].mutableSetValue(forKey: "children").add(all[child])
      }
      for (parent, child) in [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (4, 0)] {
        join(parent, child)
      }
      context.part("other")
      try context.save()
      context.delete(all[0])
      #expect(all[0].isDeleted)
      #expect(!all[3].isDeleted)
      context.processPendingChanges()
      #expect(context.deletedObjects == Set(all))
      #expect(all.allSatisfy { $0.isDeleted })
      #expect(all.allSatisfy { $0.count("prepareForDeletion") == 1 })
      try context.save()
      #expect(try names(stack) == ["other"])
    }
  }

  // S-30: R-CTX-412, 407
  @Test(arguments: StackKind.everyStore)
  func cascadeReachesWhatNobodyHasLoaded(_ kind: StackKind) throws {
    try parts(kind) { context, stack in
      let leaf = context.part("leaf")
      let middle = context.part("middle", ["children": [leaf] as Set])
      context.part("root", ["children": [middle] as Set])
      try context.save()
      try stack.run { other in
        other.delete(try #require(try other.all("Part", "name == 'root'").first))
        try other.save()
      }
      #expect(try names(stack).isEmpty)
    }
  }

  // S-30: R-CTX-413
  @Test(arguments: StackKind.everyStore)
  func denyRefusesTheSaveUntilTheDestinationsGoToo(_ kind: StackKind) throws {
    try parts(kind) { context, stack in
      let blocker = context.part("blocker")
      let owner = context.part("owner", ["blockers": [blocker] as Set])
      try context.save()
      context.delete(owner)
      let error = try #require(failure { try context.save() })
      #expect(error.code == .validationRelationshipDeniedDelete)
      #expect(error.code.rawValue == 1600)
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "blockers")
      #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === owner)
      #expect(owner.isDeleted)
      #expect(context.deletedObjects == [owner])
      #expect(try names(stack) == ["blocker", "owner"])
      context.delete(blocker)
      try context.save()
      #expect(try names(stack).isEmpty)
      #expect(!context.hasChanges)
    }
  }

  // S-30: R-CTX-414
  @Test(arguments: StackKind.everyStore)
  func noActionLeavesADanglingReference(_ kind: StackKind) throws {
    try parts(kind) { context, stack in
      let loose = context.part("loose")
      let owner = context.part("owner", ["loose": [loose] as Set])
      try context.save()
      context.delete(owner)
      context.processPendingChanges()
      #expect(loose.value(forKey: "tight") as? NSManagedObject === owner)
      #expect(!loose.isUpdated)
      try context.save()
      try stack.run { other in
        let tight = try #require(try other.only("Part").value(forKey: "tight") as? NSManagedObject)
        #expect(tight.isFault)
        #expect(tight.string("name") == nil)
        #expect(tight.isDeleted)
      }
    }
  }

  // S-31: R-CTX-409
  @Test(arguments: StackKind.everyStore, [true, false])
  func propagationWaitsForProcessingOrForTheSave(_ kind: StackKind, _ atEnd: Bool) throws {
    try parts(kind) { context, stack in
      context.propagatesDeletesAtEndOfEvent = atEnd
      let child = context.part("child")
      let peer = context.part("peer")
      let parent = context.part("parent", ["children": [child] as Set, "peers": [peer] as Set])
      try context.save()
      context.delete(parent)
      #expect(child.objects("parents") == [parent])
      #expect(!child.isDeleted)
      context.processPendingChanges()
      #expect(child.isDeleted == atEnd)
      #expect(peer.objects("peerOf").isEmpty == atEnd)
      try context.save()
      #expect(try names(stack) == ["peer"])
      #expect(peer.objects("peerOf").isEmpty)
    }
  }

  // S-32: R-CTX-408, 181, 571
  @Test(arguments: StackKind.everyStore)
  func whatWasNeverSavedLeavesNoTrace(_ kind: StackKind) throws {
    try parts(kind) { context, stack in
      let log = NotificationLog(context)
      let part = context.part("brief")
      context.delete(part)
      #expect(part.isDeleted)
      #expect(context.deletedObjects == [part])
      context.processPendingChanges()
      #expect(context.deletedObjects.isEmpty)
      #expect(!part.isDeleted)
      #expect(!part.isInserted)
      #expect(part.managedObjectContext == nil)
      #expect(context.registeredObjects.isEmpty)
      #expect(!context.hasChanges)
      #expect(log.notes.map { $0.objects(NSDeletedObjectsKey) } == [[part]])
      let known = context.part("known")
      context.processPendingChanges()
      log.forget()
      context.delete(known)
      try context.save()
      let changes = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(changes.count == 1)
      #expect(changes.first?.objects(NSDeletedObjectsKey) == [known])
      #expect(changes.first?.keys == [NSDeletedObjectsKey])
      let save = log.notes(.NSManagedObjectContextDidSave).first
      #expect(save?.objects(NSDeletedObjectsKey).isEmpty == true)
      #expect(save?.objects(NSInsertedObjectsKey).isEmpty == true)
      #expect(!known.events.contains("willSave"))
      #expect(!known.events.contains("didSave"))
      #expect(known.string("name") == nil)
      #expect(known.managedObjectContext == nil)
    }
  }

  // S-33: R-CTX-416, 345, 227
  @Test(arguments: StackKind.everyStore)
  func aSavedDeletionLeavesAnOrphan(_ kind: StackKind) throws {
    try parts(kind) { context, stack in
      let peer = context.part("peer")
      let part = context.part("dead", ["peers": [peer] as Set, "next": peer])
      try context.save()
      let id = part.objectID
      context.delete(part)
      #expect(part.string("name") == "dead")
      try context.save()
      #expect(part.managedObjectContext == nil)
      #expect(!part.isDeleted)
      #expect(!part.hasChanges)
      #expect(part.isFault)
      #expect(part.objectID == id)
      #expect(context.registeredObject(for: id) == nil)
      #expect(part.string("name") == "dead")
      #expect(part.value(forKey: "next") == nil)
      #expect(part.objects("peers").isEmpty)
      #expect(part.mutableSetValue(forKey: "peers").count == 0)
      #expect(part.objectIDs(forRelationshipNamed: "peers").isEmpty)
      part.setValue("ignored", forKey: "name")
      #expect(!context.hasChanges)
      part.willAccessValue(forKey: nil)
      #expect(!part.isFault)
      #expect(try names(stack) == ["peer"])
    }
  }
}
