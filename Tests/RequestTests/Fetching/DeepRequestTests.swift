// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.NSComparisonPredicate
import class CoreData.NSExpression

/// Predicates that are long or deep: every stack answers, or refuses with an error.
/// // R-REQ-004
@Suite struct DeepRequestTests {
  private func withPeople(
    _ kind: StackKind, _ body: (NSManagedObjectContext) throws -> Void
  ) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      for age in 0..<5 { _ = context.insert("Person", ["firstName": "\(age)", "age": age]) }
      try context.save()
      try body(context)
    }
  }

  private func expect(
    _ expected: Int, in context: NSManagedObjectContext, _ format: String
  ) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = try NSPredicate.parse(format: format)
    let found = try context.count(for: request)
    #expect(found == expected, "\(format.prefix(120))")
  }

  @Test(arguments: StackKind.singles, [10, 20, 50, 400])
  func aSumOfManyTermsIsAnswered(_ kind: StackKind, _ terms: Int) throws {
    try withPeople(kind) { context in
      let sum = Array(repeating: "age", count: terms).joined(separator: " + ")
      try expect(1, in: context, "\(sum) == \(terms * 2)")
    }
  }

  @Test(arguments: StackKind.singles, [2, 8, 16, 60])
  func nestedConditionsTakeNoLongerThanTheyAreLong(_ kind: StackKind, _ levels: Int) throws {
    try withPeople(kind) { context in
      var value = "age"
      for level in 0..<levels { value = "TERNARY(age == \(level + 100), 0, \(value))" }
      try expect(1, in: context, "\(value) == 3")
      var test = "age == 3"
      for _ in 0..<levels { test = "TERNARY(\(test), 1, 0) == 1" }
      try expect(1, in: context, test)
    }
  }

  @Test(arguments: StackKind.singles, [5, 20, 40])
  func nestedCompoundsAreAnswered(_ kind: StackKind, _ levels: Int) throws {
    try withPeople(kind) { context in
      var test = "age == 3"
      for level in 0..<levels {
        test = level % 2 == 0 ? "(\(test)) AND age < 9" : "NOT (NOT ((\(test)) OR age == 99))"
      }
      try expect(1, in: context, test)
    }
  }

  @Test(arguments: StackKind.singles, [5, 20, 60])
  func nestedFunctionsAreAnswered(_ kind: StackKind, _ levels: Int) throws {
    try withPeople(kind) { context in
      let value =
        String(repeating: "abs:(", count: levels) + "age" + String(repeating: ")", count: levels)
      try expect(1, in: context, "\(value) == 3")
    }
  }

  @Test(arguments: StackKind.singles)
  func thousandsOfAlternativesAreAnswered(_ kind: StackKind) throws {
    try withPeople(kind) { context in
      let equalities = (3..<10_000).map { "age == \($0)" }.joined(separator: " OR ")
      try expect(2, in: context, equalities)
      let mixed = (3..<4_000).map { "(age == \($0) AND firstName == '\($0)')" }
      try expect(2, in: context, mixed.joined(separator: " OR "))
      let ranges = (3..<4_000).map { "(age > \($0) AND age < \($0 + 2))" }
      try expect(1, in: context, ranges.joined(separator: " OR "))
    }
  }

  @Test(arguments: StackKind.singles)
  func aPartThatIsTooMuchForAStoreLeavesTheRest(_ kind: StackKind) throws {
    try withPeople(kind) { context in
      let sum = Array(repeating: "age", count: 100).joined(separator: " + ")
      try expect(2, in: context, "age > 1 AND \(sum) < 400")
      context.insert("Person", ["firstName": "9", "age": 3]).setValue(2, forKey: "age")
      try expect(3, in: context, "age > 1 AND \(sum) < 400")
    }
  }

  @Test(arguments: StackKind.singles)
  func aPredicateWithoutEndIsRefused(_ kind: StackKind) throws {
    try withPeople(kind) { context in
      var sum = NSExpression(forKeyPath: "age")
      for _ in 0..<3_000 {
        sum = NSExpression(
          forFunction: "add:to:", arguments: [sum, NSExpression(forConstantValue: 1)])
      }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSComparisonPredicate(
        leftExpression: sum, rightExpression: NSExpression(forConstantValue: 1),
        modifier: .direct, type: .greaterThan)
      #expect(throws: CocoaError.self) { try context.fetch(request) }
    }
  }

  @Test(arguments: StackKind.singles)
  func aBatchDeletionByALongPredicateDeletesWhatFits(_ kind: StackKind) throws {
    try withPeople(kind) { context in
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
      let sum = Array(repeating: "age", count: 60).joined(separator: " + ")
      request.predicate = try NSPredicate.parse(format: "\(sum) > 100")
      let deletion = NSBatchDeleteRequest(fetchRequest: request)
      deletion.resultType = .resultTypeCount
      let result = try context.execute(deletion) as? NSBatchDeleteResult
      #expect(result?.result as? Int == 3)
    }
  }
}
