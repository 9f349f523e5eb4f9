// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The file after its migration: what it says of itself, and whether that is so.
struct MigratedFile {
  private let migration: StoreMigration
  private let layouts: MigrationLayouts
  private let connection: Connection

  init(_ migration: StoreMigration, _ layouts: MigrationLayouts, on connection: Connection) {
    self.migration = migration
    self.layouts = layouts
    self.connection = connection
  }

  /// Computes derived attributes anew, and has triggers keep them.
  func derive() throws(StoreError) {
    for attribute in DerivationTriggers(layouts.destination).attributes {
      if let statement = attribute.recomputation { try connection.execute(statement) }
      for trigger in attribute.triggers { try connection.execute(trigger.sql) }
    }
  }

  /// Writes metadata, the model, and what is left to do.
  func writeFacts(_ deferred: DeferredTasks) throws(StoreError) {
    try MetadataTable.write(migration.configuration.newMetadata, connection)
    try ModelCacheTable.write(migration.configuration.modelArchive?(), connection)
    try deferred.write(connection)
    try noteUnderived()
    if let label = migration.label { try HistoryMigration(layouts, connection).record(label) }
    // Whoever has the file open looks at it again when the version of its schema is another.
    try connection.execute("CREATE TABLE OCD_VERSION (x); DROP TABLE OCD_VERSION")
  }

  /// Notes that values which only saves can compute are to be computed when the store is opened.
  private func noteUnderived() throws(StoreError) {
    guard layouts.mapping.destination.derived.contains(where: { !$0.derivation.isRelational })
    else { return }
    try NotesTable.write([StoreNote(name: StoreNote.underived, content: Data())], connection)
  }

  /// Reads the file as a store does, and compares.
  func isAsWanted() throws(StoreError) -> Bool {
    let schema = layouts.mapping.destination
    let held = Set(layouts.destination.held(schema.entities.indices))
    let numbers = try EntityNumbers(
      schema: schema, held: held, stored: try PrimaryKeyTable.entries(connection),
      store: connection.store)
    var builder = StoreLayoutBuilder(
      schema: schema, numbers: numbers, existing: try FileSchema(connection),
      store: connection.store)
    return try builder.layout().isLike(layouts.destination)
  }
}
#endif
