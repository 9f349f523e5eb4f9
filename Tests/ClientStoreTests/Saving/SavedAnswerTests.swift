// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a store sets on the objects that it saves, as the answer of a server.
@Suite struct SavedAnswerTests {
  /// A store that sets the pages of every book that it saves.
  private func answering() throws -> TapeStack {
    let stack = try TapeStack()
    try stack.fill()
    stack.tape.answer = { request in
      let save = request as? NSSaveChangesRequest
      for book in (save?.insertedObjects ?? []).union(save?.updatedObjects ?? [])
      where book.entity.name == "Book" { book.setValue(99, forKey: "pages") }
      return nil
    }
    return stack
  }

  private func requireSaved(_ book: NSManagedObject, _ context: NSManagedObjectContext) {
    #expect(book.value(forKey: "pages") as? Int == 99)
    #expect(!book.hasChanges)
    #expect(book.changedValues().isEmpty)
    #expect(!context.hasChanges)
    #expect(book.committedValues(forKeys: ["pages"])["pages"] as? Int == 99)
  }

  // R-PSC-203, 446
  @Test func whatAStoreSetsIsSaved() throws {
    let stack = try answering()
    try stack.run { context in
      let book = try #require(context.all("Book", "title == 'Ada'").first)
      book.setValue("Bee", forKey: "title")
      try context.save()
      requireSaved(book, context)
      // The record that all contexts share has it too.
      let pages = try stack.run { other in
        try other.all("Book", "title == 'Bee'").map { $0.value(forKey: "pages") as? Int }
      }
      #expect(pages == [99])
      context.refresh(book, mergeChanges: false)
      requireSaved(book, context)
      #expect(book.string("title") == "Bee")
      // No conflict with itself.
      book.setValue(1, forKey: "pages")
      try context.save()
      requireSaved(book, context)
    }
  }

  // R-PSC-203, 446
  @Test func whatAStoreSetsOnNewObjectsIsSaved() throws {
    let stack = try answering()
    try stack.run { context in
      let shelf = try #require(context.all("Shelf").first)
      let book = context.insert("Book", ["title": "New", "shelf": shelf])
      try context.save()
      requireSaved(book, context)
      context.refresh(book, mergeChanges: false)
      requireSaved(book, context)
      #expect(book.value(forKey: "shelf") as? NSManagedObject === shelf)
    }
  }

  // R-PSC-203, 410
  @Test func whatAnAtomicStoreSetsIsSaved() throws {
    DiaryStore.register()
    let place = try Workplace()
    let coordinator = try place.opened(DiaryStore.storeType, model: TapeModel.make())
    let store = try #require(coordinator.persistentStores[0] as? DiaryStore)
    try place.run(coordinator) { context in
      let book = context.insert("Book", ["title": "A", "pages": 1])
      try context.save()
      store.onUpdate = { book.setValue(99, forKey: "pages") }
      book.setValue("B", forKey: "title")
      try context.save()
      requireSaved(book, context)
      store.onUpdate = nil
      context.refresh(book, mergeChanges: false)
      requireSaved(book, context)
      #expect(try context.all("Book", "pages == 99") == [book])
    }
  }

  // R-PSC-203: what is not in the save was not saved
  @Test func anotherObjectThatAStoreChangesStaysChanged() throws {
    let stack = try TapeStack()
    try stack.fill()
    try stack.run { context in
      let books = try context.all("Book", sortedBy: "title")
      books[0].setValue(1, forKey: "pages")
      stack.tape.answer = { _ in
        books[1].setValue("Later", forKey: "title")
        context.processPendingChanges()
        return nil
      }
      try context.save()
      stack.tape.answer = nil
      #expect(!books[0].hasChanges)
      #expect(books[1].isUpdated)
      #expect(context.updatedObjects == [books[1]])
      try context.save()
      #expect(!context.hasChanges)
      #expect(stack.tape.records.values.contains { $0.values["title"] as? String == "Later" })
    }
  }

  // R-PSC-455
  @Test func whatAStoreSetsBeforeItRefusesStaysPending() throws {
    let stack = try TapeStack()
    try stack.fill()
    try stack.run { context in
      let book = try #require(context.all("Book").first)
      book.setValue("Bee", forKey: "title")
      stack.tape.answer = { request in
        guard request is NSSaveChangesRequest else { return nil }
        book.setValue(409, forKey: "pages")
        throw URLError(.badServerResponse)
      }
      #expect(throws: URLError.self) { try context.save() }
      #expect(book.changedValues().keys.sorted() == ["pages", "title"])
      #expect(book.value(forKey: "pages") as? Int == 409)
    }
  }
}
