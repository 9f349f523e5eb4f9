// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// A file's way to another version of its model, in one write transaction.
///
/// What there is is read as it was committed last, in a transaction of its own, so that databases can
/// be emptied and filled while they are read. Who has the file open with the old version finds out
/// with the next transaction (R-PSC-540).
struct EnvironmentMigration {
  private let environment: Environment
  private let migration: StoreMigration
  private var deadline: Deadline { Deadline(after: migration.configuration.timeout) }

  init(_ environment: Environment, _ migration: StoreMigration) {
    self.environment = environment
    self.migration = migration
  }

  func run() throws(StoreError) -> MigrationOutcome {
    // The right to write comes first: nobody waits for it with the register locked.
    let transaction = try environment.beginWrite(isSynced: true, until: deadline)
    defer { environment.endWrite() }
    environment.abortLocked(transaction)
    return try environment.databases.whileOpening { session throws(StoreError) in
      try openAll(&session)
      return try run(&session)
    }
  }

  /// Opens all databases that there are: a transaction knows only those that were open before it.
  private func openAll(_ session: inout DatabaseRegister.Session) throws(StoreError) {
    let transaction = try environment.beginRead(until: deadline)
    defer { environment.endOpening(transaction) }
    for name in try ContentCopy.names(transaction, store: environment.path) {
      _ = try session.open(name, in: transaction, create: false)
    }
  }

  /// As often as the map must grow.
  private func run(
    _ session: inout DatabaseRegister.Session
  ) throws(StoreError) -> MigrationOutcome {
    let before = session
    while true {
      do throws(StoreError) {
        return try attempt(&session)
      } catch {
        // Databases of an aborted transaction are closed again.
        session = before
        guard error.engineCode == MDB_MAP_FULL else { throw error }
      }
      try environment.growMap(until: deadline)
    }
  }

  private func attempt(
    _ session: inout DatabaseRegister.Session
  ) throws(StoreError) -> MigrationOutcome {
    let output = try environment.beginLocked(until: deadline)
    let isMigrated: Bool
    do throws(StoreError) {
      let input = try environment.beginRead(until: deadline)
      defer { environment.endRead(input) }
      isMigrated = try write(&session, from: input, to: output)
    } catch {
      environment.abortLocked(output)
      throw error
    }
    guard isMigrated else {
      environment.abortLocked(output)
      return .superseded
    }
    try environment.commitLocked(output)
    return .migrated
  }

  /// Returns false if the file is not the one that is to be migrated.
  private func write(
    _ session: inout DatabaseRegister.Session, from input: OpaquePointer, to output: OpaquePointer
  ) throws(StoreError) -> Bool {
    let handle = try session.open(KeySpace.metadata, in: output, create: false)
    let table = MetadataDatabase(
      database: Database(handle: handle), transaction: input, store: environment.path)
    try table.checkFormat()
    guard try table.metadata() == migration.expected else { return false }
    let versions = try FileVersions(migration, table)
    try versions.checkColumns(table)
    let content = ContentMigration(versions, migration, from: input, to: output)
    try content.run(&session)
    return true
  }
}
#endif
