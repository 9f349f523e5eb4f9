// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The same question with other constants, on every store: statements are kept from one to the next.
@Suite struct RepeatedFetchTests {
  private static let names = ["Ada", "Bob", "Cyd", "Dan", "Eve", "Fay"]

  private func found(_ predicate: NSPredicate, _ context: NSManagedObjectContext) throws -> String {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = predicate
    let names = try context.fetch(request).compactMap { $0.string("firstName") }
    #expect(try context.count(for: request) == names.count)
    return names.compactMap(\.first).map(String.init).sorted().joined()
  }

  // R-REQ-010
  @Test("A text is not taken for the end of those before it", arguments: StackKind.everyStore)
  func rangesOfTextAreTheirOwn(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      for name in Self.names { _ = context.insert("Person", ["firstName": name]) }
      try context.save()
      // The second text of the first question is the successor of its first.
      for (low, high, between) in [("A", "B", "A"), ("C", "F", "CDE"), ("B", "C", "B")] {
        let range = NSPredicate(format: "firstName >= %@ AND firstName < %@", low, high)
        #expect(try found(range, context) == between)
        let bounds = NSPredicate(format: "firstName BETWEEN {%@, %@}", low, high)
        #expect(try found(bounds, context) == between)
      }
      for other in ["Adb", "Eve", "Bob"] {
        let either = NSPredicate(format: "firstName == %@ OR firstName == %@", "Ada", other)
        #expect(try found(either, context) == (other == "Adb" ? "A" : "A\(other.prefix(1))"))
      }
    }
  }
}
