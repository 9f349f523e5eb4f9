// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Relationships that cannot be read for a while: nobody takes them for empty for good.
@Suite struct UnreadableRelationshipTests {
  private static let unreadable = CocoaError(.fileReadNoPermission)

  /// A shelf with two books whose relationships a store cannot read while a block runs.
  private struct Library {
    let stack: TapeStack

    init() throws {
      stack = try TapeStack()
      try stack.fill()
    }

    func failing<T>(_ body: () throws -> T) rethrows -> T {
      stack.tape.failures["value"] = UnreadableRelationshipTests.unreadable
      defer { stack.tape.failures = [:] }
      return try body()
    }

    var stored: Set<String> {
      get throws {
        try stack.run { context in
          let shelf = try #require(try context.all("Shelf", "title == 'A'").first)
          return Set(shelf.objects("books").compactMap { $0.string("title") })
        }
      }
    }

    func run<T>(
      isBelowParent: Bool, _ body: (NSManagedObjectContext, NSManagedObject) throws -> T
    ) throws -> T {
      try stack.run { root in
        guard isBelowParent else { return try body(root, try shelf(root)) }
        let child = Family.child(of: root)
        return try child.performAndWait { try body(child, try shelf(child)) }
      }
    }

    private func shelf(_ context: NSManagedObjectContext) throws -> NSManagedObject {
      let shelf = try #require(try context.all("Shelf", "title == 'A'").first)
      _ = shelf.string("title")
      return shelf
    }
  }

