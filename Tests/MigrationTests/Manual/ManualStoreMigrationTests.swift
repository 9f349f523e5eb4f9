// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Dispatch
import Foundation
import Testing

/// Migrations through mapping models of files where they are.
@Suite struct ManualStoreMigrationTests {
  private static let former = "Item\n  name String\n  next > Item.former\n  former > Item.next"
  private static let present =
    "Item\n  title String\n  next > Item.former\n  former > Item.next"

  private static var mapping: NSMappingModel {
    let mapping = NSMappingModel()
    let item = NSEntityMapping.copy("Item")
    item.attributeMappings = [NSPropertyMapping("title", "uppercase:($source.name)")]
    mapping.entityMappings = [item]
    return mapping
  }

  private func scene(_ pair: StorePair, count: Int = 3) throws -> Relocation {
    let scene = try Relocation(pair, Self.former, Self.present)
    try scene.fill { context in
      let items = (0..<count).map { context.insert("Item", ["name": "n\($0)"]) }
      for place in items.indices.dropFirst() {
        items[place].setValue(items[place - 1], forKey: "next")
      }
    }
    return scene
  }

  private func migration(
    _ scene: Relocation, _ mapping: NSMappingModel = ManualStoreMigrationTests.mapping
  ) -> ManualStoreMigration {
    ManualStoreMigration(
      MigrationSubject(
        url: scene.source, type: scene.pair.first, configuration: nil,
        options: StoreOptionValues(nil)),
      from: scene.former, to: scene.present, by: mapping)
  }

  private func metadata(_ scene: Relocation) throws -> [String: Any] {
    try StaticMetadata.read(type: scene.pair.first, at: scene.source)
  }

  private func titles(_ scene: Relocation) throws -> [String?] {
    try Relocation.use(scene.present, scene.pair.first, scene.source) { context in
      try context.all("Item", sortedBy: "title").map { $0.string("title") }
    }
  }

  // R-PSC-585
  @Test(arguments: Relocation.sameKinds)
  func aFileIsReplacedByItsNewVersion(_ pair: StorePair) throws {
    let scene = try scene(pair)
    var former = try metadata(scene)
    former["owner"] = "me"
    try StaticMetadata.write(former, type: pair.first, at: scene.source)
    try migration(scene).run(expected: former)
    #expect(try titles(scene) == ["N0", "N1", "N2"])
    let present = try metadata(scene)
    #expect(present[NSStoreUUIDKey] as? String == former[NSStoreUUIDKey] as? String)
    #expect(present["owner"] as? String == "me")
    #expect(scene.present.isConfiguration(withName: nil, compatibleWithStoreMetadata: present))
    #expect(try scene.files() == [scene.source.lastPathComponent])
  }

  // R-PSC-514, R-PSC-572: the classes are gone from the copies of the models only.
  @Test(arguments: Relocation.sameKinds)
  func theModelThatIsKeptHasItsClasses(_ pair: StorePair) throws {
    let scene = try scene(pair)
    scene.present.entitiesByName["Item"]?.managedObjectClassName = "CDMKeptClass"
    try migration(scene).run(expected: try metadata(scene))
    let kept = try #require(try StoreModel.read(at: scene.source, type: pair.first))
    #expect(kept.entitiesByName["Item"]?.managedObjectClassName == "CDMKeptClass")
    #expect(kept.entityVersionHashesByName == scene.present.entityVersionHashesByName)
  }

  // R-PSC-543
  @Test(arguments: Relocation.sameKinds)
  func aFailureChangesNothing(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let before = try Data(contentsOf: scene.source)
    let mapping = Self.mapping
    mapping.entityMappings[0].entityMigrationPolicyClassName = "MigrationTests.FailingPolicy"
    let expected = try metadata(scene)
    #expect(throws: PolicyFailure.self) { try migration(scene, mapping).run(expected: expected) }
    #expect(try Data(contentsOf: scene.source) == before)
    #expect(try scene.files() == [scene.source.lastPathComponent])
  }

  @Test(arguments: Relocation.sameKinds)
  func aCancelledMigrationChangesNothing(_ pair: StorePair) throws {
    let scene = try scene(pair)
    var migration = migration(scene)
    migration.progress = { $0 < 0.5 }
    let expected = try metadata(scene)
    let error = try #require(throws: CocoaError.self) { try migration.run(expected: expected) }
    #expect(error.code == .migrationCancelled)
    #expect(try metadata(scene)[NSStoreUUIDKey] as? String == expected[NSStoreUUIDKey] as? String)
    #expect(try scene.files() == [scene.source.lastPathComponent])
  }

  // R-PSC-540
  @Test(arguments: Relocation.sameKinds)
  func whatSomebodyElseHasMigratedIsLeftAlone(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let expected = try metadata(scene)
    try migration(scene).run(expected: expected)
    let before = try Data(contentsOf: scene.source)
    try migration(scene).run(expected: expected)
    #expect(try Data(contentsOf: scene.source) == before)
  }

  // R-PSC-540
  @Test(arguments: Relocation.sameKinds)
  func ofTwoAtOnceOneMigrates(_ pair: StorePair) throws {
    let scene = try scene(pair, count: 200)
    let expected = Transferable(try metadata(scene))
    let shared = Transferable((self, scene))
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      let (tests, scene) = shared.value
      #expect(throws: Never.self) {
        try tests.migration(scene).run(expected: expected.value)
      }
    }
    #expect(try titles(scene).count == 200)
    #expect(try scene.files() == [scene.source.lastPathComponent])
  }

  // An LMDB file is not written while this process reads it.
  @Test(arguments: Relocation.sameKinds.filter { $0.first != LMDBStoreType })
  func whatIsWrittenMeanwhileIsNotLost(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let expected = try metadata(scene)
    var migration = migration(scene)
    var isWritten = false
    migration.progress = { part in
      guard part >= 0.5, !isWritten else { return true }
      isWritten = true
      do {
        try scene.fill { _ = $0.insert("Item", ["name": "late"]) }
      } catch {
        Issue.record(error)
      }
      return true
    }
    let error = try #require(throws: CocoaError.self) { try migration.run(expected: expected) }
    #expect(error.code == .migrationManagerSourceStore)
    try self.migration(scene).run(expected: expected)
    #expect(try titles(scene) == ["LATE", "N0", "N1", "N2"])
  }

  // R-PSC-530, R-PSC-585
  @Test(arguments: Relocation.sameKinds)
  func storesAreMigratedWhenTheyAreAdded(_ pair: StorePair) throws {
    let scene = try Relocation(
      pair, Self.former.replacing("Item", with: "Registered\(pair.first)"),
      Self.present.replacing("Item", with: "Registered\(pair.first)"))
    let name = "Registered\(pair.first)"
    try scene.fill { _ = $0.insert(name, ["name": "abc"]) }
    let mapping = NSMappingModel()
    let item = NSEntityMapping.copy(name)
    item.attributeMappings = [NSPropertyMapping("title", "uppercase:($source.name)")]
    item.sourceEntityVersionHash = scene.former.entityVersionHashesByName[name]
    item.destinationEntityVersionHash = scene.present.entityVersionHashesByName[name]
    mapping.entityMappings = [item]
    NSMappingModel.register(mapping)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: scene.present)
    let store = try coordinator.addPersistentStore(
      ofType: pair.first, configurationName: nil, at: scene.source,
      options: [NSMigratePersistentStoresAutomaticallyOption: true])
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let titles = try context.performAndWait {
      try context.all(name).map { $0.string("title") }
    }
    #expect(titles == ["ABC"])
  }
}
