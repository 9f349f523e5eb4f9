// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Objects whose values cannot be read for a while: nobody takes them for deleted, or for empty for
/// good.
@Suite struct UnreadableObjectTests {
  private static let unreadable = CocoaError(.fileReadNoPermission)

  /// Runs a block with a fault of a shelf with two books, in a context at the root or below another.
  private func run(
    isBelowParent: Bool, _ body: (NSManagedObjectContext, NSManagedObject, Tape) throws -> Void
  ) throws -> TapeStack {
    let stack = try TapeStack()
    try stack.fill()
    let id = try stack.run {
      try #require(try $0.all("Shelf", "title == 'A'").first).objectID
    }
    try stack.run { root in
      let context = isBelowParent ? Family.child(of: root) : root
      try context.performAndWait { try body(context, context.object(with: id), stack.tape) }
    }
    return stack
  }

  private func titles(_ stack: TapeStack) -> [String] {
    stack.tape.records.values.filter { $0.entity == "Shelf" }
      .compactMap { $0.values["title"] as? String }.sorted()
  }

  // R-CTX-288
  @Test(arguments: [false, true])
  func theyAreReadAgainAtTheNextAccess(isBelowParent: Bool) throws {
    _ = try run(isBelowParent: isBelowParent) { context, shelf, tape in
      tape.failures["values"] = Self.unreadable
      #expect(shelf.string("title") == nil)
      #expect(shelf.isFault)
      #expect(!shelf.isDeleted)
      #expect(!context.hasChanges)
      #expect(failure { _ = try context.existingObject(with: shelf.objectID) } != nil)
      tape.failures = [:]
      #expect(shelf.string("title") == "A")
      #expect(!shelf.isFault)
      shelf.setValue("B", forKey: "title")
      try context.save()
    }
  }

  // R-CTX-288
  @Test(arguments: [false, true])
  func aChangeOfWhatSeemedEmptyIsNotSaved(isBelowParent: Bool) throws {
    let stack = try run(isBelowParent: isBelowParent) { context, shelf, tape in
      tape.failures["values"] = Self.unreadable
      let title = shelf.string("title") ?? ""
      tape.failures = [:]
      shelf.setValue(title + "!", forKey: "title")
      for _ in 0..<2 {
        let error = try #require(failure { try context.save() })
        #expect(error.code == Self.unreadable.code)
        #expect(error.localizedDescription.contains("A Shelf was changed"))
        #expect(shelf.isUpdated)
        #expect(shelf.string("title") == "!")
      }
      context.rollback()
      #expect(shelf.string("title") == "A")
      shelf.setValue("C", forKey: "title")
      try context.save()
      if let parent = context.parent { try parent.save() }
    }
    #expect(titles(stack) == ["B", "C"])
  }

  // R-CTX-288
  @Test(arguments: [false, true])
  func aChangeWhileNothingCanBeReadIsNotLost(isBelowParent: Bool) throws {
    let stack = try run(isBelowParent: isBelowParent) { context, shelf, tape in
      tape.failures["values"] = Self.unreadable
      shelf.setValue("C", forKey: "title")
      #expect(shelf.string("title") == "C")
      #expect(failure { try context.save() }?.code == Self.unreadable.code)
      #expect(context.updatedObjects == [shelf])
      #expect(context.deletedObjects.isEmpty)
      tape.failures = [:]
      context.refresh(shelf, mergeChanges: false)
      #expect(shelf.string("title") == "A")
    }
    #expect(titles(stack) == ["A", "B"])
  }

  // R-CTX-288, R-CTX-409
  @Test(arguments: [false, true])
  func aDeletionThatCannotFollowItsRulesIsMadeLater(isBelowParent: Bool) throws {
    let stack = try run(isBelowParent: isBelowParent) { context, shelf, tape in
      for word in ["values", "value"] { tape.failures[word] = Self.unreadable }
      context.delete(shelf)
      #expect(failure { try context.save() }?.code == Self.unreadable.code)
      #expect(context.deletedObjects == [shelf])
      tape.failures = [:]
      try context.save()
      if let parent = context.parent { try parent.save() }
    }
    #expect(titles(stack) == ["B"])
    let books = stack.tape.records.values.filter { $0.entity == "Book" }
    #expect(books.count == 2)
    #expect(books.allSatisfy { $0.links["shelf"]?.isEmpty != false })
  }

  // R-CTX-288, R-CTX-810
  @Test func aChildsSaveThatItsParentCannotTakeThrows() throws {
    let stack = try TapeStack()
    try stack.fill()
    try stack.run { root in
      // Values that the store has given before are not asked for again otherwise.
      root.stalenessInterval = 0
      let child = Family.child(of: root)
      try child.performAndWait { () throws in
        let shelf = try #require(try child.all("Shelf", "title == 'A'").first)
        #expect(shelf.string("title") == "A")
        shelf.setValue("C", forKey: "title")
        let book = child.insert("Book", ["title": "New"])
        for object in root.registeredObjects { root.refresh(object, mergeChanges: false) }
        stack.tape.failures["values"] = Self.unreadable
        #expect(failure { try child.save() }?.code == Self.unreadable.code)
        #expect(child.updatedObjects == [shelf])
        #expect(book.isInserted)
        #expect(!root.hasChanges)
        stack.tape.failures = [:]
        try child.save()
        try root.save()
      }
    }
    #expect(titles(stack) == ["B", "C"])
  }

  // R-REQ-018
  @Test(arguments: [false, true])
  func aFetchThatIsToReadValuesThrows(isBelowParent: Bool) throws {
    _ = try run(isBelowParent: isBelowParent) { context, _, tape in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
      request.returnsObjectsAsFaults = false
      tape.failures["values"] = Self.unreadable
      #expect(failure { _ = try context.fetch(request) }?.code == Self.unreadable.code)
      tape.failures = [:]
      let titles = try context.fetch(request).compactMap { $0.string("title") }
      #expect(titles.sorted() == ["A", "B"])
      try context.save()
    }
  }

  // R-MOD-162: a fetched property is asked again, too
  @Test func anUnreadableFetchedPropertyIsAskedAgain() throws {
    let model = TapeModel.make()
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = model.entitiesByName["Book"]
    request.predicate = NSPredicate(format: "pages == 10")
    let property = NSFetchedPropertyDescription()
    property.name = "long"
    property.fetchRequest = request
    model.entitiesByName["Shelf"]?.properties.append(property)
    let stack = try TapeStack(model: model)
    let tape = stack.tape
    try stack.run { context in
      let shelf = context.insert("Shelf", ["title": "A"])
      _ = context.insert("Book", ["pages": 10])
      try context.save()
      tape.failures["fetch"] = Self.unreadable
      #expect((shelf.value(forKey: "long") as? [NSManagedObject])?.count == 0)
      tape.failures = [:]
      #expect((shelf.value(forKey: "long") as? [NSManagedObject])?.count == 1)
    }
  }
}
