// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// One opening of a store, step by step.
struct StoreOpening {
  private let configuration: StoreConfiguration
  private let file: DatabaseFile
  private let pragmas: Pragmas
  private let held: Set<Int>

  init(_ configuration: StoreConfiguration) {
    self.configuration = configuration
    file = DatabaseFile(url: configuration.url)
    pragmas = Pragmas(configuration)
    held = EntityNumbers.held(configuration.entities, schema: configuration.schema)
  }

  func open() throws(StoreError) -> OpenedFile {
    let isNew = try isNewFile()
    let isOurs = isNew ? try makeFile() : false
    do {
      file.register()
      return try open(isNew: isNew)
    } catch {
      file.close()
      if isOurs { file.removeAll() }
      throw error
    }
  }

  private func open(isNew: Bool) throws(StoreError) -> OpenedFile {
    let connection = try connect()
    do {
      try pragmas.apply(to: connection, as: .reader)
      if !configuration.isReadOnly {
        if isNew { try pragmas.applyToNewFile(connection) }
        try pragmas.applyJournal(connection)
      }
      return try configuration.isReadOnly
        ? adopt(connection, FileSchema(connection)).opened
        : inTransaction(connection, isNew: isNew)
    } catch {
      connection.close()
      throw error
    }
  }

  // MARK: - Files

  /// Whether there is no file yet, or one without a byte.
  private func isNewFile() throws(StoreError) -> Bool {
    if file.isInMemory { return true }
    switch try FileContent.of(path: file.path) {
    case .sqlite: return false
    case .missing:
      guard !configuration.isReadOnly else {
        throw StoreError(.missingFile, store: file.name, message: "there is no such file")
      }
      return true
    case .empty:
      guard !configuration.isReadOnly else {
        throw StoreError(.corrupt, store: file.name, message: "the file is empty")
      }
      return true
    case .otherStore:
      throw StoreError(.wrongType, store: file.name, message: "the file is another store type's")
    case .unknown:
      throw StoreError(.corrupt, store: file.name, message: "the file is no SQLite database")
    }
  }

  /// Makes the folders and the file, which only its owner may read. False when another has made the
  /// file meanwhile, or when it was there without content.
  private func makeFile() throws(StoreError) -> Bool {
    guard !file.isInMemory else { return false }
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw StoreError(
        .cannotOpen, store: file.name, message: "cannot make the folder \(folder.path): \(error)")
    }
    let descriptor = Foundation.open(file.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 { Foundation.close(descriptor) }
    return descriptor >= 0
  }

  /// Falls back to reading without any lock where the medium forbids the shared files of a log.
  private func connect() throws(StoreError) -> Connection {
    let connection = try file.connect(
      isReadOnly: configuration.isReadOnly, creating: file.isInMemory)
    do {
      guard configuration.isReadOnly else { return try writable(connection) }
      pragmas.setTimeout(on: connection)
      _ = try connection.integer("SELECT COUNT(*) FROM sqlite_master")
    } catch {
      connection.close()
      let hasLog = (DatabaseFile.size(file.path + "-wal") ?? 0) > 0
      let isForbidden = error.kind == .cannotOpen || error.kind == .readOnly
      guard configuration.isReadOnly, isForbidden, !hasLog else { throw error }
      file.becomeImmutable()
      return try file.connect(isReadOnly: true)
    }
    return connection
  }

  /// SQLite opens a file that it may not write for reading only.
  private func writable(_ connection: Connection) throws(StoreError) -> Connection {
    guard sqlite3_db_readonly(connection.handle, "main") == 0 else {
      throw StoreError(.notPermitted, store: file.name, message: "the file may not be written")
    }
    return connection
  }

  // MARK: - Content

  /// Creates what is missing under the file's write lock: another process may be at it too. A file
  /// that lacks nothing is not locked.
  private func inTransaction(
    _ connection: Connection, isNew: Bool
  ) throws(StoreError) -> OpenedFile {
    let found = try FileSchema(connection)
    if !found.tables.isEmpty {
      let (opened, entries) = try adopt(connection, found)
      let repair = FileRepair(opened.layout, connection)
      guard try repair.isNeeded(indexes: found.indexes, entries: entries) else { return opened }
      return try immediately(connection) { () throws(StoreError) in
        var opened = opened
        opened.isUniquenessIndexed = try repair.run()
        return opened
      }
    }
    return try immediately(connection) { () throws(StoreError) in
      let found = try FileSchema(connection)
      return try found.tables.isEmpty ? create(connection) : adopt(connection, found).opened
    }
  }

  private func immediately<T>(
    _ connection: Connection, _ body: () throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try connection.run(.beginImmediate)
    do {
      let result = try body()
      try connection.run(.commit)
      return result
    } catch {
      if connection.isInTransaction { try? connection.run(.rollback) }
      throw error
    }
  }

  private func create(_ connection: Connection) throws(StoreError) -> OpenedFile {
    let schema = configuration.schema
    let layout = try LayoutBuilder.layout(
      schema: schema, numbers: EntityNumbers(schema: schema, held: held), existing: nil,
      store: file.name)
    let writer = SchemaWriter(layout: layout)
    for statement in writer.tableStatements { try connection.execute(statement) }
    for index in writer.indexStatements { try connection.execute(index.sql) }
    try PrimaryKeyTable.fill(layout, connection)
    try MetadataTable.write(configuration.newMetadata, connection)
    return OpenedFile(
      file: file, connection: connection, layout: layout, metadata: configuration.newMetadata,
      isUniquenessIndexed: true)
  }

  private func adopt(
    _ connection: Connection, _ found: FileSchema
  ) throws(StoreError) -> (opened: OpenedFile, entries: [String: PrimaryKeyTable.Entry]) {
    let schema = configuration.schema
    guard found.tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
      throw StoreError(
        .corrupt, store: file.name, message: "the SQLite database is not a Core Data store")
    }
    let metadata = try MetadataTable.read(connection)
    let entries = try PrimaryKeyTable.entries(connection)
    let numbers = try EntityNumbers(
      schema: schema, held: held, stored: entries, store: file.name)
    let layout = try LayoutBuilder.layout(
      schema: schema, numbers: numbers, existing: found, store: file.name)
    let opened = OpenedFile(
      file: file, connection: connection, layout: layout, metadata: metadata,
      isUniquenessIndexed: true)
    return (opened, entries)
  }
}
#endif
