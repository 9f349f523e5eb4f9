// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport

/// A file that is migrated where it is.
struct MigratedFile {
  let migration: SchemaMigration
  let directory: TemporaryDirectory
  let identifier = UUID().uuidString

  init(_ migration: SchemaMigration) throws {
    self.migration = migration
    directory = try TemporaryDirectory()
  }

  var url: URL { directory.url.appendingPathComponent("Store.sqlite") }

  func raw() throws -> RawDatabase { try RawDatabase(url) }

  // MARK: - Versions

  func configuration(
    _ schema: StoreSchema, _ version: String,
    _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) -> StoreConfiguration {
    var configuration = StoreConfiguration(
      url: url, schema: schema, entities: schema.allEntities,
      newMetadata: StoreMetadata(identifier: identifier, properties: Data(version.utf8)))
    configuration.timeout = 0.2
    configuration.settings = ["synchronous": "OFF"]
    change(&configuration)
    return configuration
  }

  /// Opens the file as of the source, or makes it.
  func openedBefore(
    _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) throws(StoreError) -> SQLiteStore {
    try SQLiteStore.open(configuration(migration.source, "1", change))
  }

  func openedAfter(
    _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) throws(StoreError) -> SQLiteStore {
    try SQLiteStore.open(configuration(migration.destination, "2", change))
  }

  /// Makes the file with some objects, as of the source or of the destination.
  func fill(_ dataset: Dataset) throws {
    let schema = dataset.schema
    let store = try SQLiteStore.open(
      configuration(schema, schema === migration.source ? "1" : "2"))
    defer { store.close() }
    for root in Set(dataset.objects.map { schema.entities[$0.key.entity].root }).sorted() {
      let numbers = dataset.objects.filter { schema.entities[$0.key.entity].root == root }
      _ = try store.reserveNumbers(Int(numbers.map(\.key.number).max() ?? 1), root: root)
    }
    var changes = ChangeSet()
    changes.inserts = dataset.objects.map {
      RowInsert(key: $0.key, row: schema.row($0.key.entity, $0.values))
    }
    changes.links = dataset.links
    let conflicts = try store.commit(changes)
    guard conflicts.isEmpty else { throw UnexpectedAnswer("conflicts: \(conflicts)") }
  }

  // MARK: - Migrating

  func task(
    _ change: (inout StoreMigration) -> Void = { _ in }
  ) throws -> StoreMigration {
    var task = StoreMigration(
      migration, sourceEntities: migration.source.allEntities,
      configuration: configuration(migration.destination, "2"),
      expected: try SQLiteStore.readMetadata(at: url))
    change(&task)
    return task
  }

  @discardableResult
  func migrate(
    _ change: (inout StoreMigration) -> Void = { _ in }
  ) throws -> MigrationOutcome {
    try SQLiteStore.migrate(try task(change))
  }
}

/// The tables of a file as plain SQL tells of them, without regard to the order of columns.
struct FileTables: Equatable {
  /// By table: columns with their types.
  private(set) var columns: [String: [String]] = [:]
  /// The numbers of entities and of their parents.
  let numbers: [String]
  /// Tables and columns of indexes.
  let indexes: Set<String>

  init(_ file: RawDatabase) throws {
    for row in try file.rows(
      "SELECT m.name, c.name || ' ' || c.type || ' ' || c.pk FROM sqlite_master m, "
        + "pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1, 2")
    {
      let parts = row.split(separator: "|", maxSplits: 1).map(String.init)
      columns[parts[0], default: []].append(parts[1])
    }
    numbers = try file.rows("SELECT Z_ENT, Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1")
    indexes = Set(
      try file.rows(
        "SELECT m.name || ' ' || i.\"unique\" || ' ' || i.partial || ' ' || (SELECT "
          + "group_concat(x.name || x.\"desc\") FROM pragma_index_xinfo(i.name) x WHERE x.\"key\") "
          + "FROM sqlite_master m, pragma_index_list(m.name) i WHERE m.type = 'table'"))
  }
}
#endif
