// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The write transaction: it holds the store's only writing connection until it ends.
final class SQLiteTransaction: StoreTransaction {
  private let store: SQLiteStore
  private let connection: Connection
  private let snapshot: SQLiteSnapshot
  private var metadata: StoreMetadata?
  private var writtenFiles: [String] = []
  private var obsoleteFiles: [String] = []
  private var isDurabilityRequired = false
  private var isEnded = false

  /// The connection is in an immediate transaction.
  init(_ store: SQLiteStore, _ connection: Connection) {
    self.store = store
    self.connection = connection
    snapshot = SQLiteSnapshot(store.plan, connection: connection, giveBack: nil)
  }

  deinit { rollback() }

  var reader: any StoreSnapshot { snapshot }

  func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    try checkOpen()
    var writer = ChangeWriter(
      store.plan, connection, reader: snapshot, isUniquenessIndexed: store.isUniquenessIndexed)
    defer {
      writtenFiles += writer.writtenFiles
      obsoleteFiles += writer.obsoleteFiles
    }
    try writer.apply(changes)
    if let metadata = changes.metadata {
      try MetadataTable.write(metadata, connection)
      self.metadata = metadata
    }
    return writer.conflicts
  }

  /// The write lock has been held since the beginning, so there is nothing left to be refused.
  func prepare() throws(StoreError) { try checkOpen() }

  func flush() throws(StoreError) {
    try checkOpen()
    try connection.flushPages()
  }

  func requireDurability() { isDurabilityRequired = true }

  func commit() throws(StoreError) {
    try checkOpen()
    try connection.run(.commit)
    isEnded = true
    if let metadata { store.setMetadata(metadata) }
    // A power failure may bring back rows that name the files: they stay until the next opening then.
    let isLasting = !needsSynchronisation || connection.synchroniseLog()
    let obsolete = obsoleteFiles
    end()
    if isLasting, !obsolete.isEmpty { store.removeObsolete(obsolete) }
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
    connection.externalFiles?.remove(writtenFiles)
    end()
  }

  private func end() {
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
