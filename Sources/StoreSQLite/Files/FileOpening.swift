// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// One opening of a store, step by step.
struct FileOpening {
  private let configuration: StoreConfiguration
  private let file: DatabaseFile
  private let pragmas: Pragmas
  private let held: Set<Int>
  /// The file and connection of a visit; nil: they are opened anew.
  private let visited: OpeningVisit.Held?

  init(_ configuration: StoreConfiguration, _ visited: OpeningVisit.Held? = nil) {
    self.configuration = configuration
    self.visited = visited
    file =
      visited?.file
      ?? DatabaseFile(
        url: configuration.url, monitor: configuration.monitor, mode: configuration.fileMode,
        isExclusive: configuration.isExclusive && !configuration.isReadOnly,
        keepsLog: configuration.keepsLog)
    pragmas = Pragmas(configuration)
    held = EntityNumbers.held(configuration.entities, schema: configuration.schema)
  }

  func open() throws(StoreError) -> OpenedFile {
    if let visited { return try adopt(visited) }
    try requireSharedMemory()
    let isNew = try isNewFile()
    let isOurs = isNew ? try file.make() : false
    do {
      try file.registerAsWanted(timeout: configuration.timeout)
      return try open(isNew: isNew)
    } catch {
      file.close()
      // Who makes this one wait is at it.
      if isOurs, error.kind != .timeout { file.removeUnused() }
      throw error
    }
  }

  /// Goes on with what a visit has opened.
  private func adopt(_ visited: OpeningVisit.Held) throws(StoreError) -> OpenedFile {
    do { return try adopt(visited.connection) } catch {
      visited.connection.close()
      file.close()
      throw error
    }
  }

  /// Opens an existing file and reads its metadata. Nil where a store is opened in another way, or not
  /// at all, which is then told by whoever tries: for reading, in memory, beside a log, without a store.
  /// Nil with pragmas of the user, too: they may change the file, which may have to be refused.
  func visit() throws(StoreError) -> OpeningVisit? {
    guard !configuration.isReadOnly, !file.isInMemory, (file.logSizeBefore ?? 0) == 0,
      configuration.settings.isEmpty
    else { return nil }
    // A file that was a store before is where it was then.
    if !KnownPlans.isKnown(file.path) {
      try requireSharedMemory()
      guard try !isNewFile() else { return nil }
    }
    try file.registerAsWanted(timeout: configuration.timeout)
    do throws(StoreError) {
      return try visit(try connect())
    } catch {
      file.close()
      guard ![.timeout, .missingStore].contains(error.kind) else { throw error }
      return nil
    }
  }

  private func visit(_ connection: Connection) throws(StoreError) -> OpeningVisit {
    do {
      let metadata = try file.first(on: connection, pragmas) { () throws(StoreError) in
        try pragmas.applySettings(to: connection, as: .reader)
        try connection.run(.begin)
        return try MetadataTable.read(connection)
      }
      return OpeningVisit(metadata, of: file, by: connection)
    } catch {
      defer { connection.close() }
      try requireTables(connection, after: error)
      throw error
    }
  }

  /// Throws `.missingStore` if nothing is in the file: SQLite has taken back what a process had begun.
  private func requireTables(
    _ connection: Connection, after error: StoreError
  ) throws(StoreError) {
    // The first error is the one to report.
    guard FileVisit.lacksTables(error), let found = try? FileSchema(connection),
      found.tables.isEmpty
    else { return }
    throw FileVisit.notAStore(found, file.name)
  }

  private func open(isNew: Bool) throws(StoreError) -> OpenedFile {
    let connection = try connect()
    do {
      try file.first(on: connection, pragmas) { () throws(StoreError) in
        try pragmas.applySettings(to: connection, as: .reader)
      }
      return try isNew ? create(in: connection) : adopt(connection)
    } catch {
      connection.close()
      throw error
    }
  }

  // MARK: - Files

  /// A log needs memory that all who have the file open share: there is none between machines.
  private func requireSharedMemory() throws(StoreError) {
    guard !file.isInMemory, pragmas.wantsLog, let system = NetworkFileSystem.name(at: file.path)
    else { return }
    // What is only read, and has no log, needs none.
    let hasLog = (DatabaseFile.size(file.path + "-wal") ?? 0) > 0
    guard !configuration.isReadOnly || hasLog else { return }
    throw StoreError(
      .cannotOpen, store: file.name,
      message: "the file is on a network file system (\(system)), where SQLite's write-ahead log "
        + "does not work. Put it elsewhere, or open it with the pragma journal_mode DELETE")
  }

