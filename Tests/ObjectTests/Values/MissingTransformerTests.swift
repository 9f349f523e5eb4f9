// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

import class CoreData.ValueTransformer

/// Transformable attributes whose transformer is not registered. // R-MOD-109
@Suite struct MissingTransformerTests {
  /// Known under a name while the test wants it.
  private final class Reversed: ValueTransformer, @unchecked Sendable {
    override func transformedValue(_ value: Any?) -> Any? {
      (value as? String).map { Data($0.utf8.reversed()) }
    }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
      (value as? Data).map { String(decoding: $0.reversed(), as: UTF8.self) }
    }
  }

  private func model(_ transformer: String) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let cover = GarageModel.attribute("cover", .transformable)
    cover.valueTransformerName = transformer
    let book = GarageModel.entity("Book", [cover, GarageModel.attribute("title", .string)])
    let shelf = GarageModel.entity("Shelf", [GarageModel.attribute("label", .string)])
    GarageModel.relate(
      shelf, name: "books", many: true, rule: .nullifyDeleteRule, to: book, inverseName: "shelf",
      many: false)
    model.entities = [book, shelf]
    return model
  }

  private static let kinds = StackKind.singles

  @Test(arguments: kinds)
  func whatCannotBeDecodedReadsAsNilAndStays(_ kind: StackKind) throws {
    let name = "Transformer-\(UUID().uuidString)"
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("transformer-\(UUID().uuidString)")
    ValueTransformer.setValueTransformer(Reversed(), forName: .init(name))
    let stack = try Stack(kind, model: model(name), directory: directory)
    let context = stack.context()
    try context.performAndWait {
      let shelf = context.insert("Shelf", ["label": "top"])
      _ = context.insert("Book", ["title": "A", "cover": "red", "shelf": shelf])
      try context.save()
      context.reset()
      ValueTransformer.setValueTransformer(nil, forName: .init(name))
      let book = try #require(try context.all("Book").first)
      #expect(book.value(forKey: "cover") == nil)
      // Saves of others, of its relationship, and of the object itself go on.
      _ = context.insert("Shelf", ["label": "low"])
      book.setValue(nil, forKey: "shelf")
      try context.save()
      book.setValue("B", forKey: "title")
      try context.save()
      ValueTransformer.setValueTransformer(Reversed(), forName: .init(name))
      context.refresh(book, mergeChanges: false)
      #expect(book.value(forKey: "cover") as? String == "red")
      #expect(book.string("title") == "B")
    }
  }

  @Test(arguments: kinds)
  func aNewValueThatCannotBeEncodedIsRefused(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: model("Transformer-\(UUID().uuidString)"))
    let context = stack.context()
    context.performAndWait {
      _ = context.insert("Book", ["title": "A", "cover": "red"])
      #expect { try context.save() } throws: { "\(($0 as NSError).userInfo)".contains("cover") }
    }
  }
}
