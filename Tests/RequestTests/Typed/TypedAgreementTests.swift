// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A typed predicate finds exactly the objects for which it holds itself, in every store.
@Suite struct TypedAgreementTests {
  /// What tells books apart.
  private func pages(_ books: [Book]) -> [Int] { books.map(\.pages).sorted() }

  @Test(arguments: Library.kinds)
  func aFetchFindsWhatThePredicateHoldsFor(_ kind: StackKind) throws {  // R-PRED-300 … R-PRED-307
    let library = try Library(kind)
    let context = library.context
    try context.performAndWait {
      for sample in TypedSamples.all {
        context.reset()
        let found = pages(try context.fetch(Book.self, where: sample.predicate))
        let all = try context.fetch(Book.self)
        let expected = pages(all.filter { sample.holds(for: $0) })
        #expect(found == expected, "\(kind.name): \(sample.name)")
        if !sample.isTrivial {
          #expect(!found.isEmpty, "\(sample.name)")
          #expect(found.count < all.count, "\(sample.name)")
        }
        let translated = try NSPredicate(translating: sample.predicate)
        let held = pages(all.filter { translated.evaluate(with: $0) })
        #expect(held == expected, "\(kind.name), in memory: \(sample.name)")
        #expect(try context.count(Book.self, where: sample.predicate) == expected.count)
      }
    }
  }

  @Test(arguments: Library.kinds)
  func pendingChangesCount(_ kind: StackKind) throws {  // R-PRED-300
    let library = try Library(kind)
    let context = library.context
    try context.performAndWait {
      for book in try context.fetch(Book.self) {
        book.setValue(110 - book.pages, forKey: "pages")
        if book.pages == 50 { context.delete(book) }
      }
      context.insert("Book", ["title": "Nova", "pages": 33, "isbn": "978-1"])
        .setValuesForKeys(["price": 2.5, "isLent": true])
      for sample in TypedSamples.all {
        let found = pages(try context.fetch(Book.self, where: sample.predicate))
        let expected = pages(try context.fetch(Book.self).filter { sample.holds(for: $0) })
        #expect(found == expected, "\(kind.name): \(sample.name)")
      }
    }
  }

  @Test func anUnknownPropertyIsAnErrorThatQuotesIt() throws {  // R-PRED-300
    let library = try Library(StackKind.singles[0])
    library.context.performAndWait {
      let error = #expect(throws: PredicateTranslationError.self) {
        try library.context.fetch(Book.self, where: #Predicate { $0.hashValue == 3 })
      }
      #expect(error?.expression == "$0.<a property of type Int>")
    }
  }
}
