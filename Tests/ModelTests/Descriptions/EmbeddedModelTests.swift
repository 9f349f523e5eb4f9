// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Models that the program carries in its code.
struct EmbeddedModelTests {
  @Test func aContainerFindsAModelThatWasCompiledIn() {
    NSManagedObjectModel.registerModel(
      named: "EmbeddedSample", version: "EmbeddedSample 2",
      contents: "<model><entity name=\"A\"/><configuration name=\"C\"/></model>")
    let container = NSPersistentContainer(name: "EmbeddedSample")
    #expect(container.managedObjectModel.entities.map(\.name) == ["A"])
    // R-MOD-005
    #expect(container.managedObjectModel.configurations == ["C", "PF_DEFAULT_CONFIGURATION_NAME"])
  }

  @Test func eachContainerHasAModelOfItsOwn() {
    NSManagedObjectModel.registerModel(
      named: "EmbeddedTwice", version: "1", contents: "<model><entity name=\"A\"/></model>")
    let models = (0..<2).map { _ in NSPersistentContainer(name: "EmbeddedTwice").managedObjectModel
    }
    #expect(models[0] !== models[1])
    #expect(models[0] == models[1])
  }

  @Test func aModelThatIsWrongIsAnEmptyOne() {
    NSManagedObjectModel.registerModel(named: "EmbeddedWrong", version: "1", contents: "<model>")
    #expect(NSPersistentContainer(name: "EmbeddedWrong").managedObjectModel.entities.isEmpty)
  }

  // R-MOD-014: as stacks made by hand look for their models
  @Test func itsURLIsFoundInTheProgramsBundle() throws {
    NSManagedObjectModel.registerModel(
      named: "EmbeddedSought", version: "Sought 2", contents: "<model><entity name=\"A\"/></model>")
    let url = try #require(Bundle.main.url(forResource: "EmbeddedSought", withExtension: "momd"))
    #expect(NSManagedObjectModel(contentsOf: url)?.entities.map(\.name) == ["A"])
    let version = try #require(
      Bundle.main.url(
        forResource: "Sought 2", withExtension: "mom", subdirectory: "EmbeddedSought.momd"))
    #expect(NSManagedObjectModel(contentsOf: version)?.entities.map(\.name) == ["A"])
    #expect(Bundle.main.path(forResource: "EmbeddedSought", ofType: "momd") == url.path)
    #expect(Bundle.main.url(forResource: "EmbeddedNowhere", withExtension: "momd") == nil)
    #expect(Bundle.main.url(forResource: "EmbeddedSought", withExtension: "json") == nil)
    #expect(
      Bundle.main.url(
        forResource: "Sought 1", withExtension: "mom", subdirectory: "EmbeddedSought.momd") == nil)
  }

  // R-MOD-014
  @Test func theSourceOfAModelInABundleStandsForIt() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).resources")
    defer { try? FileManager.default.removeItem(at: folder) }
    let version = folder.appendingPathComponent("Shelf.xcdatamodeld/Shelf 1.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data("<model><entity name=\"A\"/></model>".utf8)
      .write(to: version.appendingPathComponent("contents"))
    try Data("text".utf8).write(to: folder.appendingPathComponent("other.txt"))
    let bundle = try #require(Bundle(url: folder))
    let url = try #require(bundle.url(forResource: "Shelf", withExtension: "momd"))
    #expect(NSManagedObjectModel(contentsOf: url)?.entities.map(\.name) == ["A"])
    let other = try #require(
      bundle.url(forResource: "Shelf 1", withExtension: "mom", subdirectory: "Shelf.momd"))
    #expect(NSManagedObjectModel(contentsOf: other)?.entities.map(\.name) == ["A"])
    #expect(bundle.url(forResource: "other", withExtension: "txt") != nil)
    #expect(bundle.url(forResource: "Shelf", withExtension: ".momd") == url)
    // Migrations by steps list them: R-MOD-014
    let models: [URL] = bundle.urls(forResourcesWithExtension: "momd", subdirectory: nil) ?? []
    #expect(models.map(\.lastPathComponent) == ["Shelf.xcdatamodeld"])
    let versions = bundle.urls(forResourcesWithExtension: "mom", subdirectory: "Shelf.momd") ?? []
    #expect(versions.map(\.lastPathComponent) == ["Shelf 1.xcdatamodel"])
    #expect(versions.allSatisfy { NSManagedObjectModel(contentsOf: $0) != nil })
    let paths = bundle.paths(forResourcesOfType: "mom", inDirectory: "Shelf.momd")
    #expect(paths == versions.map(\.path))
    // By the name that the list of models gives.
    let name = models.first?.lastPathComponent
    let same: [URL] = bundle.urls(forResourcesWithExtension: "mom", subdirectory: name) ?? []
    #expect(same == versions)
    let again = bundle.url(forResource: "Shelf 1", withExtension: "mom", subdirectory: name)
    #expect(again.flatMap(NSManagedObjectModel.init(contentsOf:))?.entities.map(\.name) == ["A"])
    #expect(bundle.urls(forResourcesWithExtension: "txt", subdirectory: nil)?.count == 1)
  }

  // R-MOD-014
  @Test func modelsThatWereCompiledInAreListed() throws {
    NSManagedObjectModel.registerModel(
      named: "EmbeddedListed", version: "Listed 3", contents: "<model><entity name=\"A\"/></model>")
    let models = Bundle.main.urls(forResourcesWithExtension: "momd", subdirectory: nil) ?? []
    #expect(models.contains { $0.lastPathComponent == "EmbeddedListed.momd" })
    let versions = Bundle.main.urls(
      forResourcesWithExtension: "mom", subdirectory: "EmbeddedListed.momd")
    #expect(versions?.map(\.lastPathComponent) == ["Listed 3.mom"])
    #expect(versions?.first.flatMap(NSManagedObjectModel.init(contentsOf:))?.entities.count == 1)
  }

  @Test func aMissingModelIsReportedWithThePlaces() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      #expect(NSPersistentContainer(name: "NowhereAtAll").managedObjectModel.entities.isEmpty)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Failed to load model named NowhereAtAll"))
    #expect(text.contains(Bundle.main.resourceURL?.path ?? "?"))
  }
}
