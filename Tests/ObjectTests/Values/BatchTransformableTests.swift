// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Transformable values of batch requests: refused like those of saves.
struct BatchTransformableTests {
  private static let transformer = "BatchTransformableTests.Terse"

  private func stack(_ kind: StackKind, isOptional: Bool = true) throws -> Stack {
    ValueTransformer.setValueTransformer(
      TransformableTests.Terse(), forName: .init(Self.transformer))
    let model = try RuleModel.make()
    let thing = model.entitiesByName["Thing"]
    let label = GarageModel.attribute("label", .transformable, optional: isOptional)
    label.valueTransformerName = Self.transformer
    thing?.properties.append(label)
    thing?.attributesByName["tags"]?.valueTransformerName = "NSSecureUnarchiveFromData"
    return try Stack(kind, model: model)
  }

  // R-MOD-110, R-PSC-700
  @Test(arguments: StackKind.all)
  func aClassThatIsNotAllowedIsRefused(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let insertion = NSBatchInsertRequest(
        entityName: "Thing", objects: [["name": "a", "tags": Swatch("red")]])
      #expect(failure { try context.execute(insertion) }?.code == .managedObjectValidation)
      _ = context.insert("Thing", ["name": "a", "tags": ["x"]])
      try context.save()
      let update = NSBatchUpdateRequest(entityName: "Thing")
      update.propertiesToUpdate = ["tags": Swatch("red")]
      #expect(failure { try context.execute(update) }?.code == .managedObjectValidation)
      update.propertiesToUpdate = ["tags": ["y"] as NSArray]
      _ = try context.execute(update)
    }
    let tags = try stack.run { try $0.only("Thing").value(forKey: "tags") as? [String] }
    #expect(tags == ["y"])
  }

  // R-MOD-110: as a save stores NULL
  @Test(arguments: StackKind.all)
  func nothingIsStoredAsNull(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      _ = try context.execute(
        NSBatchInsertRequest(
          entityName: "Thing", objects: [["name": "a", "label": ""], ["name": "b", "label": "b"]]))
      let update = NSBatchUpdateRequest(entityName: "Thing")
      update.predicate = NSPredicate(format: "name == 'b'")
      update.propertiesToUpdate = ["label": ""]
      _ = try context.execute(update)
      #expect(try context.all("Thing").allSatisfy { $0.value(forKey: "label") == nil })
    }
  }
}
