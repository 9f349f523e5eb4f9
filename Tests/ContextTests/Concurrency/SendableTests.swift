// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What the compiler lets cross from one isolation to another. Most of it is checked by compiling.
@Suite struct SendableTests {
  private func requireSendable<T: Sendable>(_ type: T.Type) {}

  // R-CTX-930, R-CTX-932
  @Test func whatTravelsIsSendable() {
    requireSendable(NSManagedObjectID.self)
    requireSendable(NSManagedObjectContext.self)
    requireSendable(NSPersistentStoreCoordinator.self)
    requireSendable(NSPersistentContainer.self)
    requireSendable(NSSnapshotEventType.self)
    requireSendable(NSManagedObjectContextConcurrencyType.self)
    requireSendable(NSManagedObjectContext.ConcurrencyType.self)
    requireSendable(NSManagedObjectContext.ScheduledTaskType.self)
    requireSendable(NSManagedObjectContext.NotificationKey.self)
    requireSendable(NSMergePolicyType.self)
    requireSendable(NSDeleteRule.self)
  }

  // R-CTX-932, R-CTX-934
  @Test func constantsAreUsableInAnyIsolation() async {
    let names = await Task.detached {
      let policies = [
        NSErrorMergePolicy, NSMergeByPropertyStoreTrumpMergePolicy,
        NSMergeByPropertyObjectTrumpMergePolicy, NSOverwriteMergePolicy, NSRollbackMergePolicy,
      ]
      return policies.count == 5 ? [Notification.Name.NSManagedObjectContextDidSave] : []
    }.value
    let same = await MainActor.run { [NSManagedObjectContext.didSaveObjectsNotification] }
    #expect(names == same)
  }

  // R-CTX-933
  @Test func performAndWaitTakesAndGivesWhatIsNotSendable() throws {
    final class Box { var value = 0 }
    let stack = try Stack(.singles[0])
    let context = stack.context()
    let box = Box()
    let other = context.performAndWait { () -> Box in
      box.value += 1
      return box
    }
    #expect(other === box)
    #expect(box.value == 1)
  }

  // R-CTX-933
  @MainActor
  @Test func theMainActorAwaitsResultsThatAreNotSendable() async throws {
    final class Box {
      let count: Int
      init(_ count: Int) { self.count = count }
    }
    let stack = try Stack(.singles[0])
    let context = stack.context()
    let request = { NSFetchRequest<NSManagedObject>(entityName: "Note") }
    nonisolated(unsafe) let make = request
    let count = try await context.perform { try context.fetch(make()).count }
    let box = try await context.perform { Box(try context.count(for: make())) }
    #expect(count == 0)
    #expect(box.count == 0)
  }

}
