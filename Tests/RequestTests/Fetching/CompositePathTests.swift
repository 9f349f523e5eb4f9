// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Conditions on composite attributes, on what is nested in them, and on keys of their elements.
@Suite struct CompositePathTests {
  /// The library's own, one at a time.
  private static let ownStores =
    StackKind.singles + Office.types.map { StackKind(name: $0, stores: [($0, nil)]) }

  private static func stack(_ kind: StackKind) throws -> Stack {
    let model = SampleModels.company()
    let employee = try #require(model.entitiesByName["Employee"])
    let home = try #require(employee.attributesByName["home"] as? NSCompositeAttributeDescription)
    let spot = NSCompositeAttributeDescription()
    spot.name = "spot"
    spot.elements = [SampleModels.attribute("height", .double)]
    home.elements += [spot]
    return try Stack(kind, model: model)
  }

  private func fill(_ context: NSManagedObjectContext) {
    let homes: [(String, [String: Any]?)] = [
      ("a", ["city": "Ulm", "zip": 89]), ("b", ["city": "Berlin", "spot": ["height": 34.0]]),
      ("c", ["spot": ["height": 8.0]]), ("d", nil),
    ]
    for (name, home) in homes {
      context.insert("Employee", ["name": name]).setValue(home, forKey: "home")
    }
  }

  // R-MOD-136, R-PSC-881
  @Test(
    arguments: Self.ownStores,
    [
      ("home == nil", "d"), ("home != nil", "abc"), ("home.spot == nil", "ad"),
      ("home.spot != nil", "bc"), ("home.spot.height > 10", "b"), ("home.city == nil", "cd"),
      ("home.city.length == 3", "a"), ("home.city.length > 2 AND home.spot != nil", "b"),
      ("home.city.length < 4", "a"), ("home.city.uppercaseString == 'ULM'", "a"),
    ])
  func storesAndPendingObjectsAnswerAlike(
    _ kind: StackKind, _ sample: (format: String, names: String)
  ) throws {
    let stack = try Self.stack(kind)
    let context = stack.context()
    try context.performAndWait {
      fill(context)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
      request.predicate = NSPredicate(format: sample.format)
      func names() throws -> String {
        try context.fetch(request).compactMap { $0.string("name") }.sorted().joined()
      }
      #expect(try names() == sample.names, "pending")
      try context.save()
      #expect(try names() == sample.names, "registered")
      context.reset()
      #expect(try names() == sample.names, "stored")
      #expect(try context.count(for: request) == sample.names.count)
    }
  }

  @Test(arguments: StackKind.singles, ["home.street == 'x'", "home.city.wings == 1"])
  func unknownElementsAreErrors(_ kind: StackKind, _ format: String) throws {
    let stack = try Self.stack(kind)
    let context = stack.context()
    try context.performAndWait {
      fill(context)
      try context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
      request.predicate = NSPredicate(format: format)
      let error = failure { _ = try context.fetch(request) }
      #expect(error?.localizedDescription.contains("home") == true)
    }
  }
}
