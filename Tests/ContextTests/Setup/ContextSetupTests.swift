// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Dispatch
import Foundation
import Testing

/// Contexts as such: configuration, queues, life.
@Suite struct ContextSetupTests {
  // R-CTX-031, 032, 033
  @Test func contextsAreMadeByTypeOfQueue() {
    let types: [NSManagedObjectContextConcurrencyType] = [
      .confinementConcurrencyType, .privateQueueConcurrencyType, .mainQueueConcurrencyType,
    ]
    #expect(types.map { $0.rawValue } == [0, 1, 2])
    for type in types {
      #expect(NSManagedObjectContext(concurrencyType: type).concurrencyType == type)
    }
    #expect(NSManagedObjectContext(.privateQueue).concurrencyType == .privateQueueConcurrencyType)
    #expect(NSManagedObjectContext(.mainQueue).concurrencyType == .mainQueueConcurrencyType)
    let named: Set<NSManagedObjectContext.ConcurrencyType> = [.privateQueue, .mainQueue]
    #expect(named.count == 2)
  }

  // R-CTX-034, 035, 065
  @Test func aContextIsBornUnconfigured() {
    let context = NSManagedObjectContext(.privateQueue)
    #expect(context.persistentStoreCoordinator == nil)
    #expect(context.parent == nil)
    #expect(context.name == nil)
    #expect(context.transactionAuthor == nil)
    #expect(!context.hasChanges)
    #expect(!context.automaticallyMergesChangesFromParent)
    #expect(context.stalenessInterval == -1)
    #expect(context.shouldDeleteInaccessibleFaults)
    #expect(context.propagatesDeletesAtEndOfEvent)
    #expect(!context.retainsRegisteredObjects)
    #expect(context.userInfo.count == 0)
    #expect(context.insertedObjects.isEmpty)
    #expect(context.updatedObjects.isEmpty)
    #expect(context.deletedObjects.isEmpty)
    #expect(context.registeredObjects.isEmpty)
  }

  // R-CTX-073
  @Test(arguments: StackKind.all)
  func contextsOfOneCoordinatorAreIndependent(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    let (first, second) = (stack.context(), stack.context())
    try first.performAndWait {
      let ada = try first.only("Person")
      try second.performAndWait {
        let other = try second.only("Person")
        #expect(other !== ada)
        #expect(other.objectID == ada.objectID)
        #expect(other.objectID.hash == ada.objectID.hash)
        other.setValue("x", forKey: "firstName")
        #expect(ada.string("firstName") == "Ada")
        #expect(!first.hasChanges)
        #expect(second.hasChanges)
      }
    }
  }

