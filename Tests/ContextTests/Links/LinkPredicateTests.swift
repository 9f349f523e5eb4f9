// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Links in predicates, in the stores and among pending changes. R-PSC-965
@Suite struct LinkPredicateTests {
  /// Loans a of E, b of P, c of nothing; on their shelves E and P, P, nothing.
  private func loans(
    _ kind: StackKind,
    _ body: (NSManagedObjectContext, [NSManagedObject]) throws -> Void
  ) throws {
    let library = try Library(kind)
    try library.stack.run { context in
      let books = [context.book("E"), context.book("P", "Novel")]
      _ = context.loan("a", books[0], shelf: books)
      _ = context.loan("b", books[1], shelf: [books[1]])
      _ = context.loan("c")
      // Before the save the answer comes from what is pending.
      try body(context, books)
      try context.save()
      try body(context, books)
    }
    try library.stack.run { context in
      let books = try ["E", "P"].map { try context.all("Book", "title == '\($0)'")[0] }
      try body(context, books)
    }
  }

  @Test(arguments: StackKind.everyStore)
  func oneDestinationIsComparedByIdentity(_ kind: StackKind) throws {
    try loans(kind) { context, books in
      try context.expectCodes("a", "book == %@", books[0])
      try context.expectCodes("b", "%@ == book", books[1])
      try context.expectCodes("a", "book == %@", books[0].objectID)
      try context.expectCodes("c", "book == nil")
      try context.expectCodes("ab", "book != nil")
      try context.expectCodes("ab", "book IN %@", books)
      try context.expectCodes("ab", "book IN %@", Set(books))
      try context.expectCodes("b", "book IN %@", [books[1].objectID])
      try context.expectCodes("", "book IN %@", [NSManagedObject]())
      try context.expectCodes("a", "NOT (book == nil) AND code == 'a'")
      try context.expectCodes("bc", "book == %@ OR code == 'c'", books[1])
    }
  }

  @Test(arguments: StackKind.everyStore)
  func manyDestinationsAreAskedForMembers(_ kind: StackKind) throws {
    try loans(kind) { context, books in
      try context.expectCodes("a", "ANY shelf == %@", books[0])
      try context.expectCodes("ab", "%@ IN shelf", books[1])
      try context.expectCodes("ab", "shelf CONTAINS %@", books[1].objectID)
      try context.expectCodes("ab", "ANY shelf IN %@", books)
      try context.expectCodes("c", "shelf.@count == 0")
      try context.expectCodes("ab", "shelf.@count > 0")
      try context.expectCodes("bc", "NOT (%@ IN shelf)", books[0])
    }
  }

  @Test(arguments: StackKind.everyStore)
  func theInverseIsAQuery(_ kind: StackKind) throws {
    try loans(kind) { context, books in
      let entity = context.persistentStoreCoordinator?.managedObjectModel.entitiesByName["Loan"]
      let one = try #require(entity?.propertiesByName["book"] as? LinkDescription)
      let many = try #require(entity?.propertiesByName["shelf"] as? LinkDescription)
      let owner = try one.owners(of: books[1], in: context)
      #expect(owner.map { $0.string("code") } == ["b"])
      let owners = try many.owners(of: books[1], in: context)
      #expect(Set(owners.map { $0.string("code") }) == ["a", "b"])
      #expect(one.isIndexed)
      #expect(!many.isIndexed)
    }
  }

  @Test func whatALinkIsNotThereForIsAnError() throws {
    try Library(StackKind.singles[0]).stack.run { context in
      let book = context.book("E")
      for format in ["book.title == 'E'", "shelf == %@", "ANY shelf.title == 'E'"] {
        let error = failure { _ = try context.codes(format, [book]) }
        #expect(error?.userInfo["reason"] as? String != nil, "\(format)")
      }
    }
  }

  /// Of stores whose dictionaries the library makes: the one on a server answers with what it keeps.
  @Test(arguments: StackKind.everyStore.filter { !$0.name.contains("HTTP") })
  func dictionariesHaveTheIDOfADestination(_ kind: StackKind) throws {
    try Library(kind).stack.run { context in
      let book = context.book("E")
      let loan = context.loan("a", book)
      try context.save()
      let request = NSFetchRequest<NSDictionary>(entityName: "Loan")
      request.resultType = .dictionaryResultType
      let everything = try #require(try context.fetch(request).first)
      #expect(everything["book"] as? NSManagedObjectID == book.objectID)
      #expect(everything["shelf"] == nil)
      request.propertiesToFetch = ["shelf"]
      #expect(failure { _ = try context.fetch(request) } != nil)
      let values = loan.dictionaryWithValues(forKeys: ["book", "shelf"])
      #expect(values["book"] as? NSManagedObject === book)
      #expect((values["shelf"] as? Set<NSManagedObject>)?.isEmpty == true)
    }
  }
}
