// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// What an engine does with files without a model.
@Suite struct EngineTests {
  /// By name: metatypes are no arguments of tests.
  private static let withFiles = StoreUnderTest.engines.filter { $0.needsLocation }.map {
    $0.typeName
  }

  private static let all = StoreUnderTest.engines.map { $0.typeName }

  private let directory: TemporaryDirectory
  private let schema = SchemaFixture.company

  init() throws { directory = try TemporaryDirectory() }

  private func engine(_ name: String) throws -> any StoreEngine.Type {
    try #require(StoreUnderTest.engines.first { $0.typeName == name })
  }

  /// Makes an empty store and closes it.
  private func make(_ engine: any StoreEngine.Type, at url: URL) throws -> StoreMetadata {
    let store = try engine.open(configuration(url))
    defer { store.close() }
    return store.metadata
  }

  @Test func theNamesAndDomainsAreThoseOfTheAPI() {
    let types = Set(NSPersistentStoreCoordinator.registeredStoreTypes.keys)
    for engine in StoreUnderTest.engines {
      #expect(types.contains(engine.typeName))
      #expect([nil, NSSQLiteErrorDomain, LMDBErrorDomain].contains(engine.errorDomain))
    }
  }

  @Test(arguments: withFiles) func anEngineRecognisesItsOwnFilesOnly(_ name: String) throws {
    let url = directory.url.appendingPathComponent("store")
    _ = try make(engine(name), at: url)
    let found = StoreUnderTest.engines.filter { $0.recognises(contentAt: url) }
    #expect(found.map { $0.typeName } == [name])
  }

  @Test(arguments: withFiles) func aFileTellsOfItselfWithoutAModel(_ name: String) throws {
    let engine = try engine(name)
    let url = directory.url.appendingPathComponent("store")
    let metadata = try make(engine, at: url)
    let inspection = try engine.inspect(at: url)
    let hasContent = engine.hasContent(at: url)
    #expect(hasContent)
    #expect(inspection.metadata == metadata)
    #expect(inspection.entities.map(\.name).contains("Tag"))
    #expect(inspection.entities.allSatisfy { $0.rows == 0 })
    #expect(inspection.bytes > 0)
  }

  @Test(arguments: withFiles) func metadataIsReplacedWithoutAModel(_ name: String) throws {
    let engine = try engine(name)
    let url = directory.url.appendingPathComponent("store")
    var metadata = try make(engine, at: url)
    metadata.properties = Data([7])
    try engine.writeMetadata(metadata, at: url)
    #expect(try engine.readMetadata(at: url) == metadata)
  }

  @Test(arguments: withFiles) func aStoreTakesThePlaceOfAnotherAndGoes(_ name: String) throws {
    let engine = try engine(name)
    let (old, new) = (
      directory.url.appendingPathComponent("old"), directory.url.appendingPathComponent("new")
    )
    _ = try make(engine, at: old)
    let metadata = try make(engine, at: new)
    try engine.moveFile(at: new, to: old)
    #expect(try engine.readMetadata(at: old) == metadata)
    #expect(!FileManager.default.fileExists(atPath: new.path))
    engine.removeFile(at: old)
    #expect(!FileManager.default.fileExists(atPath: old.path))
  }

  private func configuration(_ url: URL) -> StoreConfiguration {
    StoreConfiguration(
      url: url, schema: schema, entities: schema.allEntities,
      newMetadata: StoreMetadata(identifier: UUID().uuidString, properties: Data()))
  }

  // R-PSC-051
  @Test(arguments: withFiles) func anOpeningGoesOnWithAVisit(_ name: String) throws {
    let engine = try engine(name)
    let url = directory.url.appendingPathComponent("store")
    let metadata = try make(engine, at: url)
    var configuration = configuration(url)
    let visit = try engine.visit(configuration, at: url)
    #expect(visit.metadata == metadata)
    configuration.visit = visit
    let store = try engine.open(configuration)
    visit.end()
    #expect(store.metadata == metadata)
    try store.beginRead().end()
    let transaction = try store.beginWrite()
    try transaction.prepare()
    try transaction.commit()
    store.close()
    #expect(try !engine.isInUse(at: url))
  }

  // R-PSC-051
  @Test(arguments: withFiles) func aVisitThatEndsLeavesNothingOpen(_ name: String) throws {
    let engine = try engine(name)
    let url = directory.url.appendingPathComponent("store")
    let metadata = try make(engine, at: url)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    for isReadOnly in [false, true] {
      var configuration = configuration(url)
      configuration.isReadOnly = isReadOnly
      let visit = try engine.visit(configuration, at: url)
      #expect(visit.metadata == metadata)
      visit.end()
      visit.end()
    }
    #expect(try !engine.isInUse(at: url))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == names)
  }

  // R-PSC-051: what may have to be refused is not changed
  @Test(arguments: withFiles) func aVisitWithPragmasChangesNothing(_ name: String) throws {
    let engine = try engine(name)
    let url = directory.url.appendingPathComponent("store")
    let metadata = try make(engine, at: url)
    let content = try Data(contentsOf: url)
    var configuration = configuration(url)
    configuration.settings["user_version"] = "7"
    let visit = try engine.visit(configuration, at: url)
    #expect(visit.metadata == metadata)
    visit.end()
    #expect(try Data(contentsOf: url) == content)
  }

  // R-PSC-051
  @Test(arguments: withFiles.filter { $0 == "SQLite" })
  func anOpeningFindsTheFileThatHasTakenThePlace(_ name: String) throws {
    let engine = try engine(name)
    let (url, other) = (
      directory.url.appendingPathComponent("store"), directory.url.appendingPathComponent("other")
    )
    _ = try make(engine, at: url)
    let metadata = try make(engine, at: other)
    var configuration = configuration(url)
    let visit = try engine.visit(configuration, at: url)
    configuration.visit = visit
    #expect(rename(other.path, url.path) == 0)
    let store = try engine.open(configuration)
    visit.end()
    #expect(store.metadata == metadata)
    try store.beginRead().end()
    store.close()
    #expect(try !engine.isInUse(at: url))
  }

  @Test(arguments: all)
  func aFileThatIsNotThereIsMissing(_ name: String) throws {
    let url = directory.url.appendingPathComponent("nowhere")
    let error = #expect(throws: StoreError.self) { try engine(name).readMetadata(at: url) }
    #expect(error?.kind == .missingFile)
  }
}
