// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Links as values of an object: changes and what takes them back. R-PSC-965
@Suite struct LinkValueTests {
  @Test(arguments: StackKind.singles)
  func aChangeIsTakenBack(_ kind: StackKind) throws {
    try Library(kind).stack.run { context in
      context.undoManager = UndoManager()
      let (first, second) = (context.book("E"), context.book("P"))
      let loan = context.loan("a", first)
      try context.save()
      loan.setValue(second, forKey: "book")
      #expect(loan.changedValues()["book"] as? NSManagedObject === second)
      #expect(loan.committedValues(forKeys: ["book"])["book"] as? NSManagedObject === first)
      context.rollback()
      #expect(loan.linked() === first)
      #expect(!context.hasChanges)

      loan.setValue(second, forKey: "book")
      context.refresh(loan, mergeChanges: true)
      #expect(loan.linked() === second)
      context.refresh(loan, mergeChanges: false)
      #expect(loan.linked() === first)

      loan.setValue(second, forKey: "book")
      context.processPendingChanges()
      context.undo()
      #expect(loan.linked() === first)
      context.redo()
      #expect(loan.linked() === second)
      loan.setValue(first, forKey: "book")
      #expect(loan.hasPersistentChangedValues == false)
    }
  }

  @Test(arguments: StackKind.singles)
  func aLinkOfAChildIsSavedThroughItsParent(_ kind: StackKind) throws {
    let family = try Family(kind, model: LibraryModel.make())
    try family.run { parent, child in
      let loan = child.loan("a", child.book("E"), shelf: [child.book("P")])
      try child.save()
      let above = try parent.only("Loan")
      #expect(above.linked()?.string("title") == "E")
      try parent.save()
      #expect(above.linked()?.string("title") == "E")
      #expect(loan.linked()?.string("title") == "E")
      #expect(loan.shelfTitles == "P")
      let book = try #require(loan.linked())
      try child.expectCodes("a", "book == %@", book)
      try child.expectCodes("", "%@ IN shelf", book)
    }
    try family.stack.run { context in
      let loan = try context.only("Loan")
      #expect(loan.linked()?.string("title") == "E")
    }
  }

  @Test func aFailedSaveLeavesTheLinkToTheNewObject() throws {
    try Library(StackKind.singles[0]).stack.run { context in
      let book = context.book("E")
      let loan = context.loan("a", book)
      let audit = context.insert("Audit", ["code": "x"])
      #expect(failure { try context.save() }?.code == .validationMissingMandatoryProperty)
      #expect(loan.linked() === book)
      audit.setValue(book, forKey: "book")
      try context.save()
      #expect(loan.linked() === book)
      #expect(audit.linked() === book)
    }
  }

  @Test func aNewDestinationThatIsNotSavedIsNone() throws {
    try Library(StackKind.singles[0]).stack.run { context in
      let book = context.book("E")
      let loan = context.loan("a", book)
      let audit = context.insert("Audit", ["code": "x", "book": book])
      context.delete(book)
      #expect(loan.linked() == nil)
      #expect(failure { try context.save() }?.code == .validationMissingMandatoryProperty)
      context.delete(audit)
      try context.save()
      #expect(loan.link("book").uris == [])
    }
  }

  @Test func aPermanentIDBeforeTheSaveIsNoMatter() throws {
    try Library(StackKind.singles[0]).stack.run { context in
      let book = context.book("E")
      let loan = context.loan("a", book)
      try context.obtainPermanentIDs(for: [book])
      #expect(loan.linked() === book)
      try context.save()
      #expect(loan.link("book").objectIDs == [book.objectID])
    }
  }

  @Test func valuesAreObjectsIDsAndURIs() throws {
    try Library(StackKind.singles[0]).stack.run { context in
      let book = context.book("E")
      try context.save()
      let loan = context.loan("a")
      loan.setValue(book.objectID, forKey: "book")
      #expect(loan.linked() === book)
      loan.setValue(book.objectID.uriRepresentation(), forKey: "book")
      #expect(loan.linked() === book)
      loan.setPrimitiveValue(nil, forKey: "book")
      #expect(loan.primitiveValue(forKey: "book") == nil)
      loan.setValue([book.objectID], forKey: "shelf")
      #expect(loan.objects("shelf") == [book])
      loan.setValue(NSOrderedSet(array: [book]), forKey: "shelf")
      #expect(loan.objects("shelf") == [book])
      #expect(loan.value(forKeyPath: "book.title") == nil)
      loan.setValue(book, forKey: "book")
      #expect(loan.value(forKeyPath: "book.title") as? String == "E")
      #expect("\(loan)".contains(book.objectID.uriRepresentation().absoluteString))
    }
  }

  @Test func aTypedLinkKeepsWhatCannotBeFound() throws {
    try Library(StackKind.singles[0]).stack.run { context in
      let books = ["E", "P", "S"].map { context.book($0) }
      let loan = context.loan("a", shelf: [books[0], books[1]])
      try context.save()
      context.delete(books[0])
      try context.save()
      let shelf = loan.link("shelf")
      shelf.insert(books[2])
      #expect(shelf.uris.count == 3)
      shelf.remove(books[1])
      #expect(shelf.objects == [books[2]])
      #expect(shelf.uris.count == 2)
      shelf.objects = [books[1]]
      #expect(shelf.object === books[1])
      #expect(!shelf.isBroken)
      loan.link("book").object = books[1]
      #expect(loan.link("book").objects == [books[1]])
    }
  }
}
