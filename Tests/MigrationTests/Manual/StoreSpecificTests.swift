// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Migrations that a manager leaves to an engine.
@Suite struct StoreSpecificTests {
  private static let pairs = Relocation.sameKinds.filter { Workplace.types.contains($0.first) }
  private struct Trouble: Error {}

  /// A store of one item, the second of two.
  private func scene(_ pair: StorePair) throws -> Relocation {
    let scene = try Relocation(
      pair, "Item\n  name String", "Item\n  title String was name\n  size Int32")
    try scene.fill { context in
      let first = context.insert("Item", ["name": "first"])
      try context.save()
      _ = context.insert("Item", ["name": "second"])
      context.delete(first)
    }
    return scene
  }

  private func inferred(_ scene: Relocation) throws -> [NSEntityMapping] {
    try NSMappingModel.inferredMappingModel(
      forSourceModel: scene.former, destinationModel: scene.present
    ).entityMappings
  }

  /// The last parts of the items' URIs with their values.
  private func items(_ context: NSManagedObjectContext, _ key: String) throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try context.all("Item").map {
        ($0.objectID.uriRepresentation().lastPathComponent, $0.string(key) ?? "")
      })
  }

  // R-PSC-583, R-PSC-539
  @Test(arguments: pairs)
  func anEngineMigratesACopyByTheInferredMapping(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let before = try scene.readSource { try items($0, "name") }
    try scene.migrate(try inferred(scene))
    #expect(try scene.read { try items($0, "title") } == before)
    #expect(try scene.readSource { try items($0, "name") } == before)
    let files = [scene.source, scene.destination].map(\.lastPathComponent).sorted()
    #expect(try scene.files() == files)
  }

  // R-PSC-583: "in situ".
  @Test(arguments: pairs)
  func aFileMayBeItsOwnDestination(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let before = try scene.readSource { try items($0, "name") }
    let mapping = NSMappingModel()
    mapping.entityMappings = try inferred(scene)
    let manager = scene.manager()
    let type = NSPersistentStore.StoreType(rawValue: pair.first)
    try manager.migrateStore(
      from: scene.source, type: type, mapping: mapping, to: scene.source, type: type)
    let after = try Relocation.use(scene.present, pair.first, scene.source) {
      try items($0, "title")
    }
    #expect(after == before)
    #expect(try scene.files() == [scene.source.lastPathComponent])
    let again = failure {
      try manager.migrateStore(
        from: scene.source, type: type, mapping: mapping, to: scene.source, type: type)
    }
    #expect(again?.code == .migrationManagerSourceStore)
  }

  // R-PSC-583
  @Test(arguments: pairs)
  func onlyTheInferredMappingGoesInPlace(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let before = try scene.readSource { try items($0, "name") }
    let mapping = NSMappingModel()
    mapping.entityMappings = [
      NSEntityMapping("Item", to: "Item", attributes: ["title": "$source.name"])
    ]
    let type = NSPersistentStore.StoreType(rawValue: pair.first)
    let error = failure {
      try scene.manager().migrateStore(
        from: scene.source, type: type, mapping: mapping, to: scene.source, type: type)
    }
    #expect(error?.code == .migrationManagerDestinationStore)
    #expect(try scene.readSource { try items($0, "name") } == before)
  }

  // R-PSC-583
  @Test(arguments: pairs)
  func itGoesObjectByObjectIfThatIsWanted(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let manager = scene.manager()
    manager.usesStoreSpecificMigrationManager = false
    try scene.migrate(try inferred(scene), manager)
    let before = try scene.readSource { try items($0, "name") }
    let after = try scene.read { try items($0, "title") }
    #expect(Array(after.values) == ["second"])
    #expect(after != before)
  }

  // R-PSC-534: names that no expression could spell.
  @Test(arguments: pairs, [true, false])
  func namesOfAnyKindAreTakenOver(_ pair: StorePair, _ isSpecific: Bool) throws {
    let scene = try Relocation(
      pair, "Item\n  a String\n  b > Item\n  c >> Item", "Item\n  d String\n  e > Item\n  f >> Item"
    )
    let names = ["a": "x-y z", "b": "$b", "c": "$c"]
    let former = try #require(scene.former.entitiesByName["Item"])
    let present = try #require(scene.present.entitiesByName["Item"])
    for (old, new) in zip(["a", "b", "c"], ["d", "e", "f"]) {
      former.propertiesByName[old]?.name = names[old] ?? ""
      present.propertiesByName[new]?.renamingIdentifier = names[old]
    }
    try scene.fill { context in
      let items = ["1", "2"].map { context.insert("Item", ["x-y z": $0]) }
      items[0].setValue(items[1], forKey: "$b")
      items[0].setValue(Set(items), forKey: "$c")
    }
    let manager = scene.manager()
    manager.usesStoreSpecificMigrationManager = isSpecific
    try scene.migrate(try inferred(scene), manager)
    let found = try scene.read { context in
      try context.all("Item").map { item in
        let other = (item.value(forKey: "e") as? NSManagedObject)?.string("d") ?? "-"
        return "\(item.string("d") ?? "") \(other) \(item.objects("f").count)"
      }
    }
    #expect(found.sorted() == ["1 2 2", "2 - 0"])
  }

  // R-PSC-583: it is not the inferred one.
  @Test(arguments: pairs)
  func aMappingThatComputesAnythingGoesObjectByObject(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let mappings = try inferred(scene)
    let title = mappings[0].attributeMappings?.first { $0.name == "title" }
    title?.valueExpression = NSExpression(format: "uppercase:($source.name)")
    try scene.migrate(mappings)
    #expect(try scene.read { Array(try items($0, "title").values) } == ["SECOND"])
  }

  // R-PSC-581
  @Test(arguments: pairs)
  func aCancelledMigrationLeavesNothing(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let manager = scene.manager()
    manager.progressHandler = { $0.cancelMigrationWithError(Trouble()) }
    let mappings = try inferred(scene)
    #expect(throws: Trouble.self) { try scene.migrate(mappings, manager) }
    #expect(try scene.files() == [scene.source.lastPathComponent])
    #expect(manager.migrationProgress == 0)
  }

  // R-PSC-570
  @Test(arguments: pairs)
  func aSourceOfAnotherVersionIsRefused(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let mappings = try inferred(scene)
    try Relocation.use(
      ModelText("Item\n  name String\n  other String").model(), pair.second, scene.destination
    ) { _ in }
    let other = try Relocation(
      pair, "Item\n  name String", "Item\n  title String was name\n  size Int32")
    try FileManager.default.moveItem(at: scene.destination, to: other.source)
    let error = try #require(throws: CocoaError.self) { try other.migrate(mappings) }
    #expect(error.code == .migrationManagerSourceStore)
    #expect(try other.files() == [other.source.lastPathComponent])
  }
}
