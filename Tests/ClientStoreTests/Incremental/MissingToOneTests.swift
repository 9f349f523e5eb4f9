// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Nodes without to-ones, of stores that look at objects while they are asked for them.
struct MissingToOneTests {
  private let plan = CuriousStore.Plan()
  private let coordinator: NSPersistentStoreCoordinator
  private let store: CuriousStore

  init() throws {
    let (coordinator, store) = try CuriousStore.stack(plan)
    self.coordinator = coordinator
    self.store = try #require(store)
  }

  private func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func run(_ block: (NSManagedObjectContext) throws -> Void) throws {
    let context = context()
    try context.performAndWait { try block(context) }
  }

  private func shelf(_ book: NSManagedObject?) -> String? {
    (book?.value(forKey: "shelf") as? NSManagedObject)?.string("title")
  }

  // R-PSC-447, 448
  @Test func aStoreMayReadTheObjectWhoseToOneItIsAskedFor() throws {
    plan.look = { name, id, context in
      let object = try context.existingObject(with: id)
      #expect(object.string("title") == "B")
      #expect(!object.hasChanges)
      #expect(object.value(forKey: name) == nil)
    }
    try run { context in
      let book = context.object(with: store.id("b1"))
      #expect(try context.existingObject(with: book.objectID) === book)
      #expect(plan.noted() == ["shelf of b1", "waitsFor of b1"])
      #expect(shelf(book) == "S")
      #expect(book.value(forKey: "waitsFor") == nil)
      #expect(!context.hasChanges)
      // The record is kept while an object uses it.
      try run { other throws in
        #expect(shelf(try other.existingObject(with: book.objectID)) == "S")
        #expect(plan.noted() == [])
      }
    }
  }

  // R-PSC-447, R-PSC-794: the store is not in the state that the context is pinned to.
  @Test func aStoreMayReadTheObjectOfAPinnedContext() throws {
    let place = try Workplace()
    try coordinator.addPersistentStore(type: .sqlite, at: place.url())
    plan.look = { _, id, context throws in
      #expect(try context.existingObject(with: id).string("title") == "B")
    }
    try run { context in
      try context.setQueryGenerationFrom(.current)
      #expect(context.queryGenerationToken != nil)
      #expect(shelf(context.object(with: store.id("b1"))) == "S")
    }
  }

  // R-PSC-447, 448
  @Test func aFaultThatTheStoreFiresMeanwhileIsWholeAfterwards() throws {
    plan.look = { name, id, context in
      let object = context.object(with: id)
      #expect(object.string("title")?.isEmpty == false)
      #expect(object.value(forKey: name) == nil)
    }
    try run { context in
      let books = try context.all("Book")
      #expect(books.map { $0.string("title") } == ["B", "C"])
      #expect(books.map(shelf) == ["S", "S"])
      #expect(
        plan.noted() == ["shelf of b1", "shelf of b2", "waitsFor of b1", "waitsFor of b2"])
    }
  }

  // R-CTX-100
  @Test func anObjectThatTheStoreKeepsIsTheOneThatTheClientGets() throws {
    var kept: NSManagedObject?
    plan.look = { _, id, context in kept = try kept ?? context.existingObject(with: id) }
    try run { context in
      let id = store.id("b1")
      let book = try context.existingObject(with: id)
      #expect(kept === book)
      #expect(context.registeredObject(for: id) === book)
      #expect(shelf(kept) == "S")
      kept = nil
      plan.look = { _, _, _ in }
    }
  }

  // R-PSC-447
  @Test func recordsThatLeadToEachOtherAreLoadedOnce() throws {
    let others = ["b1": "b2", "b2": "b1"]
    plan.look = { _, id, context throws in
      let other = others["\(store.referenceObject(for: id))"] ?? ""
      #expect(try context.existingObject(with: store.id(other)).string("title") != nil)
    }
    try run { context throws in
      let books = ["b1", "b2"].map { context.object(with: store.id($0)) }
      for book in books { #expect(try context.existingObject(with: book.objectID) === book) }
      #expect(books.map(shelf) == ["S", "S"])
      #expect(
        plan.noted() == ["shelf of b1", "shelf of b2", "waitsFor of b1", "waitsFor of b2"])
    }
  }

  // R-PSC-446
  @Test func anotherContextGetsTheRestToo() throws {
    let other = context()
    var seen: NSManagedObject?
    let id = store.id("b1")
    plan.look = { _, _, _ in
      try other.performAndWait {
        seen = try other.existingObject(with: id)
        #expect(seen?.string("title") == "B")
      }
    }
    try run { context throws in
      #expect(shelf(try context.existingObject(with: id)) == "S")
    }
    plan.look = { _, _, _ in }
    other.performAndWait {
      #expect(shelf(seen) == "S")
      seen = nil
    }
  }

  // R-PSC-447
  @Test func whatCannotBeLoadedWholeIsAFaultAgain() throws {
    plan.look = { _, id, context in _ = try context.existingObject(with: id) }
    plan.failure = CocoaError(.fileReadNoPermission)
    try run { context in
      let book = context.object(with: store.id("b1"))
      #expect(throws: CocoaError.self) { try context.existingObject(with: book.objectID) }
      #expect(book.isFault)
      plan.failure = nil
      #expect(shelf(book) == "S")
    }
  }

  // R-PSC-447
  @Test func aStoreMayReadTheObjectWhoseToManyItIsAskedFor() throws {
    plan.look = { _, id, context throws in
      #expect(try context.existingObject(with: id).string("title") != nil)
    }
    try run { context in
      let shelf = try context.existingObject(with: store.id("s1"))
      let books = shelf.objects("books")
      #expect(books.compactMap { $0.string("title") }.sorted() == ["B", "C"])
      #expect(books.allSatisfy { $0.value(forKey: "shelf") as? NSManagedObject === shelf })
    }
  }
}
