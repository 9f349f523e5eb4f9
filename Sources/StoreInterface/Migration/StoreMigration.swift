// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The task of bringing a store's file to another version of its model.
package struct StoreMigration: Sendable {
  /// The origins of entities, attributes and relationships.
  package var mapping: SchemaMigration
  /// The entities of the source that the file holds, with their ancestors; ascending.
  package var sourceEntities: [Int]
  /// The store as it is opened afterwards: place, schema and entities of the destination, options.
  /// Its ``StoreConfiguration/newMetadata`` are what the file has afterwards, with the UUID that it
  /// has now.
  package var configuration: StoreConfiguration
  /// The metadata on which the plan was made. A file with others is not touched: another process has
  /// been there before.
  package var expected: StoreMetadata
  /// True if what only frees space may be done later, see ``StoreBackend/finishMigration(steps:)``.
  package var isDeferred = false
  /// Who writes: with a history, an entry says that there was a migration, under this name.
  package var label: String?
  /// Is told now and then how far it is, on the calling thread; false ends it.
  package var progress: @Sendable (MigrationProgress) -> Bool = { _ in true }

  package init(
    _ mapping: SchemaMigration, sourceEntities: [Int], configuration: StoreConfiguration,
    expected: StoreMetadata
  ) {
    self.mapping = mapping
    self.sourceEntities = sourceEntities
    self.configuration = configuration
    self.expected = expected
  }
}

/// How far a migration is.
package struct MigrationProgress: Sendable, Equatable {
  /// The entity that is being brought over; nil between entities.
  package var entity: String?
  /// Steps, and how many there are in all.
  package var done: Int
  package var total: Int

  package init(entity: String?, done: Int, total: Int) {
    self.entity = entity
    self.done = done
    self.total = total
  }
}

/// How a migration in place has ended.
package enum MigrationOutcome: Sendable, Equatable {
  /// The file is of the new version.
  case migrated
  /// The file is not the one any more for which the migration was planned; it was not touched.
  case superseded
  /// The engine cannot do this in place; the file was not touched. Its content is to be copied.
  case needsCopy
}
