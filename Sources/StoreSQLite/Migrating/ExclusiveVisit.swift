// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// One opening of a file of which nobody else has anything at the time, but for this program.
///
/// Beside a log everybody who has a file open holds a lock on it, for as long as that. So the lock here,
/// which excludes all others, is not given as long as another program has the file open (R-PSC-540). Without
/// a log only transactions are excluded; nor is more asked of the coordinators of this program, beneath
/// which Apple's framework migrates too. They find out with their next transaction, see
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
  /// Returns false, and runs nothing, if the file is no longer what was expected while others have it open.
  func run(
    while isExpected: () -> Bool, _ body: (Connection) throws(StoreError) -> Bool,
    then finish: (Connection) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    if !file.isInMemory { try requireDatabase() }
    file.register()
    defer { file.close() }
    let visited = file.identity
    OpenFileRegistry.noteVisit(of: visited, isOver: false)
    defer { OpenFileRegistry.noteVisit(of: visited, isOver: true) }
    guard let connection = try begun(while: isExpected) else { return false }
    defer { connection.close() }
    do throws(StoreError) {
      guard try body(connection) else {
        try connection.run(.rollback)
        return true
      }
      try connection.run(.commit)
    } catch {
      // The first error is the one to report; closing takes the transaction back too.
      if connection.isInTransaction { try? connection.run(.rollback) }
      throw error
    }
    try finish(connection)
    return true
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

  /// Waits for the file; nil if somebody else has migrated it meanwhile, who may keep it open.
  private func begun(while isExpected: () -> Bool) throws(StoreError) -> Connection? {
    let start = ContinuousClock.now
    let timeout = Duration.seconds(min(max(timeout, 0), 86_400))
    var nextLook = Duration.zero
    while true {
      do throws(StoreError) { return try begin() } catch {
        guard error.kind == .timeout else { throw error }
        let waited = ContinuousClock.now - start
        if waited >= nextLook || waited >= timeout {
          guard isExpected() else { return nil }
          nextLook = waited + .seconds(1)
        }
        guard waited < timeout else { throw refusal(error) }
        usleep(.random(in: 500...10_000))
      }
    }
  }

  /// True if a coordinator of this program has the file open, not to migrate it.
  private var isOpenHere: Bool { file.identity.map(OpenFileRegistry.hasOwner) ?? false }

  private func refusal(_ error: StoreError) -> StoreError {
    let isHere = isOpenHere && !file.isOpenInAnotherProcess
    let others =
      isHere
      ? "another coordinator of this program writes it or reads it; remove the store there first"
      : "others have it open"
    return StoreError(
      .timeout, store: file.name,
      message: "the file cannot be migrated as long as \(others)", engineCode: error.engineCode)
  }

  private func begin() throws(StoreError) -> Connection {
    let isShared = file.isInMemory || isOpenHere
    // Those of this program who write are not kept from it by asking in vain.
    if isShared { try requireNoOtherProcess() }
    let connection = try file.connect(isReadOnly: false)
    do throws(StoreError) {
      // Before anything else: the first look at the file decides on the lock.
      if !isShared { try connection.execute("PRAGMA locking_mode = EXCLUSIVE") }
      try pragmas.apply(to: connection, as: .writer)
      // What is gathered and sorted may be larger than memory; who has saved is not asked again.
      try connection.execute("PRAGMA temp_store = FILE; PRAGMA synchronous = EXTRA")
      _ = csqlite_db_config(connection.handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
      try file.requireWritable(connection)
      try connection.execute("BEGIN EXCLUSIVE")
      if isShared { try requireNoOtherProcess() }
      return connection
    } catch {
      connection.close()
      throw error
    }
  }

  private func requireNoOtherProcess() throws(StoreError) {
    guard file.isOpenInAnotherProcess else { return }
    throw StoreError(.timeout, store: file.name, message: "another process has the file open")
  }
}
#endif
