// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport

/// A file of one version of a model, to be brought to another where it is.
struct InPlaceFixture {
  let migration: SchemaMigration
  /// Nil for a file of another process.
  let directory: TemporaryDirectory?
  let url: URL
  var settings = ["sync": "none"]
  var history = HistoryChoice.untold

  init(_ migration: SchemaMigration) throws {
    self.migration = migration
    let directory = try TemporaryDirectory()
    self.directory = directory
    url = directory.url.appendingPathComponent("store.lmdb")
  }

  init(_ migration: SchemaMigration, in folder: URL) throws {
    self.migration = migration
    directory = nil
    url = folder.appendingPathComponent("store.lmdb")
  }

  private static let metadata = StoreMetadata(
    identifier: "5B0E4F5E-0000-4000-8000-000000000001", properties: Data("old".utf8))

  func configuration(_ schema: StoreSchema) -> StoreConfiguration {
    var configuration = StoreConfiguration(
      url: url, schema: schema, entities: schema.allEntities, newMetadata: Self.metadata)
    configuration.settings = settings
    configuration.history = history
    configuration.timeout = 20
    return configuration
  }

  func openOld() throws -> StoreSession { try open(migration.source) }

  func openNew() throws -> StoreSession { try open(migration.destination) }

  private func open(_ schema: StoreSchema) throws -> StoreSession {
    let lmdb = StoreUnderTest.all(with: .engine).first { $0.name == "LMDB" }
    guard let store = lmdb, let directory else {
      throw UnexpectedAnswer("There is no LMDB store.")
    }
    return try StoreSession(store, directory: directory, configuration: configuration(schema))
  }

  /// Fills the file, and closes it.
  func fill(_ dataset: Dataset) throws {
    let session = try openOld()
    try dataset.fill(session)
    session.backend.close()
  }

  @discardableResult
  func migrate(_ configure: (inout StoreMigration) -> Void = { _ in }) throws -> MigrationOutcome {
    var configuration = configuration(migration.destination)
    configuration.newMetadata.properties = Data("new".utf8)
    var task = StoreMigration(
      migration, sourceEntities: migration.source.allEntities, configuration: configuration,
      expected: try LMDBStore.readMetadata(at: url))
    configure(&task)
    return try LMDBStore.migrate(task)
  }

  /// What the file should have afterwards, and what it has.
  func contents(_ dataset: Dataset) throws -> (expected: StoreContents, found: StoreContents) {
    let model = try StoreSession(StoreUnderTest.all[0], migration.destination)
    try MigratedDataset(dataset, migration).dataset().fill(model)
    let session = try openNew()
    defer { session.backend.close() }
    return (try StoreContents(model), try StoreContents(session))
  }

  /// What a look through the file finds wrong.
  func findings() throws -> [String] {
    let session = try openNew()
    defer { session.backend.close() }
    return try session.backend.checkFiles(isRepairing: false) { true }.map { "\($0)" }
  }
}
#endif
