// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Stores that hold configurations of a model: each is of the version of its own entities.
@Suite struct ConfigurationTests {
  private static let former = """
    Country
      name String
    City
      name String
    Note
      text String
    @Global: Country, City
    @User: Note
    """
  private static let present = """
    Country
      name String
      area Double
    Town was City
      name String
    River
      length Double
    Note
      text String
    @Global: Country, Town, River
    @User: Note
    """

  // R-PSC-510, R-PSC-532: the user's file stays as it is, byte for byte.
  @Test(arguments: MigratedStore.types)
  func aStoreOfUnchangedEntitiesIsNotTouched(_ type: String) throws {
    let global = try MigratedStore(type)
    let user = try MigratedStore(type)
    let former = ModelText(Self.former).model()
    try fill(global, user, with: former)
    let bytes = try user.bytes()
    let present = ModelText(Self.present).model()
    let before = try user.use(present, configuration: "User") { try Content(of: $0) }
    let after = try global.use(present, configuration: "Global") { context in
      try Content(of: context).objects.keys.map(\.entity).sorted()
    }
    #expect(after == ["Country", "Country", "Town", "Town"])
    #expect(before.objects.count == 2)
    #expect(try user.bytes() == bytes)
  }

  private func fill(
    _ global: MigratedStore, _ user: MigratedStore, with model: NSManagedObjectModel
  ) throws {
    try global.use(model, configuration: "Global") { context in
      for entity in ["Country", "City", "Country", "City"] {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue("a name", forKey: "name")
      }
      try context.save()
    }
    try user.use(model, configuration: "User") { context in
      for _ in 0..<2 {
        let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
        note.setValue("a text", forKey: "text")
      }
      try context.save()
    }
  }

  // R-MOD-008, R-PSC-510
  @Test(arguments: MigratedStore.types)
  func aConfigurationMayLeaveOutSubentitiesThatTheStoreHas(_ type: String) throws {
    let store = try MigratedStore(type)
    let model = ModelText("Book\n  title String\nNovel: Book\n  size Int16\n@Part: Book").model()
    try store.use(model) {
      for entity in ["Book", "Novel"] {
        _ = NSEntityDescription.insertNewObject(forEntityName: entity, into: $0)
      }
      try $0.save()
    }
    try store.use(model, configuration: "Part", migrating: false) {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Book", into: $0)
      try $0.save()
      #expect(try Content(of: $0).objects.keys.map(\.entity).sorted() == ["Book", "Book", "Novel"])
    }
    let whole = try store.use(model, migrating: false) { try Content(of: $0) }
    #expect(whole.objects.keys.map(\.entity).sorted() == ["Book", "Book", "Novel"])
  }

  // R-PSC-510, R-PSC-530
  @Test(arguments: MigratedStore.types)
  func withoutTheOptionTheDifferenceIsNamed(_ type: String) throws {
    let store = try MigratedStore(type)
    let former = ModelText("Car\n  name String").model()
    let before = try store.filled(former, count: 2)
    let bytes = try store.bytes()
    let error = #expect(throws: CocoaError.self) {
      try store.use(ModelText("Car\n  name String\n  seats Int16").model(), migrating: false) { _ in
      }
    }
    #expect(error?.code == .persistentStoreIncompatibleVersionHash)
    let reason = "\(error?.userInfo["reason"] ?? "")"
    #expect(reason.contains("Car"))
    #expect(reason.contains("seats"))
    #expect(reason.contains("NSMigratePersistentStoresAutomaticallyOption"))
    #expect(try store.bytes() == bytes)
    #expect(try store.content(former) == before)
  }

  // R-PSC-541
  @Test(arguments: MigratedStore.types)
  func aReadOnlyStoreIsNotMigrated(_ type: String) throws {
    let store = try MigratedStore(type)
    _ = try store.filled(ModelText("Car\n  name String").model(), count: 2)
    let bytes = try store.bytes()
    let error = #expect(throws: CocoaError.self) {
      try store.use(
        ModelText("Car\n  name String\n  seats Int16").model(),
        options: [NSReadOnlyPersistentStoreOption: true]
      ) { _ in }
    }
    #expect(error?.code == .persistentStoreIncompatibleVersionHash)
    #expect(try store.bytes() == bytes)
  }

  // R-PSC-535
  @Test(arguments: MigratedStore.types)
  func anEntityWithObjectsDoesNotBecomeAbstract(_ type: String) throws {
    let store = try MigratedStore(type)
    let former = ModelText("Thing\n  name String\nCar: Thing").model()
    let before = try store.filled(former, count: 2)
    let error = #expect(throws: CocoaError.self) {
      _ = try store.content(ModelText("Thing abstract\n  name String\nCar: Thing").model())
    }
    #expect(error?.code == .migration)
    let reason = "\(error?.userInfo["reason"] ?? "")"
    #expect(reason.contains("Thing"))
    #expect(try store.content(former) == before)
  }

  // R-PSC-535
  @Test(arguments: MigratedStore.types)
  func aRequiredAttributeNeedsAValueWhereThereAreObjects(_ type: String) throws {
    let store = try MigratedStore(type)
    let former = ModelText("Car\n  name String").model()
    let present = ModelText("Car\n  name String\n  seats Int16!").model()
    let before = try store.filled(former, count: 2)
    let error = #expect(throws: CocoaError.self) { _ = try store.content(present) }
    #expect(error?.code == .migration)
    let reason = "\(error?.userInfo["reason"] ?? "")"
    #expect(reason.contains("Car"))
    #expect(reason.contains("seats"))
    #expect(try store.content(former) == before)
    let empty = try MigratedStore(type)
    _ = try empty.filled(former, count: 0)
    #expect(try empty.content(present).objects.isEmpty)
  }

  // R-PSC-535
  @Test func duplicatesUnderANewConstraintAreRefused() throws {
    for type in MigratedStore.types where MigratedStore.enforcesUniqueness(type) {
      let store = try MigratedStore(type)
      let former = ModelText("Car\n  name String").model()
      try store.use(former) { context in
        for _ in 0..<2 {
          NSEntityDescription.insertNewObject(forEntityName: "Car", into: context)
            .setValue("twice", forKey: "name")
        }
        try context.save()
      }
      let error = #expect(throws: CocoaError.self) {
        _ = try store.content(ModelText("Car\n  name String\n  unique name").model())
      }
      #expect(error?.code == .migrationConstraintViolation)
      let reason = "\(error?.userInfo["reason"] ?? "")"
      #expect(reason.contains("name"))
      #expect(try store.content(former).objects.count == 2)
    }
  }
}
