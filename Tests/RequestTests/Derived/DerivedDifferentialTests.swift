// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Random changes of a graph: after each save every derived value is what it would be from scratch.
@Suite struct DerivedDifferentialTests {
  // R-MOD-126, R-MOD-128
  @Test(arguments: DerivingStores.singles)
  func storedValuesAreThoseOfTheGraph(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: BookcaseModel.make())
    for seed in 1...4 as ClosedRange<UInt64> {
      var edits = BookcaseEdits(seed: seed)
      let context = stack.context()
      for _ in 1...12 {
        try context.performAndWait {
          for _ in 1...8 { try edits.edit(context) }
          try context.save()
        }
        let reader = stack.context()
        let mistakes = try reader.performAndWait { try BookcaseOracle.mistakes(in: reader) }
        #expect(mistakes == [], "seed \(seed)")
        guard mistakes.isEmpty else { return }
      }
    }
  }
}

/// Random edits of a ``BookcaseModel``.
struct BookcaseEdits {
  private var random: SplitMix64
  private var made = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func edit(_ context: NSManagedObjectContext) throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...4: insert(context)
    case 5...6: try delete(context)
    case 7...12: try change(context)
    default: try relate(context)
    }
  }

  private mutating func insert(_ context: NSManagedObjectContext) {
    let names = ["Author", "Book", "Novel", "Page", "Page", "Page", "Tag"]
    let name = names.randomElement(using: &random) ?? "Page"
    made += 1
    set(context.insert(name))
  }

  private mutating func any(
    _ name: String, _ context: NSManagedObjectContext
  ) throws -> NSManagedObject? {
    try context.all(name).sorted { $0.objectID.description < $1.objectID.description }
      .randomElement(using: &random)
  }

  private mutating func delete(_ context: NSManagedObjectContext) throws {
    let name = ["Author", "Book", "Page", "Page", "Tag"].randomElement(using: &random) ?? "Page"
    if let object = try any(name, context) { context.delete(object) }
  }

  private mutating func change(_ context: NSManagedObjectContext) throws {
    let name = ["Author", "Book", "Page", "Tag"].randomElement(using: &random) ?? "Page"
    if let object = try any(name, context) { set(object) }
  }

  private mutating func set(_ object: NSManagedObject) {
    let number = Int.random(in: -5...50, using: &random)
    let text = Bool.random(using: &random) ? "Élan \(number)" : nil
    for (key, attribute) in object.entity.attributesByName
      .sorted(by: { $0.key < $1.key })
    where !(attribute is NSDerivedAttributeDescription) && Bool.random(using: &random) {
      switch attribute.type {
      case .string: object.setValue(text, forKey: key)
      case .decimal: object.setValue(NSDecimalNumber(value: number), forKey: key)
      case .date:
        object.setValue(Date(timeIntervalSinceReferenceDate: Double(number)), forKey: key)
      default: object.setValue(number == 0 ? nil : NSNumber(value: number), forKey: key)
      }
    }
  }

  private mutating func relate(_ context: NSManagedObjectContext) throws {
    let (one, key, other) =
      [
        ("Book", "author", "Author"), ("Page", "book", "Book"), ("Book", "prequel", "Book"),
        ("Book", "tags", "Tag"),
      ].randomElement(using: &random) ?? ("Page", "book", "Book")
    guard let object = try any(one, context) else { return }
    let found = try Int.random(in: 0..<5, using: &random) == 0 ? nil : any(other, context)
    if key == "tags" {
      object.setValue(Set([found].compactMap(\.self)), forKey: key)
    } else {
      object.setValue(found, forKey: key)
    }
  }
}
