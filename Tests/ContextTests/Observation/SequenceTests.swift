// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// Notifications and results as sequences.
@Suite struct SequenceTests {
  @Test(arguments: StackKind.everyStore)
  func savesComeAsASequence(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let context = stack.context()
    let notes = NotificationCenter.default.notifications(
      named: NSManagedObjectContext.didSaveObjectIDsNotification, object: context)
    for count in 1...2 {
      try await context.perform {
        for _ in 0..<count { _ = context.insert("Person", ["firstName": "Ada"]) }
        try context.save()
      }
    }
    var counts: [Int] = []
    for await note in notes {
      counts.append((note.userInfo?[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID>)?.count ?? 0)
      if counts.count == 2 { break }
    }
    #expect(counts == [1, 2])
  }

  @Test func aCancelledTaskEndsTheSequence() async throws {
    let name = Notification.Name("nobody posts \(UUID().uuidString)")
    let waiting = Task {
      var count = 0
      for await _ in NotificationCenter.default.notifications(named: name) { count += 1 }
      return count
    }
    waiting.cancel()
    #expect(await waiting.value == 0)
  }

  @Test(arguments: StackKind.everyStore)
  func identifiersFollowTheContext(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let context = stack.context()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
    var ids = context.identifiers(of: request).makeAsyncIterator()
    var counts = context.counts(of: request).makeAsyncIterator()
    var names = context.values(of: request) { $0.string("firstName") }.makeAsyncIterator()
    var snapshots = context.snapshots(of: request, sectionNameKeyPath: "firstName")
      .makeAsyncIterator()
    #expect(try await ids.next() == [])
    #expect(try await counts.next() == 0)
    #expect(try await names.next() == [])
    #expect(try await snapshots.next()?.numberOfItems == 0)
    try await context.perform {
      _ = context.people("Cyd C", "Ada A")
      try context.save()
      _ = context.insert("Club", ["title": "not looked at"])
    }
    #expect(try await names.next() == ["Ada", "Cyd"])
    #expect(try await counts.next() == 2)
    #expect(try await ids.next()?.count == 2)
    #expect(try await snapshots.next()?.sectionIdentifiers == ["Ada", "Cyd"])
    try await context.perform {
      let people = try context.all("Person", sortedBy: "firstName")
      people[0].setValue("Bob", forKey: "firstName")
      context.processPendingChanges()
      people[0].setValue("Zoe", forKey: "firstName")
    }
    // What nobody has asked for in between is not told.
    #expect(try await names.next() == ["Cyd", "Zoe"])
  }

  @Test(arguments: StackKind.everyStore)
  func dictionariesFollowSaves(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let context = stack.context()
    let request = NSFetchRequest<NSDictionary>(entityName: "Person")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["firstName"]
    request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
    var names = context.values(of: request) { $0["firstName"] as? String }.makeAsyncIterator()
    #expect(try await names.next() == [])
    try await context.perform {
      _ = context.people("Cyd C", "Ada A")
      try context.save()
    }
    #expect(try await names.next() == ["Ada", "Cyd"])
  }

  @Test func aRequestThatFailsEndsTheSequence() async throws {
    let stack = try Stack(StackKind.singles[0])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Nothing")
    await #expect(throws: CocoaError.self) {
      for try await _ in stack.context().identifiers(of: request) {}
    }
  }

  // R-CTX-863
  @MainActor @Test func messagesOfAMainQueueContextAreTyped() async throws {
    let stack = try Stack(StackKind.singles[0])
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = stack.coordinator
    var told: [String] = []
    let center = NotificationCenter.default
    let tokens = [
      center.addObserver(of: context, for: .willSave) { _ in told.append("will") },
      center.addObserver(of: context, for: NSManagedObjectContext.DidSaveMessage.self) { message in
        told.append("did \(message.inserted.count) \(message.context === context)")
      },
      center.addObserver(of: context, for: .objectsDidChange) { message in
        told.append("changed \(message.inserted.count) \(message.invalidatedAll == true)")
      },
      center.addObserver(of: context, for: .didSaveObjectIDs) { message in
        told.append("IDs \(message.insertedIDs.count)")
      },
    ]
    _ = context.people("Ada A")
    try context.save()
    context.reset()
    while told.count < 5 { await Task.yield() }
    for token in tokens { center.removeObserver(token) }
    _ = context.people("Bob B")
    try context.save()
    #expect(
      told == ["will", "changed 1 false", "did 1 true", "IDs 1", "changed 0 true"])
  }

  // R-CTX-863
  @Test(arguments: StackKind.everyStore)
  func messagesOfAPrivateQueueContextComeAsASequence(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let context = stack.context()
    let messages = NotificationCenter.default.messages(
      of: context, for: NSManagedObjectContext.DidSaveObjectIDsAsyncMessage.self)
    // Foundation's sequence begins when somebody waits for it.
    let waiting = Task {
      for await message in messages { return message.insertedIDs.count }
      return 0
    }
    let isHeard = Mutex(false)
    Task {
      _ = await waiting.value
      isHeard.withLock { $0 = true }
    }
    while !isHeard.withLock({ $0 }) {
      try await context.perform {
        _ = context.people("Ada A", "Bob B")
        try context.save()
      }
    }
    #expect(await waiting.value == 2)
  }
}
