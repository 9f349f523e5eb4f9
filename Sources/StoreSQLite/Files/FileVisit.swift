// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// One short opening of an existing store's file.
struct FileVisit {
  private let file: DatabaseFile
  private let pragmas: Pragmas
  private let isWriting: Bool

  /// Throws when the content is no SQLite database.
  init(to url: URL, isWriting: Bool, timeout: Double = 240) throws(StoreError) {
    file = DatabaseFile(url: url)
    pragmas = Pragmas(settings: [:], timeout: timeout)
    self.isWriting = isWriting
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

  var byteCount: Int { file.byteCount }

  func run<T>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T {
    file.register()
    defer { file.close() }
    let connection = try connect()
    defer { connection.close() }
    try pragmas.apply(to: connection, as: isWriting ? .writer : .reader)
    do {
      return try transact(on: connection, body)
    } catch {
      guard FileVisit.lacksTables(error) else { throw error }
      let found: FileSchema
      // The first error is the one to report.
      do { found = try FileSchema(connection) } catch _ { throw error }
      // Somebody has made the store just now.
      if found.tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) {
        return try transact(on: connection, body)
      }
      throw FileVisit.notAStore(found, file.name)
    }
  }

  private func transact<T>(
    on connection: Connection, _ body: (Connection) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try connection.run(isWriting ? .beginImmediate : .begin)
    do {
      let result = try body(connection)
      try connection.run(.commit)
      return result
    } catch {
      // The first error is the one to report; closing takes the transaction back too.
      if connection.isInTransaction { try? connection.run(.rollback) }
      throw error
    }
  }

  /// Without a log to recover a writable connection leaves nothing behind; a reading one would
  /// leave the log it had to make.
  private func connect() throws(StoreError) -> Connection {
    let hasLog = (DatabaseFile.size(file.path + "-wal") ?? 0) > 0
    let connection: Connection
    do {
      connection = try file.connect(isReadOnly: !isWriting && hasLog)
      try file.first(on: connection, pragmas) { () throws(StoreError) in
        _ = try connection.integer("SELECT COUNT(*) FROM sqlite_master")
      }
    } catch {
      let isForbidden = error.kind == .cannotOpen || error.kind == .readOnly
      guard !isWriting, !hasLog, isForbidden else { throw error }
      file.becomeImmutable()
      return try file.connect(isReadOnly: true)
    }
    do { if isWriting { try file.requireWritable(connection) } } catch {
      connection.close()
      throw error
    }
    return connection
  }

  static func lacksTables(_ error: StoreError) -> Bool {
    error.kind == .engine && error.message.contains("no such table")
  }

  /// A database without the tables of a store is not damaged, but no store either; one without any
  /// is one that nobody has finished making.
  static func notAStore(_ found: FileSchema, _ store: String) -> StoreError {
    found.tables.isEmpty
      ? StoreError(
        .missingStore, store: store, message: "there is no store in the file yet")
      : StoreError(
        .corrupt, store: store, message: "the SQLite database is not a Core Data store")
  }
}
#endif
