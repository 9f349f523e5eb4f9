// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport

/// Two stores of two versions of a model, one to be copied into the other.
struct MigrationFixture {
  let migration: SchemaMigration
  let source: StoreSession
  let destination: StoreSession

  init(_ first: StoreUnderTest, _ second: StoreUnderTest, _ migration: SchemaMigration) throws {
    try self.init(first, second, migration) { _ in }
  }

  init(
    _ first: StoreUnderTest, _ second: StoreUnderTest, _ migration: SchemaMigration,
    configure: (inout StoreConfiguration) -> Void
  ) throws {
    self.migration = migration
    source = try MigrationFixture.session(first, migration.source, configure)
    destination = try MigrationFixture.session(second, migration.destination, configure)
  }

  /// A store that does not wait for the disk: each engine takes the setting that it knows.
  private static func session(
    _ store: StoreUnderTest, _ schema: StoreSchema, _ configure: (inout StoreConfiguration) -> Void
  ) throws -> StoreSession {
    try StoreSession(store, schema) { configuration in
      configuration.settings = ["sync": "none", "synchronous": "OFF"]
      configure(&configuration)
    }
  }

  /// Copies in small batches.
  func copy(
    referenceLimit: Int? = nil, metadata: StoreMetadata? = nil, label: String? = nil,
    progress: @escaping (MigrationProgress) -> Bool = { _ in true }
  ) throws {
    var limits = CopyFixture.limits()
    if let referenceLimit { limits.references = referenceLimit }
    try MigrationCopy(
      migration, sourceEntities: migration.source.allEntities, from: source.backend,
      entities: migration.destination.allEntities, to: destination.backend, limits: limits
    ).run(metadata: metadata, label: label, progress: progress)
  }

  /// What the destination should have.
  func expected(_ dataset: Dataset) throws -> StoreContents {
    let session = try StoreSession(StoreUnderTest.all[0], migration.destination)
    try MigratedDataset(dataset, migration).dataset().fill(session)
    return try StoreContents(session)
  }
}
