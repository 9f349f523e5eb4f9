// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Links between objects of different stores. R-PSC-965
@Suite struct LinksOverStoresTests {
  @Test(arguments: StackKind.everyStore)
  func aLinkToANewObjectIsStoredInTheSameSave(_ kind: StackKind) throws {
    let library = try Library(kind)
    try library.stack.run { context in
      let book = context.book("Emma")
      let loan = context.loan("a", book)
      #expect(loan.linked() === book)
      try context.save()
      #expect(loan.linked() === book)
      #expect(loan.link("book").uris == [book.objectID.uriRepresentation()])
      #expect(book.objectID.isTemporaryID == false)
    }
    try library.stack.run { context in
      let loan = try context.only("Loan")
      #expect(context.registeredObjects.count == 1)
      #expect(loan.linked()?.string("title") == "Emma")
      #expect(loan.linked()?.entity.name == "Book")
    }
  }

  @Test(arguments: StackKind.everyStore)
  func aLinkToManyIsASet(_ kind: StackKind) throws {
    let library = try Library(kind)
    try library.stack.run { context in
      let loan = context.loan("a", shelf: [context.book("E"), context.book("P", "Novel")])
      #expect(loan.shelfTitles == "EP")
      try context.save()
      #expect(loan.shelfTitles == "EP")
      #expect(!context.hasChanges)
    }
    try library.stack.run { context in
      let loan = try context.only("Loan")
      #expect(loan.shelfTitles == "EP")
      loan.setValue(try context.all("Novel"), forKey: "shelf")
      try context.save()
    }
    try library.stack.run { context in
      let loan = try context.only("Loan")
      #expect(loan.shelfTitles == "P")
      loan.setValue(nil, forKey: "shelf")
      try context.save()
      #expect(loan.objects("shelf").isEmpty)
      try context.expectCodes("a", "shelf.@count == 0", isStored: true)
    }
  }

  @Test(arguments: Library.durablePairs)
  func linksSurviveTheProcess(_ kind: StackKind) throws {
    let library = try Library(kind)
    try library.stack.run { context in
      let book = context.book("E")
      _ = context.loan("a", book, shelf: [book, context.book("P")])
      try context.save()
    }
    try library.reopened { context in
      let loan = try context.only("Loan")
      #expect(loan.linked()?.string("title") == "E")
      #expect(loan.shelfTitles == "EP")
      let book = try #require(loan.linked())
      try context.expectCodes("a", "book == %@", book)
      try context.expectCodes("a", "ANY shelf == %@", book)
    }
  }

  @Test(arguments: StackKind.everyStore)
  func aLinkToWhatWasDeletedIsNil(_ kind: StackKind) throws {
    let library = try Library(kind)
    try library.stack.run { context in
      let (gone, kept) = (context.book("G"), context.book("K"))
      let loan = context.loan("a", gone, shelf: [gone, kept])
      try context.save()
      context.delete(gone)
      #expect(loan.linked() == nil)
      context.rollback()
      #expect(loan.linked() === gone)
      context.delete(gone)
      try context.save()
      #expect(loan.linked() == nil)
      #expect(loan.shelfTitles == "K")
      #expect(loan.link("book").isBroken)
      #expect(loan.link("shelf").isBroken)
      #expect(loan.link("shelf").uris.count == 2)
      loan.setValue("b", forKey: "code")
      try context.save()
    }
    try library.stack.run { context in
      let loan = try context.only("Loan")
      #expect(loan.linked() == nil)
      #expect(loan.shelfTitles == "K")
    }
  }

  @Test(arguments: Library.durablePairs)
  func aLinkIntoAStoreThatIsNotThereIsNilUntilItIsBack(_ kind: StackKind) throws {
    let library = try Library(kind)
    try library.stack.run { context in
      _ = context.loan("a", context.book("E"))
      try context.save()
    }
    let coordinator = library.stack.coordinator
    let (store, url) = (library.books, library.books.url)
    try coordinator.remove(store)
    try library.stack.run { context in
      let loan = try context.only("Loan")
      #expect(loan.linked() == nil)
      #expect(loan.link("book").uris.count == 1)
      #expect(loan.link("book").objectIDs == [])
      loan.setValue("b", forKey: "code")
      try context.save()
      try context.expectCodes("", "book == nil", isStored: true)
    }
    let missing = try coordinator.brokenLinks()
    #expect(missing.map(\.problem) == [.missingStore])
    let kept = try coordinator.brokenLinks(repairing: .nullify)
    #expect(kept.count == 1)
    try coordinator.addPersistentStore(
      ofType: store.type, configurationName: store.configurationName, at: url, options: nil)
    try library.stack.run { context in
      let loan = try context.only("Loan")
      #expect(loan.linked()?.string("title") == "E")
    }
    let none = try coordinator.brokenLinks()
    #expect(none == [])
  }
}
