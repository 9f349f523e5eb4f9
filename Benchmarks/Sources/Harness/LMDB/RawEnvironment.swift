// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RawLMDB

/// An environment of LMDB, closed by `close`. Commits wait for the disk only when it is durable, as
/// those of SQLite in synchronous NORMAL do not.
final class RawEnvironment {
  private var handle: OpaquePointer?
  /// Opened by the first transaction.
  private var databases: RawDatabases?

  init(_ file: URL, isDurable: Bool) throws {
    try RawEnvironment.check(mdb_env_create(&handle))
    // Address space, not memory.
    try RawEnvironment.check(mdb_env_set_mapsize(handle, 8 << 30))
    try RawEnvironment.check(mdb_env_set_maxdbs(handle, 8))
    let flags = MDB_NOSUBDIR | (isDurable ? 0 : MDB_NOSYNC)
    try RawEnvironment.check(mdb_env_open(handle, file.path, UInt32(flags), 0o600))
  }

  func close() {
    mdb_env_close(handle)
    handle = nil
  }

  /// Ends by committing, so that the databases it opened stay open.
  func reading<Result>(_ body: (RawTransaction) throws -> Result) throws -> Result {
    let transaction = try begin(UInt32(MDB_RDONLY))
    defer { mdb_txn_commit(transaction.handle) }
    return try body(transaction)
  }

  /// Commits unless the body throws.
  func writing<Result>(_ body: (RawTransaction) throws -> Result) throws -> Result {
    let transaction = try begin(0)
    do {
      let result = try body(transaction)
      try RawEnvironment.check(mdb_txn_commit(transaction.handle))
      return result
    } catch {
      mdb_txn_abort(transaction.handle)
      throw error
    }
  }

  private func begin(_ flags: UInt32) throws -> RawTransaction {
    var transaction: OpaquePointer?
    try RawEnvironment.check(mdb_txn_begin(handle, nil, flags, &transaction))
    guard let transaction else { throw BenchmarkFailure("LMDB: no transaction.") }
    let opened = try databases ?? RawDatabases(transaction, makes: flags == 0)
    databases = opened
    return RawTransaction(handle: transaction, databases: opened)
  }

  @inline(__always)
  static func check(_ code: Int32) throws {
    guard code == 0 else { throw BenchmarkFailure("LMDB: \(String(cString: mdb_strerror(code)))") }
  }
}
