// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What an incremental store is told about the objects that contexts use (R-PSC-453).
struct ObjectRegistrationTests {
  private static func filled(
    after others: [String] = [], of storeClass: TapeStore.Type = TapeStore.self
  ) throws -> TapeStack {
    let stack = try TapeStack(after: others, of: storeClass)
    try stack.fill()
    #expect(stack.tape.uses.isEmpty)
    return stack
  }

  private static func waitUntilUnused(_ tape: Tape) {
    tape.waitUntilUnused()
    #expect(tape.uses.isEmpty)
    #expect(!tape.isMiscounted)
  }

  // R-PSC-453
  @Test func eachContextThatHasAnObjectCountsOnce() throws {
    let stack = try Self.filled()
    let (one, other) = (stack.context(), stack.context())
    var kept: [[NSManagedObject]] = []
    for context in [one, other] {
      try context.performAndWait {
        kept.append(try context.all("Book"))
        kept.append(try context.all("Book"))
      }
    }
    #expect(stack.tape.uses.count == 2)
    #expect(stack.tape.uses.values.allSatisfy { $0 == 2 })
    one.performAndWait {
      for object in one.registeredObjects { one.refresh(object, mergeChanges: false) }
      one.processPendingChanges()
    }
    #expect(stack.tape.uses.values.allSatisfy { $0 == 2 })
    kept = []
    Self.waitUntilUnused(stack.tape)
  }

  // R-PSC-453
  @Test func anObjectThatDiesInABlockIsToldOffWhenTheBlockEnds() throws {
    let stack = try Self.filled()
    let context = stack.context()
    try context.performAndWait {
      let books = try context.all("Book")
      #expect(books.count == 2)
    }
    #expect(stack.tape.uses.isEmpty)
    #expect(!stack.tape.isMiscounted)
  }

