// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Synchronization
import Testing

/// Blocks on a coordinator's queue, and its lock.
@Suite struct CoordinatorBlockTests {
  private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())

  private struct Failure: Error {}

  // R-PSC-035, R-PSC-882
  @Test func waitingGivesResultsAndErrors() {
    #expect(coordinator.performAndWait { 1 } == 1)
    #expect(throws: Failure.self) { try coordinator.performAndWait { throw Failure() } }
    let nested = coordinator.performAndWait { coordinator.performAndWait { 2 } }
    #expect(nested == 2)
  }

  // R-PSC-035, R-PSC-882
  @Test func suspendingGivesResultsAndErrors() async throws {
    let sum = await coordinator.perform { 1 + 1 }
    #expect(sum == 2)
    await #expect(throws: Failure.self) { try await coordinator.perform { throw Failure() } }
    let nested = await coordinator.perform { [coordinator] in coordinator.performAndWait { 3 } }
    #expect(nested == 3)
  }

  // R-PSC-035: one after the other, in their order
  @Test func blocksKeepTheirOrder() async {
    let list = Held()
    for number in 0..<50 { enqueue { list.append(number) } }
    await coordinator.perform {}
    #expect(list.numbers == Array(0..<50))
  }

  /// Runs a block later; of the two ways to perform an asynchronous function takes the other.
  private func enqueue(_ block: @escaping () -> Void) { coordinator.perform(block) }

  private final class Held: Sendable {
    private let order = Mutex<[Int]>([])
    func append(_ number: Int) { order.withLock { $0.append(number) } }
    var numbers: [Int] { order.withLock { $0 } }
  }

  // R-PSC-034
  @Test func aNameIsALabelOnly() {
    #expect(coordinator.name == nil)
    coordinator.name = "Garage"
    #expect(coordinator.name == "Garage")
    #expect(coordinator.persistentStores == [])
  }

  // R-PSC-036, R-PSC-039
  @Test func theLockKeepsTheListOfStoresAsItIs() throws {
    coordinator.lock()
    coordinator.lock()
    let other = OtherThread { [coordinator] in
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil
      ).type
    }
    let isTaken = OtherThread { [coordinator] in coordinator.tryLock() }
    #expect(try isTaken.value() == false)
    #expect(coordinator.persistentStores == [])
    coordinator.unlock()
    coordinator.unlock()
    #expect(try other.value() == NSInMemoryStoreType)
    #expect(coordinator.persistentStores.count == 1)
  }

  // R-PSC-038: any thread, also while a block runs
  @Test func membersAreUsedBesideABlock() async throws {
    let (coordinator, started, finish) = (
      coordinator, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    enqueue {
      started.signal()
      finish.wait()
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        started.wait()
        continuation.resume()
      }
    }
    let store = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    #expect(coordinator.persistentStores == [store])
    try coordinator.remove(store)
    finish.signal()
    await coordinator.perform {}
  }

  // R-PSC-833: contexts and coordinators wait for one another without a circle
  @Test(arguments: StackKind.singles)
  func blocksWithinBlocksOfOthersEnd(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (first, second) = (stack.context(), stack.context())
    let count = try first.performAndWait {
      _ = first.insert("Note", ["text": "n"])
      try first.save()
      return try stack.coordinator.performAndWait {
        try second.performAndWait { try second.all("Note").count }
      }
    }
    #expect(count == 1)
    let text = try stack.coordinator.performAndWait {
      try first.performAndWait { try first.all("Note").first?.string("text") }
    }
    #expect(text == "n")
  }

  // R-PSC-631
  @Test func thereIsNoDeferredMigrationToFinish() throws {
    try coordinator.finishDeferredLightweightMigration()
    try coordinator.finishDeferredLightweightMigrationTask()
  }
}
