// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The rules of a composite attribute's elements.
struct ElementTests {
  /// The library's own, one at a time.
  private static let ownStores =
    StackKind.singles + Office.types.map { StackKind(name: $0, stores: [($0, nil)]) }

  private static func stack(_ kind: StackKind) throws -> Stack {
    let model = try RuleModel.make()
    let thing = try #require(model.entitiesByName["Thing"])
    let place = try #require(
      thing.attributesByName["place"] as? NSCompositeAttributeDescription)
    let spot = NSCompositeAttributeDescription()
    spot.name = "spot"
    spot.elements = [SampleModels.attribute("height", .double)]
    let code = SampleModels.attribute("code", .string, optional: false)
    code.setValidationPredicates(
      [NSPredicate(format: "length >= 3")], withValidationWarnings: ["The code is too short."])
    place.elements += [code, spot, SampleModels.attribute("rank", .integer16)]
    return try Stack(kind, model: model)
  }

  private static var broken: [(value: [String: Any], code: CocoaError.Code, key: String)] {
    [
      (["city": "Ulm"], .validationMissingMandatoryProperty, "place.code"),
      (["code": NSNull()], .validationMissingMandatoryProperty, "place.code"),
      (["code": "ab"], .managedObjectValidation, "place.code"),
      (["code": 7], .managedObjectValidation, "place.code"),
      (["code": "abc", "rank": 70_000], .validationNumberTooLarge, "place.rank"),
      (["code": "abc", "rank": -70_000], .validationNumberTooSmall, "place.rank"),
      (["code": "abc", "bogus": 1], .managedObjectValidation, "place.bogus"),
      (["code": "abc", "spot": 1], .managedObjectValidation, "place.spot"),
      (["code": "abc", "spot": ["height": "x"]], .managedObjectValidation, "place.spot.height"),
    ]
  }

  // R-MOD-137
  @Test(arguments: StackKind.all)
  func aSaveChecksTheElements(_ kind: StackKind) throws {
    try Self.stack(kind).run { context in
      let thing = context.insert("Thing", ["name": "a"])
      for (value, code, key) in Self.broken {
        thing.setValue(value, forKey: "place")
        let error = failure { try context.save() }
        #expect(error?.code == code, "\(value)")
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == key)
      }
      thing.setValue(["code": "abc", "spot": ["height": 1.5], "rank": 3], forKey: "place")
      try context.save()
      thing.setValue(["rank": 70_000], forKey: "place")
      let errors = failure { try context.save() }?.userInfo[NSDetailedErrorsKey] as? [any Error]
      #expect(errors?.count == 2)
      thing.setValue(nil, forKey: "place")
      try context.save()
    }
  }

  // R-MOD-137, R-PSC-690, R-PSC-700
  @Test(arguments: StackKind.all)
  func batchRequestsCheckTheElements(_ kind: StackKind) throws {
    let stack = try Self.stack(kind)
    try stack.run { context in
      for (value, code, _) in Self.broken {
        let insertion = NSBatchInsertRequest(
          entityName: "Thing", objects: [["name": "b", "place": value]])
        #expect(failure { try context.execute(insertion) }?.code == code, "\(value)")
        let update = NSBatchUpdateRequest(entityName: "Thing")
        update.propertiesToUpdate = ["place": value]
        #expect(failure { try context.execute(update) }?.code == code, "\(value)")
      }
      let partial = NSBatchInsertRequest(
        entityName: "Thing", objects: [["name": "b", "place.city": "Ulm"]])
      #expect(
        failure { try context.execute(partial) }?.code == .validationMissingMandatoryProperty)
      var isMade = false
      let made = NSBatchInsertRequest(
        entityName: "Thing",
        managedObjectHandler: { object in
          defer { isMade = true }
          object.setValue(["code": 7], forKey: "place")
          return isMade
        })
      #expect(failure { try context.execute(made) }?.code == .managedObjectValidation)
      let update = NSBatchUpdateRequest(entityName: "Thing")
      for (path, value) in [("place.code", NSNull()), ("place.rank", 70_000)] as [(String, Any)] {
        update.propertiesToUpdate = [path: value]
        #expect(failure { try context.execute(update) } != nil, "\(path)")
      }
    }
    #expect(try stack.run { try $0.all("Thing").isEmpty })
  }

  // R-MOD-136
  @Test(arguments: StackKind.all)
  func theSameElementsAreNoChange(_ kind: StackKind) throws {
    try Self.stack(kind).run { context in
      let thing = context.insert("Thing", ["place": ["code": "abc", "rank": 3]])
      try context.save()
      context.refresh(thing, mergeChanges: false)
      thing.setValue(thing.value(forKey: "place"), forKey: "place")
      #expect(!thing.hasPersistentChangedValues)
      thing.setValue(["code": "abc", "rank": 3], forKey: "place")
      #expect(!thing.hasPersistentChangedValues)
      thing.setValue("abd", forKeyPath: "place.code")
      #expect(thing.changedValues().keys.sorted() == ["place"])
    }
  }

  // R-MOD-137
  @Test(arguments: ownStores)
  func transformableElementsAreStored(_ kind: StackKind) throws {
    let model = try RuleModel.make()
    let place =
      model.entitiesByName["Thing"]?.attributesByName["place"] as? NSCompositeAttributeDescription
    let words = SampleModels.attribute("words", .transformable)
    words.valueTransformerName = "NSSecureUnarchiveFromData"
    place?.elements += [words, SampleModels.attribute("any", .transformable)]
    let stack = try Stack(kind, model: model)
    let values: [String: Any] = ["words": ["a", "b"], "any": "text"]
    try stack.run { context in
      let thing = context.insert("Thing", ["place": values])
      try context.save()
      thing.setValue(["words": Swatch("red")], forKey: "place")
      #expect(failure { try context.save() }?.code == .managedObjectValidation)
    }
    try stack.run { context in
      let thing = try context.only("Thing")
      #expect(thing.value(forKeyPath: "place.words") as? [String] == ["a", "b"])
      #expect(thing.value(forKeyPath: "place.any") as? String == "text")
    }
  }

  // R-PSC-371: what a binary store would not read again
  @Test func aBinaryStoreRefusesElementsWithoutSecureCoding() throws {
    let model = try RuleModel.make()
    let place =
      model.entitiesByName["Thing"]?.attributesByName["place"] as? NSCompositeAttributeDescription
    place?.elements += [SampleModels.attribute("any", .transformable)]
    let kind = StackKind(name: NSBinaryStoreType, stores: [(NSBinaryStoreType, nil)])
    try Stack(kind, model: model).run { context in
      let thing = context.insert("Thing", ["name": "a"])
      for value in [Token(3), Swatch("red")] as [Any] {
        thing.setValue(["any": value], forKey: "place")
        let error = failure { try context.save() }
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "place.any")
      }
      thing.setValue(["any": ["a"]], forKey: "place")
      try context.save()
    }
  }

  // R-MOD-136
  @Test(arguments: StackKind.all)
  func aMissingOptionalIsNoElement(_ kind: StackKind) throws {
    try Self.stack(kind).run { context in
      let none: String? = nil
      let thing = context.insert("Thing", ["place": ["code": "abc", "city": none as Any]])
      try context.save()
      context.refresh(thing, mergeChanges: false)
      #expect((thing.value(forKey: "place") as? [String: Any])?.keys.sorted() == ["code"])
    }
  }

  // R-MOD-363
  @Test(arguments: ownStores)
  func theOrderOfElementsMeansNothing(_ kind: StackKind) throws {
    func model(_ names: [String]) -> NSManagedObjectModel {
      let spot = NSCompositeAttributeDescription()
      spot.name = "spot"
      spot.elements = names.map { SampleModels.attribute($0, $0 == "n" ? .integer64 : .string) }
      let model = NSManagedObjectModel()
      model.entities = [SampleModels.entity("Thing", [spot])]
      return model
    }
    let stack = try Stack(kind, model: model(["x", "n"]))
    try stack.run { context in
      _ = context.insert("Thing", ["spot": ["x": "a", "n": 7]])
      try context.save()
    }
    guard kind.isDurable else { return }
    let other = try stack.reopened(model: model(["n", "x"]))
    try other.run { context in
      let thing = try context.only("Thing")
      #expect(thing.value(forKeyPath: "spot.x") as? String == "a")
      #expect(thing.value(forKeyPath: "spot.n") as? Int == 7)
    }
  }

  // R-PSC-881
  @Test(arguments: StackKind.all)
  func anElementIsComputedRowByRow(_ kind: StackKind) throws {
    let stack = try Self.stack(kind)
    try stack.run { context in
      for (name, height) in [("abc", 1.5), ("abcd", 2)] {
        _ = context.insert(
          "Thing", ["name": name, "place": ["code": "xyz", "spot": ["height": height]]])
      }
      try context.save()
      let update = NSBatchUpdateRequest(entityName: "Thing")
      update.propertiesToUpdate = [
        "place.spot.height": NSExpression(format: "place.spot.height * 2"),
        "place.code": NSExpression(format: "name"),
      ]
      _ = try context.execute(update)
    }
    try stack.run { context in
      let heights = try context.all("Thing").map {
        $0.value(forKeyPath: "place.spot.height") as? Double
      }
      #expect(Set(heights) == [3, 4])
      #expect(try context.all("Thing", "place.code == name").count == 2)
    }
  }
}
