// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import CoreData
import Testing

/// Predicates and sort descriptors in a file that imports Foundation first.
@Suite struct PredicateTests {
  private let container = ShoppingContainer()

  private func names(_ predicate: NSPredicate?, _ sort: [NSSortDescriptor]? = nil) throws
    -> [String]
  {
    let context = container.newBackgroundContext()
    return try context.performAndWait {
      for (index, name) in ["milk", "Bread", "butter", "Äpfel"].enumerated() {
        _ = ShoppingItem(name: name, count: index, in: context)
      }
      let request: NSFetchRequest<ShoppingItem> = ShoppingItem.fetchRequest()
      request.predicate = predicate
      request.sortDescriptors = sort ?? [NSSortDescriptor(key: "count", ascending: true)]
      return try context.fetch(request).map(\.name)
    }
  }

  @Test func formatsWithEveryKindOfArgument() throws {
    #expect(try names(NSPredicate(format: "name == %@", "milk")) == ["milk"])
    #expect(try names(NSPredicate(format: "%K == %@", "name", "milk")) == ["milk"])
    #expect(try names(NSPredicate(format: "count > %d", 1)) == ["butter", "Äpfel"])
    #expect(try names(NSPredicate(format: "count >= %i AND count < %ld", 1, 3)).count == 2)
    #expect(try names(NSPredicate(format: "name BEGINSWITH[cd] %@", "b")) == ["Bread", "butter"])
    #expect(try names(NSPredicate(format: "name CONTAINS[cd] 'apf'")) == ["Äpfel"])
    #expect(try names(NSPredicate(format: "name IN %@", ["milk", "beer"])) == ["milk"])
    #expect(try names(NSPredicate(format: "list == nil")).count == 4)
    #expect(try names(NSPredicate(format: "count BETWEEN {1, 2}")) == ["Bread", "butter"])
    #expect(
      try names(NSPredicate(format: "name LIKE %@ OR count == %@", argumentArray: ["m*", 3]))
        == ["milk", "Äpfel"])
    #expect(try names(NSPredicate(value: false)).isEmpty)
  }

  @Test func compoundsAndComparisons() throws {
    let many = NSPredicate(format: "count > 0")
    let short = NSPredicate(format: "name.length < 6")
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [many, short])
    let either = NSCompoundPredicate(orPredicateWithSubpredicates: [many, short])
    let neither = NSCompoundPredicate(notPredicateWithSubpredicate: either)
    #expect(try names(both) == ["Bread", "Äpfel"])
    #expect(try names(either).count == 4)
    #expect(try names(neither).isEmpty)
    let comparison = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "count"),
      rightExpression: NSExpression(forConstantValue: 2), modifier: .direct, type: .equalTo,
      options: [])
    #expect(try names(comparison) == ["butter"])
  }

  @Test func sortDescriptors() throws {
    let backwards = NSSortDescriptor(key: "name", ascending: false)
    #expect(try names(nil, [backwards]) == ["Äpfel", "milk", "butter", "Bread"])
    #expect(backwards.key == "name")
    #expect(!backwards.ascending)
    #expect((backwards.reversedSortDescriptor as? NSSortDescriptor)?.ascending == true)
  }
}