  /// Returns true if there is no file yet, or one without a byte.
  private func isNewFile() throws(StoreError) -> Bool {
    if file.isInMemory { return true }
    if KnownPlans.isKnown(file.path) { return false }
    switch try DatabaseContent.of(path: file.path) {
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
      throw StoreError.notADatabase(file.name)
    }
  }

  /// Falls back to reading without any lock where the medium forbids the shared files of a log.
  private func connect() throws(StoreError) -> Connection {
    let connection = try file.connect(
      isReadOnly: configuration.isReadOnly, creating: file.isInMemory)
    do {
      guard configuration.isReadOnly else {
        try file.requireWritable(connection)
        return connection
      }
      try file.first(on: connection, pragmas) { () throws(StoreError) in
        _ = try connection.integer("SELECT COUNT(*) FROM sqlite_master")
      }
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

  // MARK: - Content

  /// Under the file's write lock: another process may be at it too.
  private func create(in connection: Connection) throws(StoreError) -> OpenedFile {
    // Without effect on a file that has pages already, half made by a process that has died.
    try pragmas.applyToNewFile(connection)
    try pragmas.applyJournal(connection)
    return try immediately(connection) { () throws(StoreError) in
      let found = try FileSchema(connection)
      return try found.tables.isEmpty ? create(connection) : adopt(connection, found)
    }
  }

  /// Creates what is missing in an existing file, or everything. One that lacks nothing is not
  /// locked, and one that is refused is not changed at all: its journal is chosen last.
  private func adopt(_ connection: Connection) throws(StoreError) -> OpenedFile {
    if visited == nil { try connection.run(.begin) }
    let content = KnownPlans.content(connection)
    guard connection.isInTransaction else {
      throw StoreError(.inputOutput, store: file.name, message: "the file could not be read")
    }
    let key = file.identity.flatMap { id in
      content.map {
        KnownPlans.Key(
          path: file.path, file: id, schema: configuration.schema, held: held, content: $0)
      }
    }
    if let key, configuration.comparedEntities.isEmpty, let plan = KnownPlans.plan(for: key),
      plan.fits(configuration.history)
    {
      let metadata = if let visited { visited.metadata } else { try MetadataTable.read(connection) }
      let opened = OpenedFile(
        file: file, connection: connection, plan: plan.plan, metadata: metadata,
        isUniquenessIndexed: true, hasHistory: plan.hasHistory, hadNotes: plan.hasNotes)
      return try finish(opened)
    }
    let found = try FileSchema(connection)
    guard configuration.isReadOnly || !found.tables.isEmpty else {
      try connection.run(.commit)
      return try create(in: connection)
    }
    var opened = try adopt(connection, found)
    // A history that nobody goes on with: nothing is written (R-PSC-140).
    let isUntold = found.hasHistory && configuration.history == .untold
    guard !configuration.isReadOnly, !isUntold else { return try finish(opened) }
    let history = HistoryTables(opened.plan.layout, connection)
    let isTold =
      configuration.history == .recorded ? history.areComplete(found) : !found.hasHistory
    let repair = FileRepair(opened.plan.layout, connection)
    let missing = try repair.missingIndexes(found)
    let lacksTriggers = !repair.underivedAttributes(found).isEmpty
    opened.isDerived = !lacksTriggers
    if let key, missing.isEmpty, !lacksTriggers, isTold, opened.plan.layout.isComplete {
      KnownPlans.add(
        KnownPlans.Known(
          plan: opened.plan, hasHistory: opened.hasHistory, hasNotes: opened.hadNotes), for: key)
    }
    let isForeign = try missing.isEmpty ? false : found.isForeign()
    let isOwn = !missing.isEmpty && !isForeign && !configuration.ignoresVersion
    if !isOwn { opened.isUniquenessIndexed = !missing.contains(where: \.isUnique) }
    return try finish(
      opened, lacksIndexes: isOwn, lacksTriggers: lacksTriggers && !configuration.ignoresVersion,
      lacksHistory: !isTold)
  }

  /// Ends the reading transaction, and repairs the file if need be.
  private func finish(
    _ opened: OpenedFile, lacksIndexes: Bool = false, lacksTriggers: Bool = false,
    lacksHistory: Bool = false
  ) throws(StoreError) -> OpenedFile {
    let connection = opened.connection
    let repair = FileRepair(opened.plan.layout, connection)
    let isComplete = !lacksIndexes && !lacksTriggers && !lacksHistory
    var opened = opened
    if isComplete { opened.schemaVersion = try knownSchema(connection) }
    try connection.run(.commit)
    if !configuration.isReadOnly { try pragmas.applyJournal(connection) }
    guard !isComplete else { return opened }
    return try immediately(connection) { () throws(StoreError) in
      try requireVersion(of: opened)
      var opened = opened
      if lacksIndexes {
        let isIndexed = try repair.createIndexes()
        opened.isUniquenessIndexed = opened.isUniquenessIndexed && isIndexed
      }
      if lacksTriggers {
        try repair.createTriggers()
        opened.isDerived = true
        opened.isDerivedAnew = true
      }
      if lacksHistory { opened.hasHistory = try settleHistory(opened.plan.layout, connection) }
      opened.schemaVersion = try knownSchema(connection)
      return opened
    }
  }

  /// Throws `.replaced` if the file was migrated between reading it and writing it: it would be repaired by
  /// the layout of its former version.
  private func requireVersion(of opened: OpenedFile) throws(StoreError) {
    let present = try MetadataTable.read(opened.connection)
    guard ModelVersionMark(present).isSame(as: ModelVersionMark(opened.metadata)) else {
      throw DatabaseIdentity.error(
        "was migrated to another version of its model", opened.connection.store)
    }
  }

  /// Returns the version of the schema; nil when it cannot be read now, to be checked with the first
  /// transaction. SQLite may have ended this one with the error, which is then that of the opening.
  private func knownSchema(_ connection: Connection) throws(StoreError) -> Int64? {
    do { return try DatabaseIdentity.noteSchema(connection) } catch {
      guard connection.isInTransaction else { throw error }
      return nil
    }
  }

  /// Makes the tables of a history, or removes them. Returns whether there are any now.
  private func settleHistory(
    _ layout: StoreLayout, _ connection: Connection
  ) throws(StoreError) -> Bool {
    let isRecorded = configuration.history == .recorded
    if isRecorded {
      try HistoryTables(layout, connection).make()
    } else {
      try HistoryTables.drop(connection)
    }
    return isRecorded
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
      // The first error is the one to report, and the connection is given up.
      if connection.isInTransaction { try? connection.run(.rollback) }
      throw error
    }
  }

  private func create(_ connection: Connection) throws(StoreError) -> OpenedFile {
    let schema = configuration.schema
    var builder = StoreLayoutBuilder(
      schema: schema, numbers: EntityNumbers(schema: schema, held: held), existing: nil,
      store: file.name)
    let layout = try builder.layout()
    let writer = SchemaWriter(layout: layout)
    for statement in writer.tableStatements { try connection.execute(statement) }
    for index in writer.indexes { try connection.execute(index.sql) }
    for attribute in DerivationTriggers(layout).attributes {
      for trigger in attribute.triggers { try connection.execute(trigger.sql) }
    }
    try PrimaryKeyTable.fill(layout, connection)
    try MetadataTable.write(configuration.newMetadata, connection)
    if !file.isInMemory {
      try ModelCacheTable.fill(configuration.modelArchive?(), connection)
    }
    let isRecorded = configuration.history == .recorded
    if isRecorded { _ = try settleHistory(layout, connection) }
    return OpenedFile(
      file: file, connection: connection, plan: StorePlan(layout: layout, store: file.name),
      metadata: configuration.newMetadata, isUniquenessIndexed: true, hasHistory: isRecorded,
      hadNotes: false)
  }

  private func adopt(
    _ connection: Connection, _ found: FileSchema
  ) throws(StoreError) -> OpenedFile {
    let schema = configuration.schema
    guard found.tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
      throw StoreError(
        .corrupt, store: file.name, message: "the SQLite database is not a Core Data store")
    }
    let metadata = try MetadataTable.read(connection)
    let numbers = try EntityNumbers(
      schema: schema, held: held, stored: try PrimaryKeyTable.entries(connection),
      isLenient: configuration.ignoresVersion, store: file.name)
    var builder = StoreLayoutBuilder(
      schema: schema, numbers: numbers, existing: found, isLenient: configuration.ignoresVersion,
      store: file.name)
    let layout = try builder.layout()
    try StructureComparison(layout, found, store: file.name).run(configuration.comparedEntities)
    let hasHistory = found.hasHistory || configuration.history == .recorded
    let isForeign = hasHistory ? try found.isForeign() : false
    return OpenedFile(
      file: file, connection: connection,
      plan: StorePlan(layout: layout, store: file.name, isHistoryForeign: isForeign),
      metadata: metadata, isUniquenessIndexed: true, hasHistory: found.hasHistory,
      hadNotes: found.hasNotes)
  }
}
#endif
