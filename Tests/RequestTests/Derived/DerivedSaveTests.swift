// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// The kinds of store that derive: all but those that ask a class of the client's for everything.
enum DerivingStores {
  static let singles: [StackKind] =
    StackKind.singles
    + StackKind.clients.filter { [NSBinaryStoreType, NSXMLStoreType].contains($0.name) }
  static let durable = singles.filter(\.isDurable)
}

/// Derived attributes after saves, in every kind of store.
@Suite struct DerivedSaveTests {
  private let stack: (StackKind) throws -> Stack = { try Stack($0, model: BookcaseModel.make()) }

  /// A value of the first object of an entity, as another context finds it.
  private func stored(_ key: String, of entity: String, in stack: Stack) throws -> String {
    let context = stack.context()
    return try context.performAndWait {
      try context.all(entity).first?.value(forKey: key).map { "\($0)" } ?? "nil"
    }
  }

  private func moment(in stack: Stack) throws -> Date? {
    let context = stack.context()
    return try context.performAndWait {
      try context.all("Book").first?.value(forKey: "savedAt") as? Date
    }
  }

  private func save(_ stack: Stack, _ change: (NSManagedObjectContext) throws -> Void) throws {
    let context = stack.context()
    try context.performAndWait {
      try change(context)
      try context.save()
    }
  }

  // R-MOD-126, R-MOD-128
  @Test(arguments: DerivingStores.singles)
  func membersAreCountedInTheSaveThatChangesThem(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try save(stack) { context in
      let book = context.insert("Book", ["title": "A"])
      for words in [3, 5, 10] { _ = context.insert("Page", ["words": words, "book": book]) }
    }
    #expect(try stored("pagesCount", of: "Book", in: stack) == "3")
    try save(stack) { context in
      context.delete(try #require(context.all("Page", "words == 5").first))
    }
    #expect(try stored("pagesCount", of: "Book", in: stack) == "2")
    #expect(try stored("words", of: "Book", in: stack) == "13")
  }

  // R-MOD-128
  @Test(arguments: DerivingStores.singles)
  func aContextLearnsOfItWhenItRefreshesTheObject(_ kind: StackKind) throws {
    let stack = try stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let book = context.insert("Book")
      _ = context.insert("Page", ["book": book])
      try context.save()
      #expect(book.value(forKey: "pagesCount") as? Int != 1)
      context.refresh(book, mergeChanges: false)
      #expect(book.value(forKey: "pagesCount") as? Int == 1)
      _ = context.insert("Page", ["book": book])
      try context.save()
      #expect(book.value(forKey: "pagesCount") as? Int == 1)
      context.refresh(book, mergeChanges: true)
      #expect(book.value(forKey: "pagesCount") as? Int == 2)
    }
  }

  // R-MOD-126
  @Test(arguments: DerivingStores.singles)
  func aRenamedAuthorIsRenamedInBooksThatAreNotSaved(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try save(stack) { context in
      let author = context.insert("Author", ["name": "Élan"])
      _ = context.insert("Book", ["author": author])
    }
    #expect(try stored("authorSearch", of: "Book", in: stack) == "elan")
    try save(stack) { try $0.all("Author").first?.setValue("Bo", forKey: "name") }
    #expect(try stored("authorName", of: "Book", in: stack) == "Bo")
    #expect(try stored("authorShout", of: "Book", in: stack) == "BO")
    try save(stack) { try $0.all("Author").forEach($0.delete) }
    #expect(try stored("authorName", of: "Book", in: stack) == "nil")
  }

  // R-MOD-129
  @Test(arguments: DerivingStores.singles)
  func whatIsAssignedDoesNotLast(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try save(stack) { _ = $0.insert("Book", ["title": "A", "pagesCount": 7, "search": "other"]) }
    #expect(try stored("pagesCount", of: "Book", in: stack) == "0")
    #expect(try stored("search", of: "Book", in: stack) == "a")
    try save(stack) { try $0.all("Book").first?.setValue(9, forKey: "pagesCount") }
    #expect(try stored("pagesCount", of: "Book", in: stack) == "0")
  }

  // R-MOD-128
  @Test(arguments: DerivingStores.singles)
  func whatTheStoreDerivesIsNoConflict(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try save(stack) { context in
      let author = context.insert("Author", ["name": "A"])
      _ = context.insert("Book", ["author": author])
    }
    let context = stack.context()
    try context.performAndWait {
      let book = try #require(context.all("Book").first)
      #expect(book.string("authorName") == "A")
      try save(stack) { try $0.all("Author").first?.setValue("B", forKey: "name") }
      book.setValue("T", forKey: "title")
      try context.save()
      book.setValue("U", forKey: "title")
      try context.save()
    }
    #expect(try stored("authorName", of: "Book", in: stack) == "B")
    #expect(try stored("search", of: "Book", in: stack) == "u")
  }

