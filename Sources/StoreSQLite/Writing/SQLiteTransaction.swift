// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The write transaction: it holds the store's only writing connection until it ends.
final class SQLiteTransaction: StoreTransaction {
  private let store: SQLiteStore
  private let connection: Connection
  private let snapshot: SQLiteSnapshot
  // Nothing here calls out while it writes, so overlapping access cannot be and is not checked.
  @exclusivity(unchecked) private var metadata: StoreMetadata?
  @exclusivity(unchecked) private var writtenFiles: [String] = []
  @exclusivity(unchecked) private var obsoleteFiles: [String] = []
  @exclusivity(unchecked) private var isPrepared = false
  @exclusivity(unchecked) private var isCommitting = false
  @exclusivity(unchecked) private var isDurabilityRequired = false
  @exclusivity(unchecked) private var isEnded = false

  /// The connection is in an immediate transaction.
  init(_ store: SQLiteStore, _ connection: Connection) {
    self.store = store
    self.connection = connection
    snapshot = SQLiteSnapshot(
      store.plan, connection: connection, hasHistory: store.hasHistory, giveBack: nil)
  }

  deinit { rollback() }

  var reader: any StoreSnapshot { snapshot }

  func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    try checkOpen()
    var writer = ChangeWriter(
      store.plan, connection, reader: snapshot, isUniquenessIndexed: store.isUniquenessIndexed)
    isPrepared = false
    defer {
      writtenFiles += writer.writtenFiles
      obsoleteFiles += writer.obsoleteFiles
    }
    try writer.apply(changes)
    if let metadata = changes.metadata {
      try MetadataTable.write(metadata, connection)
      self.metadata = metadata
    }
    if !changes.notes.isEmpty {
      store.willWriteNotes()
      try NotesTable.write(changes.notes, connection)
    }
    return writer.conflicts
  }

  func record(_ entry: HistoryEntry) throws(StoreError) -> Int64 {
    try checkOpen()
    return try HistoryWriter(store.plan, connection).write(entry)
  }

  func raiseHistory(transaction: Int64, change: Int64) throws(StoreError) {
    try checkOpen()
    try HistoryWriter(store.plan, connection).raise(transaction: transaction, change: change)
  }

  func purgeHistory(before number: Int64) throws(StoreError) {
    try checkOpen()
    try HistoryWriter(store.plan, connection).purge(before: number)
  }

  /// The write lock has been held since the beginning, so there is nothing left to be refused. New
  /// external files are on the disk afterwards, before a row that names them can be; the old ones
  /// go after a checkpoint (see ``ExternalFileRemoval``).
  func prepare() throws(StoreError) {
    try checkOpen()
    guard !isPrepared, let files = connection.externalFiles else { return }
    if !writtenFiles.isEmpty { try files.synchronise() }
    if !obsoleteFiles.isEmpty, DatabaseFile.size(files.folder) != nil {
      try files.list.add(obsoleteFiles)
    }
    isPrepared = true
  }

  func flush() throws(StoreError) {
    try checkOpen()
    try connection.flushPages()
  }

  func requireDurability() { isDurabilityRequired = true }

  func synchroniseEarlier() throws(StoreError) {
    guard connection.durability != .full, !connection.synchroniseLog() else { return }
    throw StoreError(
      .inputOutput, store: store.plan.store, message: "the log could not be synchronised")
  }

  var mayFollowOthers: Bool { connection.mayFollowOthers }

  func commit() throws(StoreError) {
    try prepare()
    isCommitting = true
    try connection.run(.commit)
    isEnded = true
    if let metadata { store.setMetadata(metadata) }
    // A new large value lasts like the files that it is in.
    if needsSynchronisation { _ = connection.synchroniseLog() }
    snapshot.end()
    if !writtenFiles.isEmpty || !obsoleteFiles.isEmpty {
      connection.externalFiles?.list.remove(Set(writtenFiles).subtracting(obsoleteFiles))
      store.removeObsolete(obsoleteFiles, connection)
    }
    store.endWriting()
  }

  /// SQLite changes its own level between transactions only.
  private var needsSynchronisation: Bool {
    (isDurabilityRequired || !writtenFiles.isEmpty || !obsoleteFiles.isEmpty)
      && connection.durability == .relaxed
  }

  func rollback() {
    guard !isEnded else { return }
    isEnded = true
    // SQLite may have rolled back by itself already; then there is nothing to do.
    if connection.isInTransaction { try? connection.run(.rollback) }
    connection.hasNotes = false
    // A commit that failed half-way may be there after a crash: its files stay on the list.
    if !writtenFiles.isEmpty, !isCommitting {
      connection.externalFiles?.remove(writtenFiles)
      connection.externalFiles?.list.remove(Set(writtenFiles))
    }
    snapshot.end()
    store.endWriting()
  }

  private func checkOpen() throws(StoreError) {
    guard !isEnded else {
      throw StoreError(
        .closed, store: store.plan.store, message: "the transaction has already ended")
    }
  }
}
#endif
