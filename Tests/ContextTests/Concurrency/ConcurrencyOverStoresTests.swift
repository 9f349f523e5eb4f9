// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// Queues of contexts, on every store.
@Suite struct ConcurrencyOverStoresTests {
  /// The form of `perform` that does not wait; asynchronous code sees the other one.
  private func enqueue(_ context: NSManagedObjectContext, _ block: @escaping @Sendable () -> Void) {
    context.perform(block)
  }

  private func changes(_ log: NotificationLog) -> Int {
    log.notes(.NSManagedObjectContextObjectsDidChange).count
  }

  // S-60: R-CTX-892, 895, 353, 355
  @Test(arguments: StackKind.everyStore)
  func aPerformedBlockEndsAnEvent(_ kind: StackKind) async throws {
    let stack = try Stack.road(kind)
    let context = stack.context()
    let log = NotificationLog(context)
    context.performAndWait { _ = context.person("Ada") }
    context.performAndWait { _ = context.person("Grace") }
    #expect(changes(log) == 0)
    enqueue(context) {}
    await context.perform(schedule: .enqueued) {}
    #expect(changes(log) == 1)
    #expect(log.notes.first?.objects(NSInsertedObjectsKey).count == 2)
    enqueue(context) { _ = context.person("Eve") }
    enqueue(context) { _ = context.person("Bob") }
    await context.perform(schedule: .enqueued) {}
    #expect(changes(log) == 3)
    context.performAndWait {
      _ = context.person("Dan")
      context.processPendingChanges()
    }
    #expect(changes(log) == 4)
  }

