// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Expressions that fetch, on every kind of stack.
struct FetchRequestExpressionTests {
  @Test(arguments: StackKind.all)
  func theValueIsWhatTheRequestFinds(_ kind: StackKind) throws {
    try run(kind) { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSPredicate(format: "age > 1")
      let count = try #require(expression(request, context, countOnly: true))
      #expect(count.expressionType.rawValue == 50)
      #expect(count.isCountOnlyRequest)
      #expect(count.requestExpression.constantValue as? NSObject === request)
      #expect(count.contextExpression.constantValue as? NSObject === context)
      #expect(count.expressionValue(with: nil, context: nil) as? Int == 2)
      let people = try #require(expression(request, context, countOnly: false))
      let found = people.expressionValue(with: nil, context: nil) as? [NSManagedObject]
      #expect(Set(found ?? []) == Set(try context.fetch(request)))
    }
  }

  @Test(arguments: StackKind.all)
  func aPredicateMayCompareWithAFetch(_ kind: StackKind) throws {
    try run(kind) { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      let count = try #require(expression(request, context, countOnly: true))
      let outer = NSFetchRequest<NSManagedObject>(entityName: "Person")
      outer.predicate = NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: "age"), rightExpression: count,
        modifier: .direct, type: .equalTo, options: [])
      #expect(try context.fetch(outer).map { $0.string("firstName") } == ["Cy"])
    }
  }

  private func expression(
    _ request: NSFetchRequest<NSManagedObject>, _ context: NSManagedObjectContext, countOnly: Bool
  ) -> NSFetchRequestExpression? {
    NSFetchRequestExpression.expression(
      forFetch: NSExpression(forConstantValue: request),
      context: NSExpression(forConstantValue: context), countOnly: countOnly)
      as? NSFetchRequestExpression
  }

  private func run(_ kind: StackKind, _ body: (NSManagedObjectContext) throws -> Void) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      for (index, name) in ["Ada", "Bob", "Cy"].enumerated() {
        _ = context.insert("Person", ["firstName": name, "age": index + 1])
      }
      try context.save()
      try body(context)
    }
  }
}
