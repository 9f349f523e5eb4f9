// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

@Suite struct MigrationFailureTests {
  private static let former = "Item\n  name String\n  place Int32"
  private static let present = "Item\n  name String!\n  place Int32\n  unique place"

  private func failure(
    _ scene: Relocation, _ mappings: [NSEntityMapping] = [.copy("Item")]
  ) throws -> CocoaError {
    try #require(throws: CocoaError.self) { try scene.migrate(mappings) }
  }

  // R-PSC-570
  @Test(arguments: Relocation.sameKinds)
  func aMissingSourceIsNamed(_ pair: StorePair) throws {
    let scene = try Relocation(pair, Self.former, Self.present)
    let error = try failure(scene)
    #expect(error.code == .migrationManagerSourceStore)
    #expect(error.localizedDescription.contains(scene.source.path))
    #expect(try scene.files().isEmpty)
  }

  // R-PSC-570
  @Test(arguments: Relocation.sameKinds)
  func aSourceOfAnotherVersionIsRefused(_ pair: StorePair) throws {
    let scene = try Relocation(pair, Self.former, Self.present)
    try Relocation.use(ModelText("Item\n  x Int16").model(), pair.first, scene.source) {
      _ = $0.insert("Item")
      try $0.save()
    }
    let error = try failure(scene)
    #expect(error.code == .migrationManagerSourceStore)
    #expect(try scene.files() == [scene.source.lastPathComponent])
  }

  // R-PSC-570
  @Test(arguments: Relocation.sameKinds)
  func aDestinationOfAnotherVersionIsRefused(_ pair: StorePair) throws {
    let scene = try Relocation(pair, Self.former, "Item\n  name String")
    try scene.fill { _ = $0.insert("Item", ["name": "a"]) }
    try Relocation.use(ModelText("Item\n  x Int16").model(), pair.second, scene.destination) {
      _ = $0.insert("Item", ["x": 3])
      try $0.save()
    }
    let before = try Data(contentsOf: scene.destination)
    let error = try failure(scene)
    #expect(error.code == .migrationManagerDestinationStore)
    #expect(error.localizedDescription.contains(scene.destination.path))
    #expect(try Data(contentsOf: scene.destination) == before)
  }

  // R-PSC-570
  @Test func mappingsMustFitTheModels() throws {
    let scene = try Relocation(Relocation.sameKinds[0], Self.former, "Item\n  name String")
    try scene.fill { _ = $0.insert("Item", ["name": "a"]) }
    let hash = NSEntityMapping.copy("Item")
    hash.sourceEntityVersionHash = Data([1, 2, 3])
    let unknown = NSEntityMapping.copy("Nothing", to: "Item")
    let property = NSEntityMapping("Item", to: "Item", attributes: ["size": "1"])
    for (mapping, word) in [(hash, "version"), (unknown, "'Nothing'"), (property, "'size'")] {
      let error = try failure(scene, [mapping])
      #expect(error.code == .migration)
      #expect(error.localizedDescription.contains(word))
      #expect(error.localizedDescription.contains("'\(mapping.name ?? "")'"))
    }
  }

  // R-PSC-575
  @Test(arguments: Relocation.sameKinds)
  func objectsThatBreakRulesAreReported(_ pair: StorePair) throws {
    let scene = try Relocation(pair, Self.former, "Item\n  name String!\n  place Int32")
    try scene.fill { context in
      for place in 0..<3 { _ = context.insert("Item", ["place": place]) }
    }
    let error = try failure(scene)
    #expect(error.code == .migration)
    let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [any Error])
    #expect(details.count == 3)
    #expect(
      details.allSatisfy { ($0 as? CocoaError)?.code == .validationMissingMandatoryProperty })
    #expect(try scene.files() == [scene.source.lastPathComponent])
  }

  // R-PSC-575: numbers of members too, of objects of which no relationship was touched.
  @Test func tooFewMembersAreReported() throws {
    let former = "Item\n  name String\n  parts >> Part.item\nPart\n  item > Item.parts"
    let scene = try Relocation(
      Relocation.sameKinds[0], former, former.replacing("Part.item", with: "Part.item!"))
    try scene.fill { context in
      _ = context.insert("Item", ["name": "a"])
      context.insert("Part").setValue(context.insert("Item"), forKey: "item")
    }
    let error = try failure(scene, [.copy("Item"), .copy("Part")])
    let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [any Error])
    #expect(
      details.map { ($0 as? CocoaError)?.code } == [.validationRelationshipLacksMinimumCount])
  }

  @Test func duplicatesAreReported() throws {
    let scene = try Relocation(
      Relocation.sameKinds[0], Self.former, "Item\n  name String\n  place Int32\n  unique place")
    try scene.fill { context in
      for _ in 0..<2 { _ = context.insert("Item", ["place": 1]) }
    }
    #expect(try failure(scene).code == .migrationConstraintViolation)
    #expect(try scene.files() == [scene.source.lastPathComponent])
  }

  // R-PSC-579: whatever an expression yields, the program goes on.
  @Test(arguments: [
    "$source.nothing", "$nobody", "FUNCTION($source, 'unknown')", "$manager",
    "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', 'No', nil)",
    "FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'No', 'TRUE')",
    "FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'Item', '((')",
    "{1, 2}",
  ])
  func expressionsThatMakeNoSenseAreErrors(_ expression: String) throws {
    let scene = try Relocation(Relocation.sameKinds[0], Self.former, "Item\n  place Date")
    try scene.fill { _ = $0.insert("Item", ["place": 1]) }
    let error = try failure(
      scene, [NSEntityMapping("Item", to: "Item", attributes: ["place": expression])])
    #expect(error.code == .migration)
    #expect(error.localizedDescription.contains("'place'"))
  }

  @Test(arguments: ["$source", "1", "$manager.sourceContext"])
  func whatIsNoNewObjectIsNotRelated(_ expression: String) throws {
    let model = "Item\n  next > Item.former\n  former > Item.next"
    let scene = try Relocation(Relocation.sameKinds[0], model, model)
    try scene.fill { _ = $0.insert("Item") }
    let mapping = NSEntityMapping("Item", to: "Item", relationships: ["next": expression])
    #expect(try failure(scene, [mapping]).code == .migration)
  }

  @Test func aStoreIsNotMigratedOntoItself() throws {
    let scene = try Relocation(Relocation.sameKinds[0], Self.former, Self.present)
    try scene.fill { _ = $0.insert("Item") }
    let model = NSMappingModel()
    let error = try #require(throws: CocoaError.self) {
      try scene.manager().migrateStore(
        from: scene.source, sourceType: scene.pair.first, with: model,
        toDestinationURL: scene.source, destinationType: scene.pair.second)
    }
    #expect(error.code == .migrationManagerDestinationStore)
  }

  @Test func aFolderIsNoDestination() throws {
    let scene = try Relocation(Relocation.sameKinds[0], Self.former, Self.present)
    try scene.fill { _ = $0.insert("Item") }
    try FileManager.default.createDirectory(
      at: scene.destination, withIntermediateDirectories: false)
    #expect(try failure(scene).code == .migrationManagerDestinationStore)
  }
}
