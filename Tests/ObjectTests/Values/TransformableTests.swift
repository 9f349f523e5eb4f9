// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// What becomes of values that transformers do not take.
struct TransformableTests {
  /// Makes nothing of empty texts.
  final class Terse: CoreData.ValueTransformer, @unchecked Sendable {
    override func transformedValue(_ value: Any?) -> Any? {
      (value as? String).flatMap { $0.isEmpty ? nil : Data($0.utf8) }
    }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
      (value as? Data).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Takes swatches, and none that have no colour.
  final class Colours: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    override class var allowedTopLevelClasses: [AnyClass] { [Swatch.self] }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
      (value as? Swatch)?.colour.isEmpty == true ? nil : super.reverseTransformedValue(value)
    }
  }

  /// Counts what it is asked for.
  final class Counting: CoreData.ValueTransformer, @unchecked Sendable {
    private let count = Mutex(0)

    /// How many values it has transformed.
    var transformations: Int { count.withLock { $0 } }

    override func transformedValue(_ value: Any?) -> Any? {
      count.withLock { $0 += 1 }
      return (value as? String).map { Data($0.utf8) }
    }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
      (value as? Data).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The library's own stores, those of files too.
  private static let kinds =
    StackKind.all + Office.types.map { StackKind(name: $0, stores: [($0, nil)]) }

  private static func stack(
    _ kind: StackKind, _ transformer: String?, isOptional: Bool = true
  ) throws -> Stack {
    ValueTransformer.setValueTransformer(Terse(), forName: .init("TransformableTests.Terse"))
    ValueTransformer.setValueTransformer(Colours(), forName: .init("TransformableTests.Colours"))
    let model = try RuleModel.make()
    let tags = model.entitiesByName["Thing"]?.attributesByName["tags"]
    tags?.valueTransformerName = transformer
    tags?.isOptional = isOptional
    return try Stack(kind, model: model)
  }

  private static func stored(_ stack: Stack) throws -> Any? {
    try stack.run { try $0.only("Thing").value(forKey: "tags") }
  }

  // R-MOD-110
  @Test(arguments: kinds, ["TransformableTests.Terse", "TransformableTests.Colours"])
  func whatATransformerMakesNothingOfIsStoredAsNull(
    _ kind: StackKind, _ transformer: String
  ) throws {
    let stack = try Self.stack(kind, transformer)
    let isText = transformer.hasSuffix("Terse")
    let empty: Any = isText ? "" : Swatch("")
    try stack.run { context in
      let thing = context.insert("Thing", ["name": "a", "tags": empty])
      try context.save()
      #expect(!context.hasChanges)
      thing.setValue(isText ? "b" : Swatch("b"), forKey: "tags")
      try context.save()
    }
    #expect(try Self.stored(stack) != nil)
    try stack.run { context in
      try context.only("Thing").setValue(empty, forKey: "tags")
      try context.save()
    }
    #expect(try Self.stored(stack) == nil)
  }

  // R-MOD-110: as DuckDuckGo's tests of encrypted attributes expect; files that are written as a whole
  // are written from values.
  @Test(arguments: StackKind.all)
  func aSaveTransformsAValueOnce(_ kind: StackKind) throws {
    let name = "TransformableTests.\(UUID().uuidString)"
    let transformer = Counting()
    ValueTransformer.setValueTransformer(transformer, forName: .init(name))
    let stack = try Self.stack(kind, name)
    try stack.run { context in
      let thing = context.insert("Thing", ["name": "a", "tags": "first"])
      try context.save()
      #expect(transformer.transformations == 1)
      thing.setValue("second", forKey: "tags")
      try context.save()
      #expect(transformer.transformations == 2)
      #expect(thing.value(forKey: "tags") as? String == "second")
    }
    #expect(try Self.stored(stack) as? String == "second")
  }

  // R-MOD-110, R-CTX-445
  @Test(arguments: kinds, [true, false])
  func aClassThatIsNotAllowedIsRefused(_ kind: StackKind, isOptional: Bool) throws {
    let stack = try Self.stack(kind, "NSSecureUnarchiveFromData", isOptional: isOptional)
    try stack.run { context in
      let values: [Any] = [
        Swatch("red"), [Swatch("red")] as NSArray, ["a": Swatch("b")] as NSDictionary,
      ]
      let thing = context.insert("Thing", ["name": "a"])
      for value in values {
        thing.setValue(value, forKey: "tags")
        let error = try #require(failure { try context.save() })
        #expect(error.code == .managedObjectValidation)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "tags")
        #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === thing)
        let text = error.localizedDescription
        for word in ["Thing", "tags", "Swatch", "NSSecureUnarchiveFromData"] {
          #expect(text.contains(word), "\(text)")
        }
        #expect(thing.isInserted)
        #expect(thing.objectID.isTemporaryID)
      }
      thing.setValue(["a"] as NSArray, forKey: "tags")
      try context.save()
      thing.setValue(Swatch("red"), forKey: "tags")
      #expect(failure { try context.save() }?.code == .managedObjectValidation)
      context.rollback()
    }
    #expect(try Self.stored(stack) as? [String] == ["a"])
  }

  // R-MOD-109
  @Test(
    arguments: kinds.filter { $0.name != NSBinaryStoreType }, [nil, "NSKeyedUnarchiveFromData"])
  func withoutATransformersNameAnyCodedClassIsStored(
    _ kind: StackKind, _ transformer: String?
  ) throws {
    let stack = try Self.stack(kind, transformer)
    let values: [NSObject] = [
      Swatch("red"), Token(3), [Token(4), "a"] as NSArray, ["a": Token(5)] as NSDictionary,
    ]
    for value in values {
      try stack.run { context in
        context.insert("Thing", ["name": "a"]).setValue(value, forKey: "tags")
        try context.save()
      }
      #expect(try Self.stored(stack) as? NSObject == value)
      try stack.run { context in
        context.delete(try context.only("Thing"))
        try context.save()
      }
    }
  }

  // R-MOD-110: what Foundation on Linux would read without end, or not at all
  @Test(arguments: kinds)
  func whatCouldNotBeReadAgainIsRefused(_ kind: StackKind) throws {
    try Self.stack(kind, nil).run { context in
      let thing = context.insert("Thing", ["name": "a"])
      let ring = Chain(nil)
      ring.next = ring
      for value in [ring, (0..<70).reduce(Chain(nil)) { chain, _ in Chain(chain) }] {
        thing.setValue(value, forKey: "tags")
        #expect(failure { try context.save() }?.code == .managedObjectValidation)
      }
    }
  }

  // R-MOD-110: what Foundation stops the program at
  @Test(arguments: kinds, [nil, "NSSecureUnarchiveFromData"])
  func aClassThatCannotBeArchivedIsRefused(_ kind: StackKind, _ transformer: String?) throws {
    try Self.stack(kind, transformer).run { context in
      let thing = context.insert("Thing", ["name": "a"])
      for value in [NSObject(), [NSObject()] as NSArray, NSSet(object: NSObject())] {
        thing.setValue(value, forKey: "tags")
        #expect(failure { try context.save() }?.code == .managedObjectValidation)
      }
    }
  }

  // R-MOD-110
  @Test(arguments: kinds)
  func aClassThatTheTransformerAllowsIsStored(_ kind: StackKind) throws {
    let stack = try Self.stack(kind, "TransformableTests.Colours")
    try stack.run { context in
      _ = context.insert("Thing", ["tags": Swatch("red")])
      try context.save()
      _ = context.insert("Thing", ["tags": Date(timeIntervalSinceReferenceDate: 1)])
      let error = try #require(failure { try context.save() })
      #expect(error.localizedDescription.contains("TransformableTests.Colours"))
      context.rollback()
    }
    #expect(try Self.stored(stack) as? Swatch == Swatch("red"))
  }

  // R-MOD-110: which store it will be is not known below a parent
  @Test(arguments: StackKind.clients)
  func aChildsSaveLeavesTheClassToTheRoot(_ kind: StackKind) throws {
    let family = try Family(kind, model: try RuleModel.make())
    try family.run { parent, child in
      _ = child.insert("Thing", ["tags": Swatch("red")])
      try child.save()
      let tags = try parent.only("Thing").value(forKey: "tags")
      #expect(tags as? Swatch == Swatch("red"))
    }
  }

  // R-PSC-371
  @Test func aBinaryStoreTakesTheClassesThatItWasOpenedWith() throws {
    let options: [[AnyHashable: Any]] = [
      [NSBinaryStoreSecureDecodingClasses: [Swatch.self]],
      [NSBinaryStoreInsecureDecodingCompatibilityOption: true],
    ]
    for option in options {
      let office = try Office(NSBinaryStoreType)
      try office.check(options: option) { context in
        _ = context.insert("Sample", ["tags": Swatch("red")])
        try context.save()
      }
      let tags = try office.use(options: option) { try $0.only("Sample").value(forKey: "tags") }
      #expect(tags as? Swatch == Swatch("red"))
    }
  }
}
