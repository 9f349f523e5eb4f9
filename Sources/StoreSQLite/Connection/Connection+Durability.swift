// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

extension Connection {
  /// Chooses what a power failure may take from the next transaction on. In a log `EXTRA` is `FULL`;
  /// with a rollback journal it makes the journal's removal last, too.
  func setDurability(_ wanted: Durability) throws(StoreError) {
    guard wanted != durability else { return }
    try execute("PRAGMA synchronous = \(wanted == .full ? "EXTRA" : "NORMAL")")
    durability = wanted
  }

  /// True if the file has a write-ahead log, beside which snapshots may stay.
  var hasLog: Bool {
    // A file that does not tell is used as one without a log.
    guard let statement = try? statement("PRAGMA journal_mode") else { return false }
    defer { statement.finish() }
    // Likewise.
    return (try? statement.step()) == true && statement.text(0) == "wal"
  }

  /// True if another connection has committed since this was last asked; to be asked in a
  /// transaction.
  var mayFollowOthers: Bool {
    let version = dataVersion
    defer { seenVersion = version }
    return version == nil || version != seenVersion
  }

  /// One's own commit is no news, unless others' before it were not asked about yet.
  func noteOwnCommit(after version: UInt32) {
    let new = dataVersion
    if seenVersion == version { seenVersion = new }
    if checkedVersion == version { checkedVersion = new }
  }

  /// How many commits to the database the connection has noticed, its own among them; nil where that
  /// is not known.
  var dataVersion: UInt32? {
    var version: UInt32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return code == SQLITE_OK ? version : nil
  }

  /// Has what a commit appends to the log written at once.
  func gatheringLog(_ commit: () throws(StoreError) -> Void) throws(StoreError) {
    guard writes, let journal, let log = LogFileSystem.log(journal) else { return try commit() }
    log.pointee.begin()
    defer { log.pointee.finish() }
    try commit()
  }

  /// True if the transaction has changed something.
  private var writes: Bool { sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE }

  /// Makes what was committed last. False when it cannot be said to do so.
  func synchroniseLog() -> Bool {
    guard let journal, let synchronise = journal.pointee.pMethods.pointee.xSync else {
      return false
    }
    return synchronise(journal, SQLITE_SYNC_NORMAL) == SQLITE_OK
  }

  /// Writes the changed pages of the transaction to the log, and makes room for what its commit
  /// will add.
  func flushPages() throws(StoreError) {
    let before = journalSize
    let code = sqlite3_db_cacheflush(handle)
    guard code == SQLITE_OK else {
      throw ResultCode.error(code, store: store, doing: "cannot write")
    }
    try reserveLog(since: before)
  }

  /// A commit writes the first page and the like once more. Only behind a log that has grown: one
  /// that is filled anew has its space, unless what was made room for is just being used up.
  private func reserveLog(since before: Int64) throws(StoreError) {
    guard let journal, let control = journal.pointee.pMethods.pointee.xFileControl else { return }
    let size = journalSize
    guard size > before || size == reservedLogSize else { return }
    var step: Int32 = 4096
    var wanted = size + Connection.commitSize
    guard control(journal, SQLITE_FCNTL_CHUNK_SIZE, &step) == SQLITE_OK else { return }
    let code = control(journal, SQLITE_FCNTL_SIZE_HINT, &wanted)
    step = 0
    _ = control(journal, SQLITE_FCNTL_CHUNK_SIZE, &step)
    guard code == SQLITE_OK else {
      throw StoreError(
        .diskFull, store: store, message: "there is no room for the commit", engineCode: code)
    }
    reservedLogSize = journalSize
  }

  /// More than four pages with their headers.
  private static let commitSize: Int64 = 5 * 4096

  private var journalSize: Int64 {
    var size: Int64 = 0
    guard let journal, let find = journal.pointee.pMethods.pointee.xFileSize,
      find(journal, &size) == SQLITE_OK
    else { return 0 }
    return size
  }

  /// The log's (or rollback journal's) file; nil when there is none, as in memory.
  private var journal: UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
    guard code == SQLITE_OK, let file, file.pointee.pMethods != nil else { return nil }
    return file
  }
}
#endif
