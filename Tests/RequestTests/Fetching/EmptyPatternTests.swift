// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// No text begins with, ends with or contains an empty one. // R-PRED-177 R-PRED-178
@Suite struct EmptyPatternTests {
  private static let kinds = StackKind.everyStore.filter { $0.stores.count == 1 }
  private static let operators = ["BEGINSWITH", "ENDSWITH", "CONTAINS"].flatMap { word in
    ["", "[c]", "[d]", "[cd]", "[n]", "[l]"].map { word + $0 }
  }

  /// Three people, of whom one is not saved and one saved otherwise, with indexes in both directions.
  private func check(
    _ kind: StackKind,
    _ body: (NSManagedObjectContext, (NSPredicate) throws -> [String]) throws -> Void
  ) throws {
    let model = GarageModel.make()
    let person = try #require(model.entitiesByName["Person"])
    person.indexes = try ["firstName", "lastName"].map { name in
      let element = NSFetchIndexElementDescription(
        property: try #require(person.propertiesByName[name]), collationType: .binary)
      element.isAscending = name == "firstName"
      return NSFetchIndexDescription(name: name, elements: [element])
    }
    let stack = try Stack(kind, model: model)
    try stack.run { context throws in
      for (first, last) in [("Ada", ""), ("Bob", "B"), ("", "")] {
        let person = context.insert("Person", ["firstName": first, "lastName": last])
        context.insert("Car", ["maker": "", "numberPlate": "of \(first)"])
          .setValue(person, forKey: "owner")
      }
      try context.save()
      for isPending in [false, true] {
        if isPending {
          try context.all("Person", "lastName == 'B'").first?.setValue("Bo", forKey: "lastName")
          _ = context.insert("Person", ["firstName": "Eve", "lastName": ""])
        }
        try body(context) { predicate in
          let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
          request.predicate = predicate
          let found = Set(try context.fetch(request).compactMap { $0.string("firstName") })
          #expect(try context.count(for: request) == found.count)
          let held = try context.all("Person").filter { predicate.evaluate(with: $0) }
          #expect(
            found == Set(held.compactMap { $0.string("firstName") }), "\(predicate.formatText)")
          return found.sorted()
        }
      }
    }
  }

  // R-PRED-178
  @Test(arguments: kinds) func anEmptyPatternFindsNothing(_ kind: StackKind) throws {
    try check(kind) { (context, found) throws in
      let all = try context.all("Person").compactMap { $0.string("firstName") }.sorted()
      for word in Self.operators {
        for key in ["firstName", "lastName", "passport.number"] {
          #expect(try found(NSPredicate(format: "\(key) \(word) ''")) == [])
          #expect(try found(NSPredicate(format: "%K \(word) %@", key, "")) == [])
          let template = NSPredicate(format: "\(key) \(word) $text")
          #expect(try found(template.withSubstitutionVariables(["text": ""])) == [])
        }
        #expect(try found(NSPredicate(format: "NOT firstName \(word) ''")) == all)
        #expect(try found(NSPredicate(format: "firstName \(word) '' OR lastName != 'x'")) == all)
        #expect(try found(NSPredicate(format: "firstName \(word) '' AND age == 18")) == [])
      }
    }
  }

  // R-PRED-178
  @Test(arguments: kinds) func anEmptyPropertyIsNoPattern(_ kind: StackKind) throws {
    try check(kind) { (_, found) throws in
      for word in ["BEGINSWITH", "BEGINSWITH[cd]", "CONTAINS", "CONTAINS[c]"] {
        #expect(try found(NSPredicate(format: "firstName \(word) lastName")) == ["Bob"])
      }
      #expect(try found(NSPredicate(format: "lastName ENDSWITH lastName")) == ["Bob"])
      #expect(try found(NSPredicate(format: "lastName ENDSWITH[c] firstName")) == [])
    }
  }

  // R-PRED-178, R-PRED-182
  @Test(arguments: kinds) func anEmptyPatternFitsNoMember(_ kind: StackKind) throws {
    try check(kind) { (context, found) throws in
      let idle = try context.all("Person", "cars.@count == 0").compactMap { $0.string("firstName") }
      for word in Self.operators where !word.hasPrefix("CONTAINS") {
        #expect(try found(NSPredicate(format: "ANY cars.maker \(word) ''")) == [])
        #expect(try found(NSPredicate(format: "ALL cars.maker \(word) ''")) == idle)
        #expect(
          try found(NSPredicate(format: "SUBQUERY(cars, $c, $c.maker \(word) '').@count > 0")) == []
        )
      }
    }
  }
}
