// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface
import Synchronization

/// The marks by which a database is still the store that was opened: somebody may have emptied it, or
/// written another store over it (R-PSC-107, R-PSC-843).
///
/// Either changes the version of the schema, on which SQLite prepares statements anew; so a transaction
/// costs one look at a counter. Only then the UUID is read.
final class DatabaseIdentity: Sendable {
  private let plan: StorePlan
  private let identifier: String
  private let modelVersion: ModelVersionMark
  private let hasHistory: Bool
  /// The version of the schema for which the identity was found to be right.
  private let schema: Atomic<Int64>

  init(_ opened: OpenedFile) {
    plan = opened.plan
    identifier = opened.metadata.identifier
    modelVersion = ModelVersionMark(opened.metadata)
    hasHistory = opened.hasHistory
    // What cannot be read now is checked with the first transaction.
    schema = Atomic(
      opened.schemaVersion ?? (try? DatabaseIdentity.noteSchemaAtOnce(opened.connection)) ?? -1)
  }

  /// Returns the version of the schema in a transaction, and notes that the connection knows it.
  static func noteSchema(_ connection: Connection) throws(StoreError) -> Int64 {
    let version = try schemaVersion(connection)
    try connection.run(.pin)
    connection.checkedSchema = connection.schemaChanges
    return version
  }

  /// The same in a transaction of its own.
  private static func noteSchemaAtOnce(_ connection: Connection) throws(StoreError) -> Int64 {
    try connection.run(.begin)
    do {
      let version = try noteSchema(connection)
      try connection.run(.commit)
      return version
    } catch {
      // The first error is the one to report.
      if connection.isInTransaction { try? connection.run(.rollback) }
      throw error
    }
  }

  static func schemaVersion(_ connection: Connection) throws(StoreError) -> Int64 {
    try connection.integer("PRAGMA schema_version") ?? -1
  }

  /// Fixes what a transaction sees. Throws `.replaced` for a database that was emptied.
  func pin(_ connection: Connection) throws(StoreError) {
    do { try connection.run(.pin) } catch {
      guard error.kind == .engine, error.message.contains("no such table") else { throw error }
      throw DatabaseIdentity.error("was destroyed", connection.store)
    }
  }

  /// Returns true if the schema has changed, as far as the connection knows, since it was checked.
  func isInDoubt(_ connection: Connection) -> Bool {
    connection.schemaChanges != connection.checkedSchema
  }

  /// Checks a pinned transaction's database. Returns true if its schema is another one than before.
  ///
  /// - Parameter current: the UUID that the store has now.
  /// - Throws: `.replaced` for another store's, or for one of another version.
  func isRenewed(_ connection: Connection, under current: String) throws(StoreError) -> Bool {
    let changes = connection.schemaChanges
    let version = try DatabaseIdentity.schemaVersion(connection)
    let isKnown = version == schema.load(ordering: .relaxed)
    if !isKnown {
      let metadata = try MetadataTable.read(connection)
      let found = metadata.identifier
      guard found == identifier || found == current else {
        throw DatabaseIdentity.error(
          "holds another store now, with the UUID \(found)", connection.store)
      }
      guard ModelVersionMark(metadata).isSame(as: modelVersion) else {
        throw DatabaseIdentity.error(
          "was migrated to another version of its model", connection.store)
      }
      try requireNumbers(connection)
      try requireHistory(connection)
      schema.store(version, ordering: .relaxed)
    }
    connection.checkedSchema = changes
    return !isKnown
  }

  /// Entities have other numbers in files of other versions.
  private func requireNumbers(_ connection: Connection) throws(StoreError) {
    let schema = plan.schema
    let held = Set(plan.layout.held(schema.entities.indices))
    let found: EntityNumbers
    do {
      found = try EntityNumbers(
        schema: schema, held: held, stored: try PrimaryKeyTable.entries(connection),
        isLenient: !plan.layout.isComplete, store: connection.store)
    } catch {
      guard error.kind == .schemaMismatch else { throw error }
      throw DatabaseIdentity.error(
        "was replaced by a store of another version: \(error.message)", connection.store)
    }
    for index in held.sorted() where found[index] != plan.layout.entities[index]?.number {
      throw DatabaseIdentity.error(
        "was replaced by a store of another version: the entity \(schema.entities[index].name) is "
          + "not the same there", connection.store)
    }
  }

  private func requireHistory(_ connection: Connection) throws(StoreError) {
    let count = try connection.integer(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'ATRANSACTION'")
    guard hasHistory, count == 0 else { return }
    throw DatabaseIdentity.error(
      "was replaced by a state of the store without a history", connection.store)
  }

  /// The error for a file that is no longer what was opened.
  static func error(_ what: String, _ store: String) -> StoreError {
    StoreError(
      .replaced, store: store,
      message: "the file \(what) while it was open. Remove the store and add it again")
  }
}
#endif
