// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A regular expression that explodes is an error that names it, wherever it is evaluated, and a long
/// text is none. // R-PRED-180
@Suite struct ExplodingPatternTests {
  private static let pattern = "(a+)+b"

  private func error(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\((error as NSError).userInfo) \(error)"
    }
  }

  @Test(arguments: StackKind.singles)
  func storesEndTheSearch(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let note = context.insert("Note", ["text": String(repeating: "a", count: 60)])
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.predicate = NSPredicate(format: "text MATCHES %@", Self.pattern)
      let pending = try #require(error { _ = try context.fetch(request) })
      #expect(pending.contains(Self.pattern))
      try context.save()
      let stored = try #require(error { _ = try context.fetch(request) })
      #expect(stored.contains(Self.pattern))
      #expect(error { _ = try context.count(for: request) } != nil)
      note.setValue(String(repeating: "a", count: 60) + "b", forKey: "text")
      try context.save()
      #expect(try context.count(for: request) == 1)
    }
  }

  @Test(arguments: StackKind.singles)
  func longTextsAreSearchedToTheirEnd(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let text = String(repeating: "word and more ", count: 500)
      _ = context.insert("Note", ["text": text + "end"])
      try context.save()
      for pattern in ["(?s).*end", "([a-z]+ )+end", "[a-z ]+"] {
        #expect(try context.all("Note", "text MATCHES '\(pattern)'").count == 1, "\(pattern)")
      }
    }
  }
}
