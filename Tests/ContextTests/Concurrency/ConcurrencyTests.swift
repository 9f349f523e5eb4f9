// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

/// Queues: order, reentrancy, and many contexts at once.
@Suite struct ConcurrencyTests {
  /// The form of `perform` that does not wait; asynchronous code sees the other one.
  private func enqueue(_ context: NSManagedObjectContext, _ block: @escaping @Sendable () -> Void) {
    context.perform(block)
  }

  // R-CTX-893, R-CTX-894
  @Test(arguments: StackKind.all)
  func performAndWaitRunsOnTheCallersThreadAndNests(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (first, second) = (stack.context(), stack.context())
    let thread = Thread.current
    let depth = try first.performAndWait {
      #expect(Thread.current === thread)
      return try second.performAndWait {
        try first.performAndWait {
          _ = first.insert("Note", ["text": "n"])
          try first.save()
          return try second.performAndWait { try second.all("Note").count }
        }
      }
    }
    #expect(depth == 1)
  }

  // R-CTX-893
  @Test func performAndWaitPassesErrorsAndValues() throws {
    struct Failure: Error {}
    let context = NSManagedObjectContext(.privateQueue)
    #expect(context.performAndWait { 42 } == 42)
    #expect(throws: Failure.self) { try context.performAndWait { throw Failure() } }
  }

  // R-CTX-892, R-CTX-893, R-CTX-904
  @Test func blocksRunInOrderAndOneAtATime() async {
    let context = NSManagedObjectContext(.privateQueue)
    let order = Mutex<[Int]>([])
    for index in 0..<50 {
      enqueue(context) {
        order.withLock { $0.append(index) }
        if index == 0 { context.perform { order.withLock { $0.append(1000) } } }
      }
    }
    context.performAndWait { order.withLock { $0.append(50) } }
    await context.perform(schedule: .enqueued) {}
    let ran = order.withLock { $0 }
    #expect(ran.filter { $0 < 1000 } == Array(0...50))
    #expect(ran.contains(1000))
    #expect(ran.first == 0)
  }

  // R-CTX-352, R-CTX-892, R-CTX-895
  @Test(arguments: StackKind.all)
  func performProcessesChangesAndPerformAndWaitDoesNot(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let context = stack.context()
    let log = NotificationLog(context)
    context.performAndWait { _ = context.insert("Note") }
    #expect(log.notes.isEmpty)
    enqueue(context) { _ = context.insert("Note") }
    await context.perform(schedule: .enqueued) {}
    #expect(log.notes.count == 1)
    #expect(log.notes.first?.objects(NSInsertedObjectsKey).count == 2)
    await context.perform(schedule: .enqueued) { _ = context.insert("Note") }
    #expect(log.notes.count == 2)
  }

  // R-CTX-898, R-CTX-900
  @Test(arguments: StackKind.all)
  func asyncPerformReturnsValuesAndThrowsErrors(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let context = stack.context()
    let id = try await context.perform {
      let note = context.insert("Note", ["text": "n"])
      try context.save()
      return note.objectID
    }
    let text = try await context.perform { try context.existingObject(with: id).string("text") }
    #expect(text == "n")
    await #expect(throws: CocoaError.self) {
      try await context.perform {
        _ = context.insert("Person")
        try context.save()
      }
    }
  }

  // R-CTX-897
  @Test func performOnAConfinedContextIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
      context.performAndWait {}
    }
    #expect(result?.reports("NS") == true)
  }

  // R-CTX-354, R-CTX-896
  @MainActor
  @Test(arguments: StackKind.all)
  func aMainQueueContextWorksOnTheMainThreadAndCoalesces(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = stack.coordinator
    let log = NotificationLog(context)
    _ = context.insert("Note", ["text": "a"])
    _ = context.insert("Note", ["text": "b"])
    #expect(log.notes.isEmpty)
    await context.perform(schedule: .enqueued) {
      dispatchPrecondition(condition: .onQueue(.main))
    }
    #expect(log.notes.count == 1)
    let count = try await Task.detached {
      try await context.perform {
        try context.save()
        return try context.all("Note").count
      }
    }.value
    #expect(count == 2)
  }

  // R-CTX-901, R-CTX-904, R-PSC-037
  @Test(arguments: StackKind.all, [4, 8])
  func manyContextsWriteAndReadAtOnce(_ kind: StackKind, _ count: Int) async throws {
    let stack = try Stack(kind)
    let coordinator = stack.coordinator
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          let context = NSManagedObjectContext(.privateQueue)
          context.persistentStoreCoordinator = coordinator
          try await Self.work(number, in: context)
        }
      }
      try await group.waitForAll()
    }
    try stack.run { context in
      let people = try context.all("Person")
      let cars = people.flatMap { Array($0.objects("cars")) }
      #expect(people.count == count * 10)
      #expect(Set(cars).count == count * 10)
      #expect(try context.all("Note").count == count * 10)
    }
  }

  private static func work(_ number: Int, in context: NSManagedObjectContext) async throws {
    for round in 0..<10 {
      try await context.perform {
        let person = context.insert("Person", ["firstName": "\(number)-\(round)"])
        context.insert("Car", ["numberPlate": "\(number)-\(round)"])
          .setValue(person, forKey: "owner")
        _ = context.insert("Note", ["text": "\(number)"])
        try context.save()
        let mine = try context.all("Person", "firstName BEGINSWITH '\(number)-'")
        guard mine.count == round + 1 else { throw CocoaError(.coderInvalidValue) }
        for person in try context.all("Person") { _ = person.objects("cars").count }
        if round % 3 == 0 { context.reset() }
      }
    }
  }

  // R-CTX-618, R-CTX-901
  @Test(arguments: StackKind.all)
  func contextsThatRaceForOneObjectLoseNoUpdate(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let id = try stack.run { context in
      let note = context.insert("Note", ["rank": 0])
      try context.save()
      return note.objectID
    }
    let coordinator = stack.coordinator
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let context = NSManagedObjectContext(.privateQueue)
          context.persistentStoreCoordinator = coordinator
          for _ in 0..<10 { try await Self.increment(id, in: context) }
        }
      }
      try await group.waitForAll()
    }
    let rank = try stack.run { try $0.existingObject(with: id).value(forKey: "rank") as? Int }
    #expect(rank == 40)
  }

  /// Adds one, again and again until no other context was faster.
  private static func increment(
    _ id: NSManagedObjectID, in context: NSManagedObjectContext
  ) async throws {
    try await context.perform {
      while true {
        let note = try context.existingObject(with: id)
        note.setValue((note.value(forKey: "rank") as? Int ?? 0) + 1, forKey: "rank")
        do {
          return try context.save()
        } catch let error as CocoaError where error.code == .managedObjectMerge {
          context.refresh(note, mergeChanges: false)
        }
      }
    }
  }
}