  // R-MOD-128
  @Test(arguments: DerivingStores.singles)
  func theMomentIsThatOfTheLastSaveOfTheObject(_ kind: StackKind) throws {
    let stack = try stack(kind)
    let before = Date()
    try save(stack) { context in
      let author = context.insert("Author", ["name": "A"])
      _ = context.insert("Book", ["author": author])
    }
    let first = try #require(try moment(in: stack))
    #expect(first >= before)
    try save(stack) { try $0.all("Author").first?.setValue("B", forKey: "name") }
    #expect(try moment(in: stack) == first)
    try save(stack) { try $0.all("Book").first?.setValue("T", forKey: "title") }
    let second = try #require(try moment(in: stack))
    #expect(second > first)
  }

  // R-MOD-126
  @Test(arguments: DerivingStores.singles)
  func predicatesAndOrdersSeeStoredValues(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try save(stack) { context in
      for (title, pages) in [("Beta", 2), ("Älpha", 1), ("Gamma", 3)] {
        let book = context.insert("Book", ["title": title])
        for words in 0..<pages { _ = context.insert("Page", ["words": words, "book": book]) }
      }
    }
    let context = stack.context()
    try context.performAndWait {
      let some = try context.all("Book", "pagesCount >= 2", sortedBy: "pagesCount")
      #expect(some.map { $0.string("title") } == ["Beta", "Gamma"])
      #expect(try context.all("Book", "search == 'alpha'").count == 1)
      let sorted = try context.all("Book", nil, sortedBy: "search")
      #expect(sorted.map { $0.string("title") } == ["Älpha", "Beta", "Gamma"])
    }
  }

  // R-MOD-128
  @Test(arguments: DerivingStores.singles)
  func aSaveThatFailsDerivesNothing(_ kind: StackKind) throws {
    let model = BookcaseModel.make()
    model.entitiesByName["Tag"]?.uniquenessConstraints = [["label"]]
    guard kind.enforcesUniqueness else { return }
    let stack = try Stack(kind, model: model)
    try save(stack) { context in
      _ = context.insert("Tag", ["label": "one"])
      _ = context.insert("Book")
    }
    let context = stack.context()
    try context.performAndWait {
      let book = try #require(context.all("Book").first)
      _ = context.insert("Page", ["book": book])
      _ = context.insert("Tag", ["label": "one"])
      #expect(throws: (any Error).self) { try context.save() }
    }
    #expect(try stored("pagesCount", of: "Book", in: stack) == "0")
  }

  // R-MOD-128
  @Test(arguments: DerivingStores.singles)
  func aMergeBringsDerivedValues(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try save(stack) { _ = $0.insert("Book") }
    let receiver = stack.context()
    receiver.automaticallyMergesChangesFromParent = true
    let book = try receiver.performAndWait {
      let book = try #require(receiver.all("Book").first)
      #expect(book.value(forKey: "pagesCount") as? Int == 0)
      return Held(book)
    }
    try save(stack) { context in
      _ = context.insert("Page", ["book": try #require(context.all("Book").first)])
    }
    receiver.performAndWait {
      #expect(book.object.value(forKey: "pagesCount") as? Int == 1)
    }
  }

  // R-MOD-128
  @Test(arguments: DerivingStores.durable)
  func valuesAreThereAfterReopening(_ kind: StackKind) throws {
    var stack = try stack(kind)
    var edits = BookcaseEdits(seed: 11)
    for _ in 1...3 {
      try save(stack) { context in for _ in 1...15 { try edits.edit(context) } }
      stack = try stack.reopened(model: BookcaseModel.make())
      let context = stack.context()
      #expect(try context.performAndWait { try BookcaseOracle.mistakes(in: context) } == [])
      let moments = try context.performAndWait {
        try context.all("Book").filter { $0.value(forKey: "savedAt") == nil }.count
      }
      #expect(moments == 0)
    }
  }

  // R-MOD-128
  @Test(arguments: DerivingStores.durable)
  func aStoreOfWhoDidNotDeriveGetsItsValues(_ kind: StackKind) throws {
    let former = BookcaseModel.plain()
    let stack = try Stack(kind, model: former)
    try save(stack) { context in
      let author = context.insert("Author", ["name": "Élan", "shout": "?"])
      let book = context.insert("Book", ["title": "É", "author": author, "pagesCount": 7])
      _ = context.insert("Page", ["words": 3, "book": book])
    }
    for store in stack.coordinator.persistentStores { try stack.coordinator.remove(store) }
    let model = BookcaseModel.make()
    let type = kind.stores[0].type
    let url = try kind.url(0, in: stack.directory)
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: type, at: url, options: nil)
    metadata[NSStoreModelVersionHashesKey] = model.entityVersionHashesByName
    try NSPersistentStoreCoordinator.setMetadata(
      metadata, forPersistentStoreOfType: type, at: url, options: nil)
    let again = try Stack(kind, model: model, directory: stack.directory)
    let context = again.context()
    #expect(try context.performAndWait { try BookcaseOracle.mistakes(in: context) } == [])
  }
}
