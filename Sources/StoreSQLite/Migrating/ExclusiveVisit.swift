// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// One opening of a file of which nobody else has anything at the time.
///
/// Beside a log everybody who has a file open holds a lock on it, for as long as that. So the lock here,
/// which excludes all others, is not given as long as somebody has the file open (R-PSC-540). Without
/// a log only transactions are excluded, and others find out with their next one, see
/// ``DatabaseIdentity``.
struct ExclusiveVisit {
  private let file: DatabaseFile
  private let pragmas: Pragmas
  private let timeout: Double

  init(_ configuration: StoreConfiguration) {
    file = DatabaseFile(url: configuration.url, mode: configuration.fileMode)
    // The lock is waited for here: two who wait for it inside SQLite could wait for each other.
    pragmas = Pragmas(settings: configuration.settings, timeout: 0)
    timeout = configuration.timeout
  }

  /// Runs a block in a transaction, which is committed if it returns true, then another one outside of it.
  func run(
    _ body: (Connection) throws(StoreError) -> Bool,
    then finish: (Connection) throws(StoreError) -> Void
  ) throws(StoreError) {
    if !file.isInMemory { try requireDatabase() }
    file.register()
    defer { file.close() }
    let visited = file.identity
    OpenFileRegistry.noteVisit(of: visited, isOver: false)
    defer { OpenFileRegistry.noteVisit(of: visited, isOver: true) }
    let connection = try begun()
    defer { connection.close() }
    do throws(StoreError) {
      guard try body(connection) else { return try connection.run(.rollback) }
      try connection.run(.commit)
    } catch {
      // The first error is the one to report; closing takes the transaction back too.
      if connection.isInTransaction { try? connection.run(.rollback) }
      throw error
    }
    try finish(connection)
  }

  private func requireDatabase() throws(StoreError) {
    switch try DatabaseContent.of(path: file.path) {
    case .sqlite: break
    case .missing:
      throw StoreError(.missingFile, store: file.name, message: "there is no such file")
    case .otherStore:
      throw StoreError(.wrongType, store: file.name, message: "the file is another store type's")
    case .empty, .unknown:
      throw StoreError.notADatabase(file.name)
    }
  }

  /// Others in this program seldom wait to close the file until somebody has waited for minutes: they are
  /// given as long as it takes a store to be removed on another thread.
  private static let patience = Duration.seconds(10)

  private func begun() throws(StoreError) -> Connection {
    let start = ContinuousClock.now
    let timeout = Duration.seconds(min(max(timeout, 0), 86_400))
    var openSince: ContinuousClock.Instant?
    while true {
      do throws(StoreError) { return try begin() } catch {
        guard error.kind == .timeout else { throw error }
        let now = ContinuousClock.now
        openSince = isOpenHere ? openSince ?? now : nil
        let isPatient = openSince.map { now - $0 < Self.patience } ?? true
        guard now - start < timeout, isPatient else { throw refusal(openSince != nil, error) }
        usleep(.random(in: 500...10_000))
      }
    }
  }

  /// True if another coordinator of this program has the file open, not to migrate it.
  private var isOpenHere: Bool { file.identity.map(OpenFileRegistry.hasOwner) ?? false }

  private func refusal(_ isOpenHere: Bool, _ error: StoreError) -> StoreError {
    let message =
      isOpenHere
      ? "the file cannot be migrated as long as another coordinator of this program has it open; "
        + "remove the store there first"
      : "the file cannot be migrated as long as others have it open"
    return StoreError(
      .timeout, store: file.name, message: message, engineCode: error.engineCode)
  }

  private func begin() throws(StoreError) -> Connection {
    let connection = try file.connect(isReadOnly: false)
    do throws(StoreError) {
      // Before anything else: the first look at the file decides on the lock.
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      try pragmas.apply(to: connection, as: .writer)
      // What is gathered and sorted may be larger than memory; who has saved is not asked again.
      try connection.execute("PRAGMA temp_store = FILE; PRAGMA synchronous = EXTRA")
      _ = csqlite_db_config(connection.handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
      try file.requireWritable(connection)
      try connection.execute("BEGIN EXCLUSIVE")
      return connection
    } catch {
      connection.close()
      throw error
    }
  }
}
#endif
