// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Derived attributes after saves, in every kind of store.
@Suite struct DerivedSaveTests {
  /// The values that another context finds.
  private func stored(
    _ stack: Stack, _ entity: String, _ keys: [String], _ format: String? = nil
  ) throws -> [String] {
    let context = stack.context()
    return try context.performAndWait {
      try context.all(entity, format, sortedBy: entity == "Page" ? "words" : nil).map { object in
        keys.map { key in object.value(forKey: key).map { "\($0)" } ?? "-" }
          .joined(separator: "|")
      }
    }
  }

  // R-MOD-126, R-MOD-128
  @Test(arguments: StackKind.singles)
  func membersAreCounted(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: LibraryModel.make())
    let context = stack.context()
    try context.performAndWait {
      let book = context.insert("Book", ["title": "A"])
      for words in [3, 5, 10] { _ = context.insert("Page", ["words": words, "book": book]) }
      try context.save()
      context.refresh(book, mergeChanges: false)
      #expect(book.value(forKey: "pagesCount") as? Int == 3)
      let page = try #require(context.all("Page", "words == 5").first)
      context.delete(page)
      try context.save()
    }
    #expect(try stored(stack, "Book", ["pagesCount", "words", "longest"]) == ["2|13|10"])
  }
}