  // R-CTX-288
  @Test(arguments: [false, true])
  func theyAreReadAgainAtTheNextAccess(isBelowParent: Bool) throws {
    let library = try Library()
    try library.run(isBelowParent: isBelowParent) { context, shelf in
      for key in ["books", "queue"] {
        let seen = library.failing { (shelf.value(forKey: key) as? NSSet)?.count ?? 0 }
        #expect(seen == 0)
      }
      #expect(library.failing { shelf.hasFault(forRelationshipNamed: "books") })
      #expect(shelf.objects("books").count == 2)
      #expect(!context.hasChanges)
      shelf.setValue(Set<NSManagedObject>(), forKey: "books")
      try context.save()
    }
    if !isBelowParent { #expect(try library.stored.isEmpty) }
  }

  /// What a client may do to a relationship that seems empty.
  private static let changes: [(name: String, change: @Sendable (NSManagedObject) -> Void)] = [
    (
      "union",
      { shelf in
        let book = shelf.managedObjectContext?.insert("Book", ["title": "New"])
        let books = shelf.objects("books").union([book].compactMap { $0 })
        shelf.setValue(books, forKey: "books")
      }
    ),
    (
      "remove",
      { shelf in
        let books = try? shelf.managedObjectContext?.all("Book", "title == 'Ada'")
        shelf.mutableSetValue(forKey: "books").remove(books?.first as Any)
      }
    ),
    ("primitive", { $0.setPrimitiveValue(Set<NSManagedObject>(), forKey: "books") }),
    ("all", { $0.mutableSetValue(forKey: "books").removeAllObjects() }),
  ]

  // R-CTX-288
  @Test(arguments: changes.indices, [false, true])
  func whatIsMadeOfThemIsNotSaved(_ change: Int, isBelowParent: Bool) throws {
    let library = try Library()
    try library.run(isBelowParent: isBelowParent) { context, shelf in
      library.failing { Self.changes[change].change(shelf) }
      for _ in 0..<2 {
        let error = try #require(failure { try context.save() })
        #expect(error.code == Self.unreadable.code)
        #expect(error.localizedDescription.contains("'books' of a Shelf was changed"))
        #expect(error.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject] == [shelf])
        #expect(context.hasChanges)
      }
    }
    #expect(try library.stored == ["Ada", "Zoo"])
  }

  // R-CTX-288: the same when the members have come back before the change
  @Test func whatIsMadeOfThemLaterIsNotSavedEither() throws {
    let library = try Library()
    try library.run(isBelowParent: false) { context, shelf in
      let seen = library.failing { shelf.objects("books") }
      let book = context.insert("Book", ["title": "New"])
      shelf.setValue(seen.union([book]), forKey: "books")
      #expect(failure { try context.save() }?.code == Self.unreadable.code)
      context.rollback()
      shelf.setValue(shelf.objects("books"), forKey: "books")
      _ = context.insert("Book", ["title": "New", "shelf": shelf])
      try context.save()
    }
    #expect(try library.stored == ["Ada", "Zoo", "New"])
  }

  // R-CTX-288: to add one needs no others
  @Test(arguments: [false, true])
  func anAdditionIsSaved(isBelowParent: Bool) throws {
    let library = try Library()
    try library.run(isBelowParent: isBelowParent) { context, shelf in
      library.failing {
        let book = context.insert("Book", ["title": "New"])
        shelf.mutableSetValue(forKey: "books").add(book)
        _ = context.insert("Book", ["title": "Newer", "shelf": shelf])
      }
      try context.save()
      if let parent = context.parent { try parent.save() }
    }
    #expect(try library.stored == ["Ada", "Zoo", "New", "Newer"])
  }

  // R-CTX-288, R-CTX-663
  @Test(arguments: [0, 1, 2])
  func takingBackTheChangeEndsIt(_ way: Int) throws {
    let library = try Library()
    try library.run(isBelowParent: false) { context, shelf in
      let id = shelf.objectID
      library.failing { Self.changes[0].change(shelf) }
      switch way {
      case 0: context.rollback()
      case 1: context.reset()
      default:
        context.insertedObjects.forEach(context.delete)
        context.refresh(shelf, mergeChanges: false)
      }
      let again = try context.existingObject(with: id)
      _ = context.insert("Book", ["title": "New", "shelf": again])
      try context.save()
    }
    #expect(try library.stored == ["Ada", "Zoo", "New"])
  }

  // R-CTX-288: a save that needs the order of members
  @Test func anOrderThatCannotBeReadIsNotMadeUp() throws {
    let stack = try TapeStack()
    try stack.fill()
    try stack.run { context in
      let shelf = try #require(try context.all("Shelf", "title == 'A'").first)
      shelf.setValue("B", forKey: "title")
      let book = context.insert("Book", ["shelf": shelf])
      stack.tape.failures["value"] = Self.unreadable
      shelf.mutableOrderedSetValue(forKey: "queue").add(book)
      #expect(failure { try context.save() }?.code == Self.unreadable.code)
      #expect(shelf.hasChanges)
      #expect(book.isInserted)
      stack.tape.failures = [:]
      try context.save()
    }
  }

  // R-CTX-445, R-CTX-412: what cannot be read does not lack members, and denies what it did
  @Test(arguments: [NSDeleteRule.nullifyDeleteRule, .denyDeleteRule])
  func aRuleThatCannotBeCheckedIsNotFulfilled(_ rule: NSDeleteRule) throws {
    let model = TapeModel.make()
    let books = model.entitiesByName["Shelf"]?.relationshipsByName["books"]
    books?.deleteRule = rule
    books?.minCount = 2
    books?.isOptional = false
    let stack = try TapeStack(model: model)
    let tape = stack.tape
    try stack.run { context in
      let shelf = context.insert("Shelf", ["title": "A"])
      for title in ["Zoo", "Ada"] { _ = context.insert("Book", ["title": title, "shelf": shelf]) }
      try context.save()
      context.reset()
      let again = try context.only("Shelf")
      tape.failures["value"] = Self.unreadable
      if rule == .denyDeleteRule {
        context.delete(again)
      } else {
        _ = context.insert("Book", ["title": "New", "shelf": again])
      }
      #expect(failure { try context.save() }?.code == Self.unreadable.code)
      tape.failures = [:]
      if rule == .denyDeleteRule {
        #expect(failure { try context.save() }?.code == .validationRelationshipDeniedDelete)
      } else {
        try context.save()
        #expect(again.objects("books").count == 3)
      }
    }
  }
}