  // R-PSC-453: the store is being told by another thread when the block ends
  @Test(arguments: [TapeStore.self, BusyTapeStore.self])
  func aBlockEndsWhenTheStoreHasBeenTold(_ storeClass: TapeStore.Type) throws {
    let stack = try Self.filled(of: storeClass)
    let (isTelling, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    stack.tape.onUse = {
      stack.tape.onUse = nil
      isTelling.signal()
      mayGoOn.wait()
    }
    let context = stack.context()
    let books = try context.performAndWait {
      let books = try context.all("Book")
      isTelling.wait()
      DispatchQueue(label: "later").asyncAfter(deadline: .now() + 0.05) { mayGoOn.signal() }
      return books
    }
    #expect(stack.tape.uses.count == 2)
    #expect(books.count == 2)
  }

  // R-PSC-453
  @Test func resettingTellsOffWhatWasRegistered() throws {
    let stack = try Self.filled()
    let context = stack.context()
    try context.performAndWait {
      let books = try context.all("Book")
      try context.save()
      #expect(stack.tape.uses.isEmpty || stack.tape.uses.count == 2)
      context.reset()
      #expect(stack.tape.uses.isEmpty)
      #expect(books.count == 2)
    }
    #expect(!stack.tape.isMiscounted)
  }

  // R-PSC-453
  @Test func newObjectsAreInUseOnceTheyAreNamed() throws {
    let stack = try TapeStack()
    let context = stack.context()
    try context.performAndWait {
      let book = context.insert("Book", ["title": "A"])
      #expect(stack.tape.uses.isEmpty)
      try context.save()
      #expect(stack.tape.uses == [book.objectID: 1])
      let early = context.insert("Book", ["title": "B"])
      try context.obtainPermanentIDs(for: [early])
      try context.save()
      #expect(stack.tape.uses == [book.objectID: 1, early.objectID: 1])
      context.delete(book)
      try context.save()
      #expect(stack.tape.uses == [early.objectID: 1])
      stack.tape.failures["save"] = CocoaError(.fileWriteOutOfSpace)
      _ = context.insert("Book", ["title": "C"])
      #expect(throws: CocoaError.self) { try context.save() }
      #expect(stack.tape.uses == [early.objectID: 1])
    }
    #expect(!stack.tape.isMiscounted)
  }

  // R-PSC-453
  @Test func aContextThatDiesTellsOffItsObjects() throws {
    let stack = try Self.filled()
    var books: [NSManagedObject] = []
    do {
      let context = stack.context()
      try context.performAndWait { books = try context.all("Book") }
      #expect(stack.tape.uses.count == 2)
    }
    Self.waitUntilUnused(stack.tape)
    #expect(books.count == 2)
  }

  // R-PSC-453
  @Test func aRemovedStoreIsToldOffFirst() throws {
    let stack = try Self.filled()
    let context = stack.context()
    let books = try context.performAndWait { try context.all("Book") }
    #expect(stack.tape.uses.count == 2)
    try stack.coordinator.remove(stack.store)
    #expect(stack.tape.uses.isEmpty)
    #expect(books.count == 2)
    context.performAndWait { context.reset() }
    #expect(stack.tape.uses.isEmpty)
    #expect(!stack.tape.isMiscounted)
  }

  // R-PSC-453
  @Test func contextsFromBeforeTheStoreWasAddedCountToo() throws {
    let stack = try Self.filled()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try stack.coordinator.remove(stack.store)
    try coordinator.addPersistentStore(
      ofType: TapeStore.storeType, configurationName: nil, at: nil, options: ["tape": stack.tape])
    let books = try context.performAndWait { try context.all("Book") }
    #expect(stack.tape.uses.count == books.count)
    #expect(books.count == 2)
    context.performAndWait { context.reset() }
    #expect(stack.tape.uses.isEmpty)
  }

  // R-PSC-453
  @Test func objectsOfOtherStoresAreNotTold() throws {
    let stack = try Self.filled(after: [NSInMemoryStoreType])
    let context = stack.context()
    let all = try context.performAndWait { () -> [NSManagedObject] in
      _ = context.insert("Tag", ["label": "x"])
      try context.save()
      return try context.all("Tag") + context.all("Book")
    }
    #expect(all.count == 3)
    #expect(stack.tape.uses.count == 2)
  }

  // R-PSC-453
  @Test func childContextsCount() throws {
    let stack = try Self.filled()
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    let books = try child.performAndWait { try child.all("Book") }
    #expect(books.count == 2)
    #expect(stack.tape.uses.values.allSatisfy { $0 == 1 || $0 == 2 })
    #expect(stack.tape.uses.count == 2)
    child.performAndWait { child.reset() }
    parent.performAndWait { parent.reset() }
    #expect(stack.tape.uses.isEmpty)
    #expect(!stack.tape.isMiscounted)
  }

  // R-PSC-453
  @Test(arguments: [TapeStore.self, BusyTapeStore.self])
  func objectsThatDieOnManyThreadsAreCountedExactly(_ storeClass: TapeStore.Type) throws {
    let stack = try TapeStack(of: storeClass)
    try stack.run { context in
      for number in 0..<40 { _ = context.insert("Book", ["pages": number]) }
      try context.save()
    }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let context = stack.context()
      for _ in 0..<10 {
        nonisolated(unsafe) let books = context.performAndWait { (try? context.all("Book")) ?? [] }
        DispatchQueue.global().async { _ = books.count }
      }
    }
    Self.waitUntilUnused(stack.tape)
  }

  // R-PSC-446
  @Test func recordsAreKeptWhileTheirObjectsAreInUse() throws {
    let stack = try Self.filled()
    let context = stack.context()
    try context.performAndWait {
      let books = try context.all("Book").map { $0.string("title") }
      #expect(books.count == 2)
    }
    _ = stack.tape.calls()
    let other = stack.context()
    let book = try context.performAndWait { () -> NSManagedObject? in
      let book = try context.all("Book", "title == 'Ada'").first
      #expect(book?.string("title") == "Ada")
      return book
    }
    #expect(stack.tape.calls().filter { $0.hasPrefix("values") }.count == 1)
    let title = try other.performAndWait {
      try other.all("Book", "title == 'Ada'").first?.string("title")
    }
    #expect(title == "Ada")
    #expect(stack.tape.calls().filter { $0.hasPrefix("values") }.isEmpty)
    #expect(book != nil)
  }
}
