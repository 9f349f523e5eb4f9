// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import CoreData
import Foundation
import Testing

/// Stores without their model files: they keep their models.
@Suite struct StoreModelTests {
  private let atlas: AtlasFixture

  init() throws { atlas = try AtlasFixture.shared.get() }

  @Test(arguments: ["User.sqlite", "Global.lmdb"])
  func aModelIsRecoveredFromAStore(name: String) throws {
    let folder = try TemporaryFolder()
    let bundle = folder.url.appendingPathComponent("Recovered.xcdatamodeld")
    let outcome = try Tool.run("store", "model", atlas.path(name), "-o", bundle.path)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let model = try NSManagedObjectModel.load(from: bundle)
    let kept = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(
      at: URL(fileURLWithPath: atlas.path(name)))
    #expect(model.entityVersionHashesByName == kept.entityVersionHashesByName)
    #expect(model.namedConfigurations == kept.namedConfigurations)
    for entity in kept.entities {
      let other = model.entitiesByName[entity.name ?? ""]
      for (name, property) in entity.propertiesByName {
        #expect(other?.propertiesByName[name]?.renamingIdentifier == property.renamingIdentifier)
        #expect(
          other?.propertiesByName[name]?.validationPredicates == property.validationPredicates)
      }
    }
  }

  @Test func nothingIsOverwritten() throws {
    let folder = try TemporaryFolder()
    let bundle = folder.url.appendingPathComponent("Here.xcdatamodeld")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    let outcome = try Tool.run("store", "model", atlas.path("User.sqlite"), "-o", bundle.path)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("exists already"))
  }

  @Test func aStoreIsDumpedWithoutAModelFile() throws {
    let objects = try Tool.run("store", "dump", atlas.path("User.sqlite"), "--json").jsonLines()
    let entities = Set(objects.compactMap { $0["entity"] as? String })
    #expect(entities == ["Favourite", "Note", "Stop", "Trip"])
  }

  @Test func theSchemaNamesEntitiesAndProperties() throws {
    let schema = try Tool.run("store", "schema", atlas.path("User.sqlite"), "--json").json()
    let entities = try #require(schema["entities"] as? [[String: Any]])
    let trip = try #require(entities.first { $0["name"] as? String == "Trip" })
    let attributes = try #require(trip["attributes"] as? [[String: Any]])
    #expect(
      attributes.contains {
        $0["name"] as? String == "budget" && $0["type"] as? String == "Decimal"
      })
  }

  @Test func aQueryFindsWhatFits() throws {
    let all = try Tool.run(
      "store", "query", atlas.path("Global.lmdb"), "Script", "--sort", "-name", "--limit", "5",
      "--where", "name BEGINSWITH 'A'", "--json"
    ).jsonLines()
    let names = all.compactMap { ($0["values"] as? [String: Any])?["name"] as? String }
    #expect(names.count == 5)
    #expect(names.allSatisfy { $0.hasPrefix("A") })
    #expect(names == names.sorted().reversed())
  }

  @Test func aPredicateThatDoesNotParseIsABadArgument() throws {
    let outcome = try Tool.run(
      "store", "query", atlas.path("Global.lmdb"), "Script", "--where", "name ==")
    #expect(outcome.status == 2)
    #expect(outcome.complaint.contains("--where"))
  }

  @Test func aFileThatIsNoStoreIsNamed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("text", "text")
    let outcome = try Tool.run("store", "model", file.path)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains(file.path))
  }
}
#endif
