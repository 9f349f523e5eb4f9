// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What makes the library ask an incremental store for objects that it has asked for before.
struct IncrementalRefreshTests {
  private let stack: TapeStack

  init() throws {
    stack = try TapeStack()
    try stack.fill()
  }

  private func ada(_ context: NSManagedObjectContext) throws -> NSManagedObject {
    let book = try #require(try context.all("Book", "title == 'Ada'").first)
    #expect(book.string("title") == "Ada")
    return book
  }

  /// Somebody else gives a book another title. The calls so far are forgotten.
  private func change(_ book: NSManagedObject) {
    let name = stack.store.name(book.objectID)
    stack.tape.records[name]?.values["title"] = "Bee"
    stack.tape.records[name]?.version += 1
    #expect(book.string("title") != "Bee")
    _ = stack.tape.calls()
  }

  private func run(_ body: (NSManagedObjectContext, NSManagedObject) throws -> Void) throws {
    try stack.run { context in
      let book = try ada(context)
      change(book)
      try body(context, book)
    }
  }

  private var valueCalls: [String] { stack.tape.calls().filter { $0.hasPrefix("values") } }

  // MARK: - Refreshing

  // R-PSC-374, R-CTX-283
  @Test(arguments: [-1, 0, 1000] as [TimeInterval], [true, false])
  func refreshingAsksTheStore(_ staleness: TimeInterval, _ mergesChanges: Bool) throws {
    try run { context, book in
      context.stalenessInterval = staleness
      context.refresh(book, mergeChanges: mergesChanges)
      #expect(book.string("title") == "Bee")
      #expect(stack.tape.calls() == ["values \(stack.store.name(book.objectID))"])
    }
  }

  // R-CTX-283, R-CTX-777: an answer that is under way meanwhile is an old one
  @Test func whatIsRefreshedWhileTheStoreAnswersIsAskedForAgain() throws {
    let other = stack.context()
    let tape = stack.tape
    try run { context, book in
      tape.node = { id in
        tape.node = nil
        other.performAndWait { other.refresh(other.object(with: id), mergeChanges: false) }
        return NSIncrementalStoreNode(objectID: id, withValues: ["title": "Ada"], version: 1)
      }
      context.refresh(book, mergeChanges: false)
      #expect(book.string("title") == "Ada")
      let id = book.objectID
      let title = other.performAndWait { other.object(with: id).string("title") }
      #expect(title == "Bee")
    }
  }

  // R-CTX-283, R-CTX-316
  @Test func changesStayOverWhatTheStoreHas() throws {
    try run { context, book in
      book.setValue(5, forKey: "pages")
      context.refresh(book, mergeChanges: true)
      #expect(book.string("title") == "Bee")
      #expect(book.value(forKey: "pages") as? Int == 5)
      try context.save()
    }
  }

  // R-CTX-283, R-CTX-321
  @Test func refreshingAllAsksTheStore() throws {
    try run { context, book in
      context.refreshAllObjects()
      #expect(book.string("title") == "Bee")
    }
  }

  // R-CTX-283
  @Test func refetchedObjectsAreThoseOfTheStore() throws {
    try run { context, book in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
      request.shouldRefreshRefetchedObjects = true
      let books = try context.fetch(request)
      #expect(books.count == 2)
      #expect(book.string("title") == "Bee")
    }
  }

  // R-CTX-283
  @Test func whatWasSavedHereIsAskedForToo() throws {
    try stack.run { context in
      let book = context.insert("Book", ["title": "New"])
      try context.save()
      change(book)
      context.refresh(book, mergeChanges: true)
      let again = try context.existingObject(with: book.objectID)
      #expect(again.string("title") == "Bee")
    }
  }

  // R-PSC-446: other contexts see nothing, and ask for nothing, before they refresh
  @Test func aRefreshLeavesOtherContextsAlone() throws {
    let other = stack.context()
    try other.performAndWait {
      let seen = try ada(other)
      try run { context, book in
        context.refresh(book, mergeChanges: false)
        #expect(book.string("title") == "Bee")
      }
      #expect(seen.string("title") == "Ada")
      _ = stack.tape.calls()
      other.refresh(seen, mergeChanges: false)
      #expect(seen.string("title") == "Bee")
      #expect(valueCalls.count == 1)
    }
  }

  // MARK: - Merging

  // R-CTX-777
  @Test func aRemoteChangeIsAskedForOnce() throws {
    let contexts = [stack.context(), stack.context()]
    let books = try contexts.map { context in try context.performAndWait { try ada(context) } }
    contexts[0].performAndWait { change(books[0]) }
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSUpdatedObjectsKey: [books[0].objectID]], into: contexts)
    for (context, book) in zip(contexts, books) {
      context.performAndWait { #expect(book.string("title") == "Bee") }
    }
    #expect(valueCalls.count == 1)
  }

  // R-CTX-777
  @Test func aRemoteDeletionIsMerged() throws {
    try run { (context, book) throws in
      stack.tape.records[stack.store.name(book.objectID)] = nil
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: [book.objectID]], into: [context])
      #expect(book.isDeleted)
      #expect(try context.all("Book").count == 1)
      try context.save()
      #expect(failure { _ = try context.existingObject(with: book.objectID) } != nil)
    }
  }

  // R-CTX-777: a store that watches its file makes the notification itself
  @Test func aNotificationThatAStoreMakesIsMerged() throws {
    try run { context, book in
      context.mergeChanges(
        fromContextDidSave: Notification(
          name: .NSManagedObjectContextDidSave, object: nil,
          userInfo: [NSUpdatedObjectsKey: Set([book])]))
      #expect(book.string("title") == "Bee")
    }
  }

  // R-CTX-777
  @Test func aSaveThroughAnotherCoordinatorIsMerged() throws {
    let sender = try TapeStack(stack.tape).context()
    let context = stack.context()
    try context.performAndWait {
      let seen = try ada(context)
      try sender.performAndWait {
        try ada(sender).setValue("Bee", forKey: "title")
        let observer = NotificationCenter.default.addObserver(
          forName: .NSManagedObjectContextDidSave, object: sender, queue: nil
        ) { context.mergeChanges(fromContextDidSave: $0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try sender.save()
      }
      #expect(seen.string("title") == "Bee")
    }
  }
}
