// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Fetches by values that are kept as archives, of which one value has several.
@Suite struct ArchivedValueFetchTests {
  private static func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = [
      GarageModel.entity(
        "Fact",
        [
          GarageModel.attribute("number", .integer16),
          GarageModel.attribute("object", .transformable),
          GarageModel.attribute("word", .transformable),
        ]
      )
    ]
    return model
  }

  private func numbers(_ context: NSManagedObjectContext, _ predicate: NSPredicate) throws -> [Int]
  {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Fact")
    request.predicate = predicate
    return try context.fetch(request).compactMap { $0.value(forKey: "number") as? Int }.sorted()
  }

  // R-PRED-172
  @Test(arguments: StackKind.singles, [false, true])
  func equalValuesAreFound(_ kind: StackKind, _ isSaved: Bool) throws {
    let stack = try Stack(kind, model: Self.model())
    let values: [Any?] = [
      "a" as NSString, 12 as NSNumber, ["x", "y"] as NSArray, nil, "a" as NSString,
    ]
    func check(_ context: NSManagedObjectContext) throws {
      for _ in 0..<5 {
        #expect(try numbers(context, NSPredicate(format: "object == %@", "a")) == [0, 4])
        #expect(try numbers(context, NSPredicate(format: "object == %@", 12 as NSNumber)) == [1])
        #expect(
          try numbers(context, NSPredicate(format: "object == %@", ["x", "y"] as NSArray)) == [2])
        #expect(try numbers(context, NSPredicate(format: "object IN %@", ["a", "b"])) == [0, 4])
      }
      #expect(try numbers(context, NSPredicate(format: "object == nil")) == [3])
      #expect(try numbers(context, NSPredicate(format: "object != nil")) == [0, 1, 2, 4])
    }
    try stack.run { context in
      for (number, value) in values.enumerated() {
        let fact = context.insert("Fact", ["number": number])
        fact.setValue(value, forKey: "object")
      }
      if isSaved { try context.save() }
      try check(context)
    }
    if isSaved { try stack.run(check) }
  }

  // R-PRED-182: a list that is one value has members all the same.
  @Test(arguments: StackKind.singles, [false, true])
  func aQuantifierAsksTheMembersOfAList(_ kind: StackKind, _ isSaved: Bool) throws {
    try Stack(kind, model: Self.model()).run { context throws in
      for (number, value) in [["red", "blue"], ["green"], nil].enumerated() {
        context.insert("Fact", ["number": number]).setValue(value as NSArray?, forKey: "object")
      }
      if isSaved { try context.save() }
      #expect(try numbers(context, NSPredicate(format: "ANY object == 'red'")) == [0])
      #expect(try numbers(context, NSPredicate(format: "ANY object BEGINSWITH 'g'")) == [1])
      #expect(try numbers(context, NSPredicate(format: "NONE object == 'red'")) == [1, 2])
    }
  }

  private static let searches: [(format: String, numbers: [Int])] = [
    ("object CONTAINS 'red'", [0]), ("'red' IN object", [0]), ("NOT 'red' IN object", [1, 2]),
    ("object CONTAINS[c] 'BLUE'", [0, 1]), ("word CONTAINS 'b'", [0]),
    ("word BEGINSWITH 'xy'", [1]), ("word ENDSWITH[c] 'C'", [0]), ("word LIKE '*z'", [1]),
    ("word MATCHES 'x.z'", [1]), ("object CONTAINS 'red' OR word LIKE '*z'", [0, 1]),
  ]

  // R-REQ-096: no store knows whether it is a list or a text.
  @Test(arguments: StackKind.singles, [false, true])
  func listsAndTextsAreSearched(_ kind: StackKind, _ isSaved: Bool) throws {
    try Stack(kind, model: Self.model()).run { context throws in
      let values: [([String]?, String?)] = [
        (["red", "blue"], "abc"), (["blue"], "xyz"), (nil, nil),
      ]
      for (number, value) in values.enumerated() {
        let fact = context.insert("Fact", ["number": number])
        fact.setValue(value.0 as NSArray?, forKey: "object")
        fact.setValue(value.1.map { $0 as NSString }, forKey: "word")
      }
      if isSaved { try context.save() }
      for search in Self.searches {
        let found = try numbers(context, NSPredicate(format: search.format))
        #expect(found == search.numbers, "\(search.format)")
      }
    }
  }
}
