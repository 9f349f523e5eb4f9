// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Stores that are opened under a configuration that does not name all entities that they have: a
/// program that has begun to divide its data (R-PSC-532).
@Suite struct OtherConfigurationTests {
  private static let undivided = """
    Item
      title String
      parts >> Part.item
    Part
      size Int16
      item > Item.parts
    """
  private static let divided = """
    Item
      title String
      parts >> Part.item
    Part
      size Int16
      item > Item.parts
    Blob
      size Int64
    @Core: Item, Part
    @Blobs: Blob
    """

  private func insert(_ entities: [String], into context: NSManagedObjectContext) throws {
    for entity in entities {
      _ = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    }
    try context.save()
  }

  private func entities(_ context: NSManagedObjectContext) throws -> [String] {
    try Content(of: context).objects.keys.map(\.entity).sorted()
  }

  // R-PSC-510, R-PSC-532: as a public program's harness shows of Apple's framework, step by step.
  @Test(arguments: MigratedStore.types)
  func theRowsOfOtherEntitiesStayReadable(_ type: String) throws {
    let store = try MigratedStore(type)
    try store.use(ModelText(Self.undivided).model()) { try insert(["Item", "Part"], into: $0) }
    let model = ModelText(Self.divided).model()
    try store.use(model, configuration: "Core", migrating: false) { context in
      let found = try entities(context)
      #expect(found == ["Item", "Part"])
      #expect(throws: CocoaError.self) { try insert(["Blob"], into: context) }
    }
    try store.use(model, configuration: "Blobs") { context in
      #expect(try entities(context) == ["Item", "Part"])
      try insert(["Blob"], into: context)
    }
    #expect(
      try store.use(model, migrating: false) { try entities($0) } == ["Blob", "Item", "Part"])
  }

  // R-PSC-532
  @Test(arguments: MigratedStore.types)
  func aStoreOfTheWholeModelNeedsNoMigrationForAPart(_ type: String) throws {
    let store = try MigratedStore(type)
    let model = ModelText(Self.divided).model()
    try store.use(model) { try insert(["Item", "Part", "Blob"], into: $0) }
    for configuration in ["Core", "Blobs"] {
      let found = try store.use(model, configuration: configuration, migrating: false) {
        try entities($0)
      }
      #expect(found == ["Blob", "Item", "Part"])
    }
  }

  // R-PSC-532: what is there can be changed, what is new does not go there.
  @Test(arguments: MigratedStore.types)
  func theirObjectsAreChangedAndDeletedAndNotAddedTo(_ type: String) throws {
    let store = try MigratedStore(type)
    let model = ModelText(Self.divided).model()
    try store.use(model) { try insert(["Item", "Item", "Blob"], into: $0) }
    try store.use(model, configuration: "Blobs") { context in
      let items = try context.all("Item", sortedBy: "title")
      items[0].setValue("kept", forKey: "title")
      context.delete(items[1])
      try context.save()
      #expect(throws: CocoaError.self) { try insert(["Item"], into: context) }
      context.rollback()
    }
    let titles = try store.use(model) { context in
      try context.all("Item", sortedBy: "title").map { $0.string("title") }
    }
    #expect(titles == ["kept"])
  }

  // R-PSC-180, R-PSC-532
  @Test(arguments: MigratedStore.types)
  func newObjectsGoToTheStoreOfTheirConfiguration(_ type: String) throws {
    let (core, blobs) = (try MigratedStore(type), try MigratedStore(type))
    let model = ModelText(Self.divided).model()
    try core.use(model) { try insert(["Item", "Blob"], into: $0) }
    try core.use(model, configuration: "Core") { context in
      let coordinator = try #require(context.persistentStoreCoordinator)
      let added = try coordinator.addPersistentStore(
        ofType: type, configurationName: "Blobs", at: blobs.url, options: nil)
      defer { try? coordinator.remove(added) }
      let blob = NSEntityDescription.insertNewObject(forEntityName: "Blob", into: context)
      try context.save()
      #expect(blob.objectID.persistentStore === added)
      let all = try context.all("Blob", sortedBy: "size")
      #expect(Set(all.map(\.objectID.persistentStore?.url)) == [core.url, blobs.url])
    }
  }

  // R-PSC-532: another version of the model, in which an entity has left the configuration.
  @Test(arguments: MigratedStore.types)
  func anEntityThatLeavesTheConfigurationKeepsItsRows(_ type: String) throws {
    let store = try MigratedStore(type)
    try store.use(
      ModelText("A\n  x String\nB\n  x String\n@One: A, B").model(), configuration: "One"
    ) {
      try insert(["A", "B"], into: $0)
    }
    let next = """
      A
        x String
        y String
      Bee was B
        x String
        z String
      C
        x String
      @One: A
      @Two: Bee, C
      """
    let model = ModelText(next).model()
    let migrated = try store.use(model, configuration: "One") { try entities($0) }
    #expect(migrated == ["A", "Bee"])
    let names = try store.use(model, configuration: "One", migrating: false) { context in
      let bee = try #require(try context.all("Bee", sortedBy: "x").first)
      bee.setValue("new", forKey: "z")
      try context.save()
      let metadata = context.persistentStoreCoordinator?.persistentStores.first?.metadata
      let hashes = metadata?[NSStoreModelVersionHashesKey] as? [String: Any] ?? [:]
      return hashes.keys.sorted()
    }
    #expect(names == ["A", "Bee"])
    let whole = try store.use(model) { try entities($0) }
    #expect(whole == ["A", "Bee"])
  }

  // R-PSC-532: entities that the model has no more go.
  @Test(arguments: MigratedStore.types)
  func anEntityThatLeavesTheModelIsDropped(_ type: String) throws {
    let store = try MigratedStore(type)
    let former = ModelText("A\n  x String\nB\n  x String\n@One: A, B").model()
    try store.use(former, configuration: "One") { try insert(["A", "B"], into: $0) }
    let present = ModelText("A\n  x String\n@One: A").model()
    for model in [present, former] {
      let found = try store.use(model, configuration: "One") { try entities($0) }
      #expect(found == ["A"])
    }
  }

  // R-PSC-532, R-PSC-570: through a mapping model.
  @Test(arguments: MigratedStore.types)
  func aMappingModelBringsTheRowsOfOtherEntitiesOver(_ type: String) throws {
    let store = try MigratedStore(type)
    let former = ModelText("A\n  x String\nB\n  x String\n@One: A, B").model()
    try store.use(former, configuration: "One") { try insert(["A", "B", "B"], into: $0) }
    let present = ModelText("A\n  x String\n  y String\nB\n  x String\n@One: A\n@Two: B").model()
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: former, destinationModel: present)
    for part in mapping.entityMappings ?? [] { part.name = "by hand: \(part.name ?? "")" }
    let target = store.directory.appendingPathComponent("target")
    try NSMigrationManager(sourceModel: former, destinationModel: present).migrateStore(
      from: store.url, type: NSPersistentStore.StoreType(rawValue: type), mapping: mapping,
      to: target, type: NSPersistentStore.StoreType(rawValue: type))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: present)
    let migrated = try coordinator.addPersistentStore(
      ofType: type, configurationName: "One", at: target, options: nil)
    defer { try? coordinator.remove(migrated) }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let found = try context.performAndWait { try entities(context) }
    #expect(found == ["A", "B", "B"])
  }

  // R-PSC-532, R-PSC-970
  @Test(arguments: MigratedStore.types)
  func aRelocationMovesThemToTheirStore(_ type: String) throws {
    let (core, blobs) = (try MigratedStore(type), try MigratedStore(type))
    let text = Self.divided.replacingOccurrences(of: "@Blobs: Blob", with: "@Blobs: Blob, Page")
    let model = ModelText("Page\n  text String\n" + text).model()
    try core.use(model) { try insert(["Item", "Blob", "Blob", "Page"], into: $0) }
    let descriptions = [("Core", core.url), ("Blobs", blobs.url)].map { name, url in
      let description = NSPersistentStoreDescription(url: url)
      (description.type, description.configuration) = (type, name)
      return description
    }
    let relocation = EntityRelocation("Blob", from: "Core", to: "Blobs")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    func plan() throws -> MigrationPlan {
      try coordinator.migrationPlan(for: descriptions, relocating: [relocation])
    }
    try coordinator.migrateAll(try plan())
    #expect(try plan().isEmpty)
    let left = try core.use(model, configuration: "Core", migrating: false) { try entities($0) }
    // Whatever is not moved stays.
    #expect(left == ["Item", "Page"])
    let moved = try blobs.use(model, configuration: "Blobs", migrating: false) { try entities($0) }
    #expect(moved == ["Blob", "Blob"])
  }

  // R-PSC-532, R-PSC-619: a version in which none of the store's entities changes is a stage like any
  // other.
  @Test(arguments: MigratedStore.types)
  func anEntityLeavesTheConfigurationInAStage(_ type: String) throws {
    let store = try MigratedStore(type)
    let versions = [
      "A\n  x String\nB\n  x String\n@One: A, B",
      "A\n  x String\nB\n  x String\nC\n  x String\n@One: A\n@Two: B, C",
      "A\n  x String\n  y String\nB\n  x String\nC\n  x String\n@One: A\n@Two: B, C",
    ].map { ModelText($0).model() }
    try store.use(versions[0], configuration: "One") { try insert(["A", "B"], into: $0) }
    let references = versions.map {
      NSManagedObjectModelReference(model: $0, versionChecksum: $0.versionChecksum)
    }
    let manager = NSStagedMigrationManager(
      zip(references, references.dropFirst()).map {
        NSCustomMigrationStage(migratingFrom: $0, to: $1)
      })
    let found = try store.use(
      versions[2], configuration: "One",
      options: [NSPersistentStoreStagedMigrationManagerOptionKey: manager]
    ) {
      try entities($0)
    }
    #expect(found == ["A", "B"])
  }

  // R-PSC-100, R-PSC-532
  @Test(arguments: MigratedStore.types)
  func aStoreThatMovesTakesThemAlong(_ type: String) throws {
    let (store, place) = (try MigratedStore(type), try MigratedStore(NSSQLiteStoreType))
    let model = ModelText(Self.divided).model()
    try store.use(model) { try insert(["Item", "Blob"], into: $0) }
    try store.use(model, configuration: "Blobs") { context in
      let coordinator = try #require(context.persistentStoreCoordinator)
      let moved = try coordinator.migratePersistentStore(
        coordinator.persistentStores[0], to: place.url, options: nil, withType: place.type)
      defer { try? coordinator.remove(moved) }
      #expect(try entities(context) == ["Blob", "Item"])
      #expect(throws: CocoaError.self) { try insert(["Item"], into: context) }
      context.rollback()
    }
    let whole = try place.use(model, migrating: false) { try entities($0) }
    #expect(whole == ["Blob", "Item"])
  }
}
