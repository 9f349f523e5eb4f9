// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// The named databases of one environment that are open, by name.
///
/// LMDB's handles live as long as the environment and must not be opened by two transactions at
/// once, so opening goes through here.
// Sendable: the dictionary is touched only with the lock held.
final class DatabaseRegister: @unchecked Sendable {
  private let path: String
  // Recursive: what begins a transaction to open databases in may have to open all again first.
  private let lock = NSRecursiveLock()
  private var handles: [String: MDB_dbi] = [:]
  /// In the order of opening, which gives the same handles again.
  private var names: [String] = []

  init(path: String) { self.path = path }

  /// Runs `body`, which opens databases in its transaction and ends it, while nobody else does.
  /// What was opened is known to others only when `body` returns.
  func whileOpening<T>(
    _ body: (inout Session) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    lock.lock()
    defer { lock.unlock() }
    var session = Session(path: path, handles: handles, names: names)
    let result = try body(&session)
    handles = session.handles
    names = session.names
    return result
  }

  /// Runs `body`, which may open everything again in a new environment, while nobody opens
  /// databases.
  func whileReopening(
    _ body: ((OpaquePointer) throws(StoreError) -> Void) throws(StoreError) -> Void
  ) throws(StoreError) {
    lock.lock()
    defer { lock.unlock() }
    try body(reopen)
  }

  /// Opens everything again; the handles stay what they were.
  private func reopen(in environment: OpaquePointer) throws(StoreError) {
    guard !names.isEmpty else { return }
    var transaction: OpaquePointer?
    let code = mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction)
    try ReturnCode.check(code, store: path, "opening the databases")
    guard let transaction else { return }
    defer { mdb_txn_commit(transaction) }
    for name in names {
      var handle: MDB_dbi = 0
      let code = mdb_dbi_open(transaction, name, 0, &handle)
      try ReturnCode.check(code, store: path, "opening the database \(name)")
      guard handle == handles[name] else {
        throw StoreError(.engine, store: path, message: "the database \(name) changed its handle")
      }
    }
  }

  /// The databases while one transaction opens some.
  struct Session {
    fileprivate let path: String
    fileprivate var handles: [String: MDB_dbi]
    fileprivate var names: [String]

    /// Returns the database of a name; nil when there is none and it shall not be created.
    mutating func open(
      _ name: String, in transaction: OpaquePointer, create: Bool
    ) throws(StoreError) -> MDB_dbi? {
      if let handle = handles[name] { return handle }
      var handle: MDB_dbi = 0
      let code = mdb_dbi_open(transaction, name, create ? UInt32(MDB_CREATE) : 0, &handle)
      if code == MDB_NOTFOUND, !create { return nil }
      try ReturnCode.check(code, store: path, "opening the database \(name)")
      handles[name] = handle
      names.append(name)
      return handle
    }
  }
}
#endif