  // S-61: R-CTX-893, 894, 043
  @Test(arguments: StackKind.everyStore)
  func performAndWaitNestsAndReturns(_ kind: StackKind) throws {
    struct Refused: Error {}
    let stack = try Stack.road(kind)
    let (first, second) = (stack.context(), stack.context())
    let thread = Thread.current
    let depth = first.performAndWait {
      first.performAndWait {
        second.performAndWait {
          first.performAndWait { second.performAndWait { Thread.current === thread ? 5 : -1 } }
        }
      }
    }
    #expect(depth == 5)
    #expect(throws: Refused.self) {
      try first.performAndWait { try second.performAndWait { throw Refused() } }
    }
    let ada: Record? = first.performAndWait { first.person("Ada") }
    #expect(ada != nil)
    var order: [Int] = []
    second.performAndWait { order.append(1) }
    order.append(2)
    #expect(order == [1, 2])
  }

  // S-61: R-CTX-892, 904
  @Test func blocksKeepTheirOrderAndDoNotOverlap() async {
    let context = NSManagedObjectContext(.privateQueue)
    let log = Mutex<[Int]>([])
    let running = Mutex(0)
    for number in 0..<20 {
      enqueue(context) {
        let others = running.withLock { count in
          count += 1
          return count - 1
        }
        if number == 0 { context.perform { log.withLock { $0.append(100) } } }
        log.withLock { $0.append(others == 0 ? number : -1) }
        running.withLock { $0 -= 1 }
      }
    }
    context.performAndWait { log.withLock { $0.append(50) } }
    await context.perform(schedule: .enqueued) {}
    let order = log.withLock { $0 }
    #expect(order.filter { $0 < 50 } == Array(0..<20))
    #expect(order.contains(100))
    #expect(order.firstIndex(of: 50) ?? 0 >= 20)
  }

  // S-62: R-CTX-898, 900
  @Test(arguments: StackKind.everyStore)
  func asyncPerformGivesTheBlocksValueOrError(_ kind: StackKind) async throws {
    struct Refused: Error {}
    let stack = try Stack.withAda(kind)
    let context = stack.context()
    for schedule in [NSManagedObjectContext.ScheduledTaskType.immediate, .enqueued] {
      let names = try await context.perform(schedule: schedule) {
        try context.all("Person").compactMap { $0.string("firstName") }
      }
      #expect(names == ["Ada"])
      await #expect(throws: Refused.self) {
        try await context.perform(schedule: schedule) { throw Refused() }
      }
    }
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await context.perform { 7 }
    }
    #expect(await cancelled.value == 7)
  }

  // S-62: R-CTX-898
  @Test(arguments: StackKind.everyStore)
  func anEnqueuedBlockWaitsForItsTurn(_ kind: StackKind) async throws {
    let stack = try Stack.road(kind)
    let context = stack.context()
    let order = Mutex<[String]>([])
    let log = NotificationLog(context)
    enqueue(context) { order.withLock { $0.append("first") } }
    await context.perform(schedule: .enqueued) {
      _ = context.person("Ada")
      order.withLock { $0.append("second") }
    }
    #expect(order.withLock { $0 } == ["first", "second"])
    #expect(changes(log) == 1)
  }

  // S-63: R-CTX-354, 358
  @MainActor
  @Test(arguments: StackKind.everyStore)
  func aMainQueueContextTellsOncePerTurn(_ kind: StackKind) async throws {
    let stack = try Stack.road(kind)
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = stack.coordinator
    let log = NotificationLog(context)
    let ada = context.person("Ada")
    context.person("Grace").setValue("x", forKey: "lastName")
    ada.setValue("y", forKey: "lastName")
    #expect(log.notes.isEmpty)
    await context.perform(schedule: .enqueued) {}
    #expect(changes(log) == 1)
    #expect(log.notes.first?.objects(NSInsertedObjectsKey).count == 2)
    ada.setValue("z", forKey: "lastName")
    await context.perform(schedule: .enqueued) {}
    #expect(changes(log) == 2)
    #expect(log.notes.last?.objects(NSUpdatedObjectsKey) == [ada])
  }

  // S-64: R-CTX-906, 010
  @Test func debugModeStopsAccessOutsideOfTheQueue() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      setenv("com.apple.CoreData.ConcurrencyDebug", "1", 1)
      let stack = try Stack.road(.singles[0])
      let context = stack.context()
      context.name = "strict"
      _ = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person"))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("__Multithreading_Violation_AllThatIsLeftToUsIsHonor__"))
    #expect(text.contains("strict"))
  }

  // S-64: R-CTX-907, 902
  @Test func debugModeAllowsWhatIsAllowed() async {
    await #expect(processExitsWith: .success) {
      setenv("com.apple.CoreData.ConcurrencyDebug", "1", 1)
      let stack = try Stack.road(.singles[0])
      let context = stack.context()
      context.name = "strict"
      context.mergePolicy = NSMergePolicy.overwrite
      context.retainsRegisteredObjects = false
      var ada: NSManagedObject? = try context.performAndWait {
        let ada = context.person("Ada")
        try context.save()
        return ada
      }
      _ = (context.concurrencyType, context.persistentStoreCoordinator, context.name)
      _ = (ada?.objectID.description, ada?.objectID.uriRepresentation(), ada?.managedObjectContext)
      ada = nil
      let count = try context.performAndWait { try context.all("Person").count }
      guard count == 1 else { exit(1) }
    }
  }

  // S-65: R-CTX-901, 904
  // Without a time limit: its tasks wait for their turn among those of all other tests.
  @Test(arguments: StackKind.everyStore)
  func eightContextsLoseNothing(_ kind: StackKind) async throws {
    let stack = try Stack.road(kind)
    let coordinator = stack.coordinator
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask { await Self.work(number, with: coordinator) }
      }
      for await isRight in group { #expect(isRight) }
    }
    try stack.run { context in
      let people = try context.all("Person")
      #expect(people.count == 8 * 6)
      #expect(people.allSatisfy { $0.string("lastName") == "done" })
      #expect(Set(people.map { $0.objects("cars").count }) == [1])
      let plates = Set(try context.all("Car").compactMap { $0.string("numberPlate") })
      #expect(plates.count == 48)
    }
  }

  private static func work(
    _ number: Int, with coordinator: NSPersistentStoreCoordinator
  ) async -> Bool {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    for round in 0..<6 {
      let isRight = await context.perform {
        let person = context.person("\(number)", "new")
        context.car("\(number)-\(round)", values: ["owner": person])
        guard (try? context.save()) != nil else { return false }
        person.setValue("done", forKey: "lastName")
        guard (try? context.save()) != nil else { return false }
        return (try? context.all("Person", "firstName == '\(number)'").count) == round + 1
      }
      guard isRight else { return false }
    }
    return true
  }
}
