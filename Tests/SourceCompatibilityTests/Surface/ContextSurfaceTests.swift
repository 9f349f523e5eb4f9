// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Every member of a context under Apple's name, with Apple's labels and types. What compiles here
/// is the test; what is asserted are the values of a new context.
@Suite struct ContextSurfaceTests {
  private let container = ShoppingContainer()

  // R-CTX-030
  @Test func aContextIsNotArchived() {
    class Subclass: NSManagedObjectContext, @unchecked Sendable {}
    let context: any NSLocking & NSCoding & Sendable = Subclass(
      concurrencyType: .privateQueueConcurrencyType)
    #expect((context as AnyObject) is NSObject)
    #expect(NSManagedObjectContext(coder: NSKeyedArchiver(requiringSecureCoding: false)) == nil)
  }

  // R-CTX-031, R-CTX-032, R-CTX-033
  @Test func contextsAreMadeByTypeOfConcurrency() {
    let first = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    let second = NSManagedObjectContext(.mainQueue)
    #expect(first.concurrencyType == .privateQueueConcurrencyType)
    #expect(second.concurrencyType == .mainQueueConcurrencyType)
    let raw: [UInt] = [
      NSManagedObjectContextConcurrencyType.confinementConcurrencyType.rawValue,
      NSManagedObjectContextConcurrencyType.privateQueueConcurrencyType.rawValue,
      NSManagedObjectContextConcurrencyType.mainQueueConcurrencyType.rawValue,
    ]
    #expect(raw == [0, 1, 2])
    let types: Set<NSManagedObjectContext.ConcurrencyType> = [.privateQueue, .mainQueue]
    #expect(types.count == 2)
    let type: NSManagedObjectContextConcurrencyType =
      NSManagedObjectContext.ConcurrencyType.mainQueue.rawValue
    #expect(type == .mainQueueConcurrencyType)
  }

  // R-CTX-034, R-CTX-066
  @Test func theConfigurationOfANewContext() {
    let context = NSManagedObjectContext(.privateQueue)
    let coordinator: NSPersistentStoreCoordinator? = context.persistentStoreCoordinator
    let parent: NSManagedObjectContext? = context.parent
    let name: String? = context.name
    let info: NSMutableDictionary = context.userInfo
    let policy: Any = context.mergePolicy
    let undoManager: UndoManager? = context.undoManager
    let author: String? = context.transactionAuthor
    #expect(coordinator == nil)
    #expect(parent == nil)
    #expect(name == nil)
    #expect(author == nil)
    #expect(undoManager == nil)
    #expect(info.count == 0)
    let isErrorPolicy = (policy as AnyObject) === NSErrorMergePolicy
    #expect(isErrorPolicy)
    context.parent = container.viewContext
    context.mergePolicy = NSMergePolicy.overwrite
    context.undoManager = UndoManager()
    context.transactionAuthor = "app"
    #expect(context.parent === container.viewContext)
  }

  // R-CTX-035
  @Test func theFlagsOfANewContext() {
    let context = NSManagedObjectContext(.privateQueue)
    let flags: [Bool] = [
      context.automaticallyMergesChangesFromParent, context.shouldDeleteInaccessibleFaults,
      context.propagatesDeletesAtEndOfEvent, context.retainsRegisteredObjects,
    ]
    #expect(flags == [false, true, true, false])
    let interval: TimeInterval = context.stalenessInterval
    #expect(interval < 0)
    context.retainsRegisteredObjects = true
    context.stalenessInterval = 0
    context.propagatesDeletesAtEndOfEvent = false
    context.shouldDeleteInaccessibleFaults = false
  }

