// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Names of properties. // R-MOD-047
@Suite struct PropertyNameTests {
  private static let oddNames = [
    "test()", "a b", "Maker", "größe", "1st", "a-b", "a\"b", "a'b", "select", "#x", "$x", "x:y:",
    "Z_PK", "%@", "😀", "a;b", "[c]", "order", "a\\b", "<x>&amp;",
  ]

  private func model(_ names: [String]) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let entity = GarageModel.entity("Thing", names.map { GarageModel.attribute($0, .string) })
    let other = GarageModel.entity("Other", [GarageModel.attribute("label", .string)])
    GarageModel.relate(
      entity, name: "many()", many: true, rule: .nullifyDeleteRule, to: other, inverseName: "one()",
      many: false)
    GarageModel.relate(
      entity, name: "more()", many: true, rule: .nullifyDeleteRule, to: other, inverseName: "all()",
      many: true)
    model.entities = [entity, other]
    return model
  }

  private static let kinds = StackKind.everyStore.filter { kind in
    kind.stores.allSatisfy { $0.configuration == nil }
  }

  @Test(arguments: kinds)
  func anOddNameWorksEverywhere(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: model(Self.oddNames))
    let context = stack.context()
    try context.performAndWait {
      let thing = context.insert("Thing")
      for name in Self.oddNames { thing.setValue("<\(name)>", forKey: name) }
      let other = context.insert("Other", ["label": "x", "one()": thing])
      other.mutableSetValue(forKey: "all()").add(thing)
      try context.save()
      context.reset()
      let found = try #require(try context.all("Thing").first)
      for name in Self.oddNames { #expect(found.string(name) == "<\(name)>") }
      #expect(found.objects("many()").count == 1)
      #expect(found.objects("more()").count == 1)
      for name in Self.oddNames {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
        request.sortDescriptors = [NSSortDescriptor(key: name, ascending: true)]
        #expect(try context.fetch(request).count == 1, "sorted by \(name)")
      }
    }
  }

  @Test(arguments: kinds)
  func anOddNameThatAFormatCanSpellIsFound(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: model(Self.oddNames))
    let context = stack.context()
    try context.performAndWait {
      _ = context.insert("Thing", ["größe": "1", "Maker": "2", "select": "3", "order": "4"])
      try context.save()
      #expect(try context.all("Thing", "größe == '1' AND Maker == '2'").count == 1)
      #expect(try context.all("Thing", "select == '3' AND order == '4'").count == 1)
    }
  }

  @Test(
    arguments: StackKind.singles,
    ["objectID", "description", "hash", "isDeleted", "", "a.b", "@count", "a\0b"])
  func aNameThatCannotWorkIsRefusedWhenAStoreIsAdded(_ kind: StackKind, _ name: String) throws {
    #expect { try Stack(kind, model: model([name])) } throws: {
      let text = "\($0) \(($0 as NSError).userInfo)"
      return text.contains("Thing") && text.contains("name")
    }
  }
}
