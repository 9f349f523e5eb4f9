// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Merging of what other contexts save, on every store.
@Suite struct MergesOverStoresTests {
  /// The did-save notification of what a new context does.
  private func saving(
    _ stack: Stack, _ body: (NSManagedObjectContext) throws -> Void
  ) throws -> Notification {
    let context = stack.context()
    let box = Box()
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: context, queue: nil
    ) { box.notification = $0 }
    defer { NotificationCenter.default.removeObserver(token) }
    try context.performAndWait {
      try body(context)
      try context.save()
    }
    return try #require(box.notification)
  }

  private func person(_ context: NSManagedObjectContext, _ name: String) throws -> Record {
    try #require(try context.records("Person", "firstName == '\(name)'").first)
  }

  // S-50: R-CTX-761, 762, 765, 767, 768
  @Test(arguments: StackKind.everyStore)
  func aMergeShowsInsertionsAndUpdates(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      for name in ["one", "two", "fault"] { context.person(name) }
      try context.save()
    }
    try stack.run { context in
      let (one, two) = (try person(context, "one"), try person(context, "two"))
      let fault = try person(context, "fault")
      _ = (one.string("lastName"), two.string("lastName"))
      #expect(fault.isFault)
      let log = NotificationLog(context)
      let merged = MergedIDs(context)
      let save = try saving(stack) { other in
        for person in try other.all("Person") { person.setValue("new", forKey: "lastName") }
        other.person("four")
      }
      context.mergeChanges(fromContextDidSave: save)
      #expect(one.string("lastName") == "new")
      #expect(two.string("lastName") == "new")
      #expect(fault.isFault)
      #expect(!context.hasChanges)
      #expect(context.insertedObjects.isEmpty)
      let four = try #require(context.registeredObjects.first { $0.string("firstName") == "four" })
      #expect(!four.isInserted)
      #expect(!four.hasChanges)
      let changes = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(changes.count == 1)
      #expect(changes.first?.keys == [NSInsertedObjectsKey, NSRefreshedObjectsKey])
      #expect(changes.first?.objects(NSInsertedObjectsKey) == [four])
      #expect(changes.first?.objects(NSRefreshedObjectsKey) == [one, two])
      #expect(merged.counts == [1, 2, 2, 0])
      log.forget()
      try context.save()
      let own = log.notes(.NSManagedObjectContextDidSave).first
      #expect(own?.objects(NSInsertedObjectsKey).isEmpty == true)
      #expect(own?.objects(NSUpdatedObjectsKey).isEmpty == true)
    }
  }

  // S-50: R-CTX-763, 771
  @Test(arguments: StackKind.everyStore)
  func aMergedDeletionIsPendingUntilTheSave(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      car.setValue("Mine", forKey: "maker")
      let log = NotificationLog(context)
      let save = try saving(stack) { $0.delete(try $0.only("Car")) }
      context.mergeChanges(fromContextDidSave: save)
      #expect(context.deletedObjects == [car])
      #expect(car.isDeleted)
      #expect(context.updatedObjects.isEmpty)
      let change = log.notes(.NSManagedObjectContextObjectsDidChange).last
      #expect(change?.objects(NSDeletedObjectsKey) == [car])
      try context.save()
      #expect(!context.hasChanges)
      #expect(car.managedObjectContext == nil)
    }
  }

  // S-50: R-CTX-761, 612
  @Test(arguments: StackKind.everyStore)
  func pendingChangesStayOverWhatIsMerged(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      car.setValuesForKeys(["maker": "Mine", "currentDrivingSpeed": 7])
      let save = try saving(stack) {
        try $0.only("Car").setValuesForKeys(["maker": "Theirs", "model": "Theirs"])
      }
      context.mergeChanges(fromContextDidSave: save)
      #expect(car.string("maker") == "Mine")
      #expect(car.string("model") == "Theirs")
      #expect(car.isUpdated)
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 7)
      try context.save()
    }
    let maker = try stack.run { try $0.only("Car").string("maker") }
    #expect(maker == "Mine")
  }

  // S-51: R-CTX-766, 770
  @Test(arguments: StackKind.everyStore)
  func whatConcernsNobodyIsNotTold(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let ada = try context.onlyRecord("Person")
      let log = NotificationLog(context)
      let update = try saving(stack) { other in
        try other.only("Person").setValue("x", forKey: "firstName")
        try other.only("Car").setValue("x", forKey: "maker")
      }
      context.mergeChanges(fromContextDidSave: update)
      context.mergeChanges(fromContextDidSave: try saving(stack) { _ in })
      context.mergeChanges(fromContextDidSave: try saving(stack) { $0.delete(try $0.only("Car")) })
      #expect(log.notes(.NSManagedObjectContextObjectsDidChange).isEmpty)
      #expect(ada.isFault)
      #expect(!context.hasChanges)
      #expect(ada.string("firstName") == "x")
    }
  }

  // S-52: R-CTX-780, 781, 783
  @Test(arguments: StackKind.everyStore, [true, false])
  func rootContextsMergeByThemselvesIfTold(_ kind: StackKind, _ merges: Bool) throws {
    let stack = try Stack.withAda(kind)
    let context = stack.context()
    context.automaticallyMergesChangesFromParent = merges
    let ada = try context.performAndWait {
      let ada = try context.onlyRecord("Person")
      _ = ada.string("firstName")
      return ada
    }
    try stack.elsewhere("Person", ["firstName": "x"])
    context.performAndWait {
      #expect(ada.string("firstName") == (merges ? "x" : "Ada"))
      #expect(!context.hasChanges)
    }
    try context.performAndWait {
      context.refreshAllObjects()
      ada.setValue("mine", forKey: "firstName")
      try context.save()
      #expect(ada.string("firstName") == "mine")
    }
  }

  // S-52: R-CTX-780, 783
  @Test(arguments: StackKind.everyStore, [true, false])
  func childrenMergeWhatTheirParentSavesIfTold(_ kind: StackKind, _ merges: Bool) throws {
    let stack = try Stack.withAda(kind)
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    child.automaticallyMergesChangesFromParent = merges
    let ada = try child.performAndWait {
      let ada = try child.onlyRecord("Person")
      _ = ada.string("firstName")
      return ada
    }
    try parent.performAndWait {
      try parent.only("Person").setValue("x", forKey: "firstName")
      try parent.save()
    }
    child.performAndWait {
      #expect(ada.string("firstName") == (merges ? "x" : "Ada"))
      #expect(!child.hasChanges)
    }
  }

  // R-CTX-785
  @Test(arguments: StackKind.all)
  func batchRequestsAreNotMergedByThemselves(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    let context = stack.context()
    context.automaticallyMergesChangesFromParent = true
    let car = try context.performAndWait {
      let car = try context.onlyRecord("Car")
      _ = car.string("maker")
      return car
    }
    try stack.run { other in
      let request = NSBatchUpdateRequest(entityName: "Car")
      request.propertiesToUpdate = ["maker": "Batch"]
      _ = try other.execute(request)
    }
    context.performAndWait {
      #expect(car.string("maker") == "Fiat")
      #expect(!context.hasChanges)
    }
    let maker = try stack.run { try $0.only("Car").string("maker") }
    #expect(maker == "Batch")
  }

  // S-53: R-CTX-777, 778
  @Test(arguments: StackKind.all)
  func batchResultsReachRealisedObjectsByARemoteMerge(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      #expect(car.string("maker") == "Fiat")
      let request = NSBatchUpdateRequest(entityName: "Car")
      request.propertiesToUpdate = ["maker": "Batch"]
      request.resultType = .updatedObjectIDsResultType
      let result = try context.execute(request) as? NSBatchUpdateResult
      let ids = try #require(result?.result as? [NSManagedObjectID])
      #expect(car.string("maker") == "Fiat")
      #expect(ids == [car.objectID])
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [context])
      #expect(car.string("maker") == "Batch")
      #expect(!context.hasChanges)
      car.setValue("Mine", forKey: "maker")
      try context.save()
    }
  }
}

private final class Box: @unchecked Sendable {
  // Sendable: set within the save of the test that reads it.
  var notification: Notification?
}

/// How many objects a context has told to have merged: inserted, updated, refreshed, deleted.
private final class MergedIDs: @unchecked Sendable {
  // Sendable: set within the merge of the test that reads it.
  private(set) var counts: [Int] = []
  private var token: (any NSObjectProtocol)?

  init(_ context: NSManagedObjectContext) {
    token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidMergeChangesObjectIDs, object: context, queue: nil
    ) { [weak self] notification in
      let keys = [
        NSInsertedObjectIDsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectIDsKey,
        NSDeletedObjectIDsKey,
      ]
      self?.counts = keys.map {
        (notification.userInfo?[$0] as? Set<NSManagedObjectID>)?.count ?? 0
      }
    }
  }

  deinit { if let token { NotificationCenter.default.removeObserver(token) } }
}