  // R-CTX-036, R-CTX-037, R-CTX-040
  @Test func fetchingAndLookingUp() throws {
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let item = ShoppingItem(name: "Milk", in: context)
      try context.save()
      let request: NSFetchRequest<ShoppingItem> = ShoppingItem.fetchRequest()
      let items: [ShoppingItem] = try context.fetch(request)
      let count: Int = try context.count(for: request)
      #expect(items == [item])
      #expect(count == 1)
      let id: NSManagedObjectID = item.objectID
      let registered: NSManagedObject? = context.registeredObject(for: id)
      let object: NSManagedObject = context.object(with: id)
      let existing: NSManagedObject = try context.existingObject(with: id)
      #expect(registered === item)
      #expect(object === item)
      #expect(existing === item)
      let all: Set<NSManagedObject> = context.registeredObjects
      #expect(all.contains(item))
      let result: NSPersistentStoreResult = try context.execute(
        NSBatchDeleteRequest(fetchRequest: NSFetchRequest<ShoppingItem>(entityName: "ShoppingItem"))
      )
      #expect(result is NSBatchDeleteResult)
      item.count = 2
      context.rollback()
      context.reset()
      context.undo()
      context.redo()
    }
  }

  // R-CTX-038, R-CTX-039
  @Test func changingObjects() throws {
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let item = ShoppingItem(
        entity: try #require(
          NSEntityDescription.entity(forEntityName: "ShoppingItem", in: context)),
        insertInto: nil)
      context.insert(item)
      let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
      context.assign(item, to: store)
      item.name = "Milk"
      let inserted: Set<NSManagedObject> = context.insertedObjects
      #expect(inserted == [item])
      try context.obtainPermanentIDs(for: [item])
      context.processPendingChanges()
      try context.save()
      context.detectConflicts(for: item)
      item.count = 2
      let updated: Set<NSManagedObject> = context.updatedObjects
      #expect(updated == [item])
      #expect(context.hasChanges)
      context.refresh(item, mergeChanges: true)
      context.refreshAllObjects()
      context.delete(item)
      let deleted: Set<NSManagedObject> = context.deletedObjects
      #expect(deleted == [item])
      let handled: Bool = context.shouldHandleInaccessibleFault(
        item, for: item.objectID, triggeredByProperty: nil)
      #expect(handled)
    }
  }

  // R-CTX-041, R-CTX-045
  @Test func mergingAndNotifications() {
    let context = container.newBackgroundContext()
    context.performAndWait {
      context.mergeChanges(
        fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave, object: context))
    }
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSInsertedObjectsKey: [URL]()], into: [context])
    let names: [Notification.Name] = [
      .NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave,
      .NSManagedObjectContextObjectsDidChange, NSManagedObjectContext.willSaveObjectsNotification,
      NSManagedObjectContext.didSaveObjectsNotification,
      NSManagedObjectContext.didChangeObjectsNotification,
      NSManagedObjectContext.didSaveObjectIDsNotification,
      NSManagedObjectContext.didMergeChangesObjectIDsNotification,
    ]
    #expect(Set(names).count == 5)
    #expect(NSManagedObjectContext.NotificationKey.insertedObjects.rawValue == NSInsertedObjectsKey)
  }

  // R-CTX-043
  @Test func blocksInAllForms() async throws {
    let context = container.newBackgroundContext()
    enqueueNothing(in: context)
    context.performAndWait {}
    let number: Int = context.performAndWait { 1 }
    let next: Int = await context.perform { 2 }
    let last: Int = try await context.perform(schedule: .enqueued) {
      try context.count(for: NSFetchRequest<ShoppingItem>(entityName: "ShoppingItem"))
    }
    #expect(number + next + last == 3)
    let schedules: Set<NSManagedObjectContext.ScheduledTaskType> = [.immediate, .enqueued]
    #expect(schedules.count == 2)
  }

  /// Outside of `async` code the block is enqueued, and nobody waits.
  private func enqueueNothing(in context: NSManagedObjectContext) { context.perform {} }

  // R-CTX-044
  @Test func theLockOfAContext() {
    let context = NSManagedObjectContext(.privateQueue)
    context.lock()
    let isLocked: Bool = context.tryLock()
    #expect(isLocked)
    context.unlock()
    context.unlock()
  }
}
