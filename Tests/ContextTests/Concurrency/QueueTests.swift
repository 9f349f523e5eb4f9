// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

/// Where blocks run, and when.
@Suite struct QueueTests {
  /// The form of `perform` that does not wait; asynchronous code sees the other one.
  private func enqueue(_ context: NSManagedObjectContext, _ block: @escaping @Sendable () -> Void) {
    context.perform(block)
  }

  // R-CTX-892, R-CTX-909, R-CTX-079
  @Test(arguments: StackKind.all)
  func aQueuedBlockKeepsItsContextAndRuns(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let gate = DispatchSemaphore(value: 0)
    let done = Mutex(false)
    weak var context: NSManagedObjectContext?
    do {
      let made = stack.context()
      context = made
      enqueue(made) { gate.wait() }
      enqueue(made) { [unowned made] in
        _ = made.insert("Note")
        done.withLock { $0 = made.hasChanges }
      }
    }
    #expect(context != nil)
    gate.signal()
    while context != nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(done.withLock { $0 })
    let count = try stack.run { try $0.all("Note").count }
    #expect(count == 0)
  }

  // R-CTX-892
  @Test func aBlockQueuedFromABlockRunsAfterIt() async {
    let context = NSManagedObjectContext(.privateQueue)
    let order = Mutex<[Int]>([])
    enqueue(context) {
      context.perform { order.withLock { $0.append(2) } }
      order.withLock { $0.append(1) }
    }
    await context.perform(schedule: .enqueued) {}
    await context.perform(schedule: .enqueued) {}
    #expect(order.withLock { $0 } == [1, 2])
  }

  /// Notices when two threads are inside at once.
  private final class Turnstile: Sendable {
    private let inside = Atomic<Int>(0)
    private let crowds = Atomic<Int>(0)

    var wasCrowded: Bool { crowds.load(ordering: .relaxed) > 0 }

    func pass() {
      if inside.add(1, ordering: .relaxed).newValue != 1 { crowds.add(1, ordering: .relaxed) }
      for _ in 0..<200 { _ = inside.load(ordering: .relaxed) }
      inside.subtract(1, ordering: .relaxed)
    }
  }

  // R-CTX-904
  @Test func blocksOfOneContextNeverOverlap() async {
    let context = NSManagedObjectContext(.privateQueue)
    let turnstile = Turnstile()
    let workers = (0..<4).map { number in
      Worker(limit: 50) {
        if number % 2 == 0 {
          context.perform { turnstile.pass() }
        } else {
          context.performAndWait { turnstile.pass() }
        }
        return true
      }
    }
    workers.forEach { $0.start() }
    for _ in 0..<50 { await context.perform { turnstile.pass() } }
    #expect(workers.allSatisfy { $0.wait() })
    await context.perform(schedule: .enqueued) {}
    #expect(!turnstile.wasCrowded)
  }

  // R-CTX-893, R-CTX-896
  @MainActor
  @Test func mainQueueBlocksRunOnTheMainQueue() async {
    let context = NSManagedObjectContext(.mainQueue)
    let thread = pthread_self()
    #expect(context.performAndWait { pthread_equal(pthread_self(), thread) != 0 })
    let privately = NSManagedObjectContext(.privateQueue)
    #expect(privately.performAndWait { pthread_equal(pthread_self(), thread) != 0 })
    await Task.detached {
      self.value(context) { dispatchPrecondition(condition: .onQueue(.main)) }
      await context.perform { dispatchPrecondition(condition: .onQueue(.main)) }
      dispatchPrecondition(condition: .notOnQueue(.main))
    }.value
  }

  private nonisolated func value<T>(
    _ context: NSManagedObjectContext, _ block: () -> T
  ) -> T {
    context.performAndWait(block)
  }

  // R-CTX-898, R-CTX-899
  @MainActor
  @Test(arguments: StackKind.all)
  func immediateBlocksRunInlineAndEnqueuedOnesInOrder(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = stack.coordinator
    let order = Mutex<[Int]>([])
    let log = NotificationLog(context)
    enqueue(context) { order.withLock { $0.append(2) } }
    await context.perform {
      _ = context.insert("Note")
      order.withLock { $0.append(1) }
    }
    #expect(log.notes.isEmpty)
    #expect(order.withLock { $0 } == [1])
    await context.perform(schedule: .enqueued) { order.withLock { $0.append(3) } }
    #expect(log.notes.count == 1)
    #expect(order.withLock { $0 } == [1, 2, 3])
  }

  // R-CTX-898
  @Test(arguments: StackKind.all)
  func immediateBlocksFromOutsideAreQueuedAndProcess(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let context = stack.context()
    let log = NotificationLog(context)
    let order = Mutex<[Int]>([])
    enqueue(context) { order.withLock { $0.append(1) } }
    await context.perform {
      _ = context.insert("Note")
      order.withLock { $0.append(2) }
    }
    #expect(log.notes.count == 1)
    #expect(order.withLock { $0 } == [1, 2])
  }

  // R-CTX-900
  @Test func cancellingTheTaskDoesNotStopTheBlock() async throws {
    struct Failure: Error {}
    let context = NSManagedObjectContext(.privateQueue)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await context.perform { Task.isCancelled ? 0 : 42 }
    }
    let value = await task.value
    #expect(value == 42)
    await #expect(throws: Failure.self) { try await context.perform { throw Failure() } }
  }

  // R-CTX-908, R-CTX-890
  @Test func aPrivateContextMayBeMadeAnywhere() async throws {
    let stack = try Stack(.singles[0])
    let coordinator = stack.coordinator
    let context = await Task.detached {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return context
    }.value
    let count = try context.performAndWait { try context.all("Note").count }
    #expect(count == 0)
  }

  // R-CTX-903, R-CTX-354, R-CTX-896
  @Test func theMainQueueNeedNotBeTheMainThread() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let context = NSManagedObjectContext(.mainQueue)
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
      context.persistentStoreCoordinator = coordinator
      DispatchQueue.main.async {
        // Inside already: waiting for the queue would never end.
        let isInside = context.performAndWait { true }
        _ = context.insert("Note")
        _ = NotificationCenter.default.addObserver(
          forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in exit(isInside ? 7 : 1) }
      }
      try await Task.sleep(for: .seconds(60))
    }
  }
}