  // R-CTX-074
  @Test func aContextWithoutStoreOrParentCannotInsertByName() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let context = NSManagedObjectContext(.privateQueue)
      context.performAndWait { _ = context.insert("Person") }
    }
    #expect(result?.reports("NS") == true)
  }

  // R-CTX-074
  @Test func aContextWithoutStoreOrParentCannotFetch() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let context = NSManagedObjectContext(.privateQueue)
      try context.performAndWait { _ = try context.all("Person") }
    }
    #expect(result != nil)
  }

  // R-CTX-078, 902
  @Test(arguments: StackKind.all)
  func configurationMayBeReadAndSetAnywhere(_ kind: StackKind) async throws {
    let stack = try Stack.withAda(kind)
    let context = stack.context()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          context.name = "\(number)"
          context.mergePolicy = NSMergePolicy.overwrite
          context.stalenessInterval = Double(number)
          _ = (context.name, context.concurrencyType, context.parent)
          _ = context.persistentStoreCoordinator
        }
        group.addTask { _ = await context.perform { context.registeredObjects.count } }
      }
    }
    #expect(context.name != nil)
    #expect(context.persistentStoreCoordinator === stack.coordinator)
  }

  // R-CTX-076
  @Test(arguments: StackKind.all)
  func theUserInfoIsTheClients(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      context.userInfo["key"] = "value"
      try context.only("Person").setValue("x", forKey: "firstName")
      context.rollback()
      try context.save()
      context.reset()
      #expect(context.userInfo["key"] as? String == "value")
      #expect(context.userInfo.count == 1)
    }
  }

  // R-CTX-890, 908
  @Test(arguments: StackKind.all)
  func aContextOfAnyThreadHasItsOwnQueue(_ kind: StackKind) async throws {
    let stack = try Stack.withAda(kind)
    let coordinator = stack.coordinator
    let context = await Task.detached {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return context
    }.value
    let count = try await context.perform { try context.all("Person").count }
    #expect(count == 1)
  }

  // R-CTX-890, 897
  @Test(arguments: StackKind.all)
  func aConfinedContextWorksWhereItWasMade(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    let log = NotificationLog(context)
    try context.only("Person").setValue("x", forKey: "firstName")
    #expect(log.notes.isEmpty)
    try context.save()
    let name = try stack.run { try $0.only("Person").string("firstName") }
    #expect(name == "x")
  }

  // R-CTX-909, 892
  @Test(arguments: StackKind.all)
  func aQueuedBlockKeepsItsContextAndPendingChangesDieWithIt(_ kind: StackKind) async throws {
    let stack = try Stack.road(kind)
    weak var weakly: NSManagedObjectContext?
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let context = stack.context()
      weakly = context
      context.perform { [unowned context] in
        _ = context.person("Lost")
        continuation.resume()
      }
    }
    for _ in 0..<6000 where weakly != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(weakly == nil)
    let count = try stack.run { try $0.all("Person").count }
    #expect(count == 0)
  }

  // R-CTX-905, 797
  @Test(arguments: StackKind.all)
  func aChildAsksItsParentFromAnyThread(_ kind: StackKind) async throws {
    let stack = try Stack.withAda(kind)
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    try parent.performAndWait {
      try child.performAndWait {
        let here = try child.only("Person")
        #expect(here.string("firstName") == "Ada")
        let there = try parent.performAndWait { try parent.only("Person") }
        #expect(there !== here)
        #expect(there.objectID == here.objectID)
      }
    }
    let names = try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<6 {
        group.addTask {
          let sibling = NSManagedObjectContext(.privateQueue)
          sibling.parent = parent
          return try await sibling.perform {
            sibling.person("P\(number)")
            try sibling.save()
            return try sibling.all("Person", "firstName == 'Ada'").first?.string("firstName")
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(names == Array(repeating: "Ada", count: 6))
    let pushed = await parent.perform { parent.insertedObjects.count }
    #expect(pushed == 6)
  }

  // R-CTX-080
  @Test func theDeprecatedLockIsRecursiveAndExclusive() {
    let context = NSManagedObjectContext(.privateQueue)
    context.lock()
    #expect(context.tryLock())
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      #expect(!context.tryLock())
      isDone.signal()
    }
    isDone.wait()
    context.unlock()
    context.unlock()
  }

  // R-CTX-249
  @Test(arguments: StackKind.all)
  func theCallbacksOfTheBaseClassDoNothing(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      person.awakeFromInsert()
      person.awakeFromFetch()
      person.awake(fromSnapshotEvents: [.undoInsertion, .rollback, .refresh, .mergePolicy])
      person.prepareForDeletion()
      person.willSave()
      person.didSave()
      person.willTurnIntoFault()
      person.didTurnIntoFault()
      #expect(!context.hasChanges)
      #expect(!person.isFault)
      #expect(person.string("firstName") == "Ada")
    }
  }

  // R-CTX-859, 854
  @Test(arguments: StackKind.all)
  func aFailedSavePostsWillSaveAlone(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      _ = context.record("Person")
      context.processPendingChanges()
      let log = NotificationLog(context)
      #expect(failure { try context.save() } != nil)
      let names = log.notes.map { $0.name }
      #expect(names == [.NSManagedObjectContextWillSave])
      #expect(log.notes[0].userInfo == nil)
    }
  }

  // R-CTX-662, 660, 066
  @Test(arguments: StackKind.all)
  func nothingIsUndoneWithoutAnUndoManager(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let ada = try context.only("Person")
      ada.setValue("x", forKey: "firstName")
      context.processPendingChanges()
      context.rollback()
      #expect(ada.string("firstName") == "Ada")
      #expect(!context.hasChanges)
    }
  }
}
