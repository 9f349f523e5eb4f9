// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Derived attributes after batch requests.
@Suite struct DerivedBatchTests {
  private func mistakes(_ stack: Stack) throws -> [String] {
    let context = stack.context()
    return try context.performAndWait { try BookcaseOracle.mistakes(in: context) }
  }

  private func filled(_ kind: StackKind) throws -> Stack {
    let stack = try Stack(kind, model: BookcaseModel.make())
    let context = stack.context()
    try context.performAndWait {
      for name in ["A", "B"] {
        let author = context.insert("Author", ["name": name])
        let tag = context.insert("Tag", ["label": name, "rank": 3])
        for title in ["One", "Two"] {
          let book = context.insert("Novel", ["title": title, "author": author])
          book.setValue([tag] as Set, forKey: "tags")
          for words in 1...3 { _ = context.insert("Page", ["words": words, "book": book]) }
        }
      }
      try context.save()
    }
    return stack
  }

  // R-MOD-128, R-PSC-703
  @Test(arguments: StackKind.singles)
  func batchInsertionsDerive(_ kind: StackKind) throws {
    let stack = try filled(kind)
    let context = stack.context()
    try context.performAndWait {
      let rows = (1...5).map { ["title": "É\($0)", "pagesCount": 9] as [String: Any] }
      try context.execute(NSBatchInsertRequest(entityName: "Book", objects: rows))
      #expect(try context.all("Book", "search BEGINSWITH 'e' AND pagesCount == 0").count == 5)
    }
    #expect(try mistakes(stack) == [])
  }

  // R-PSC-703
  @Test(arguments: StackKind.singles)
  func batchUpdatesDerive(_ kind: StackKind) throws {
    let stack = try filled(kind)
    let context = stack.context()
    try context.performAndWait {
      let rename = NSBatchUpdateRequest(entityName: "Author")
      rename.predicate = NSPredicate(format: "name == 'A'")
      rename.propertiesToUpdate = ["name": "Zoë"]
      try context.execute(rename)
      let words = NSBatchUpdateRequest(entityName: "Page")
      words.propertiesToUpdate = ["words": NSExpression(format: "words * 10")]
      try context.execute(words)
      #expect(try context.all("Book", "authorSearch == 'zoe'").count == 2)
    }
    #expect(try mistakes(stack) == [])
  }

  // R-PSC-703
  @Test(arguments: StackKind.singles)
  func batchDeletionsDerive(_ kind: StackKind) throws {
    let stack = try filled(kind)
    let context = stack.context()
    try context.performAndWait {
      for (entity, format) in [
        ("Page", "words == 2"), ("Author", "name == 'A'"), ("Tag", "rank > 0"),
      ] {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
        request.predicate = NSPredicate(format: format)
        try context.execute(NSBatchDeleteRequest(fetchRequest: request))
      }
    }
    #expect(try mistakes(stack) == [])
  }
}
