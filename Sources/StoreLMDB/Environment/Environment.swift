// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// One open LMDB environment: the only owner of its handle, shared by all stores of the process on
/// the same file (R-PSC-850). Made and closed by ``EnvironmentRegistry``.
// Sendable: `handle` and `isReadOnly` change only while the gate is closed; `isSynced` and
// `isRelaxed` only with the writer's lock; the databases with their own lock.
final class Environment: @unchecked Sendable {
  let path: String
  let identity: FileIdentity
  let gate = ReaderGate()
  let databases: DatabaseRegister
  private let writerLock = WriterLock()
  private let options: EnvironmentOptions
  private(set) var handle: OpaquePointer
  private(set) var isReadOnly: Bool
  private var isSynced = true
  private var isRelaxed = false

  init(
    path: String, identity: FileIdentity, isReadOnly: Bool, options: EnvironmentOptions
  ) throws(StoreError) {
    self.path = path
    self.identity = identity
    self.isReadOnly = isReadOnly
    self.options = options
    databases = DatabaseRegister(path: path)
    handle = try Environment.open(path, isReadOnly: isReadOnly, options: options)
    // Slots of dead processes keep pages from being used again (R-PSC-853).
    mdb_reader_check(handle, nil)
  }

  /// Only by the registry, when the last user has gone.
  func close() {
    gate.dropSpares()
    mdb_env_close(handle)
  }

  // MARK: - Opening

  private static func open(
    _ path: String, isReadOnly: Bool, options: EnvironmentOptions
  ) throws(StoreError) -> OpaquePointer {
    var flags = UInt32(MDB_NOSUBDIR | MDB_NOTLS)
    if isReadOnly { flags |= UInt32(MDB_RDONLY) }
    do throws(StoreError) {
      return try open(path, flags: flags, options: options)
    } catch {
      // A lock file that cannot be made or written: nobody else can write there either, as far as
      // this user is concerned.
      guard isReadOnly, error.kind == .notPermitted || error.kind == .readOnly else { throw error }
      return try open(path, flags: flags | UInt32(MDB_NOLOCK), options: options)
    }
  }

  private static func open(
    _ path: String, flags: UInt32, options: EnvironmentOptions
  ) throws(StoreError) -> OpaquePointer {
    var environment: OpaquePointer?
    try ReturnCode.check(mdb_env_create(&environment), store: path, "making an environment")
    guard let environment else {
      throw StoreError(.engine, store: path, message: "making an environment failed")
    }
    mdb_env_set_mapsize(environment, options.mapSize)
    mdb_env_set_maxreaders(environment, options.maximalReaders)
    mdb_env_set_maxdbs(environment, options.maximalDatabases)
    let code = mdb_env_open(environment, path, flags, 0o600)
    guard code == MDB_SUCCESS else {
      // Required even after a failed opening.
      mdb_env_close(environment)
      throw ReturnCode.error(code, store: path, "opening the file")
    }
    return environment
  }

  /// Opens the environment again for writing, after a first opening for reading only.
  func becomeWritable(until deadline: Deadline) throws(StoreError) {
    // Openers hold the register's lock while they wait at the gate, so it is taken first.
    try databases.whileReopening { reopen throws(StoreError) in
      guard isReadOnly else { return }
      try gate.exclusively(store: path, until: deadline) { () throws(StoreError) in
        mdb_env_close(handle)
        do throws(StoreError) {
          handle = try Environment.open(path, isReadOnly: false, options: options)
          isReadOnly = false
        } catch {
          handle = try Environment.open(path, isReadOnly: true, options: options)
          try reopen(handle)
          throw error
        }
        try reopen(handle)
      }
    }
  }

  // MARK: - Reading

  /// Begins a read transaction, on a recycled one where possible. End it with `endRead`.
  func beginRead(until deadline: Deadline) throws(StoreError) -> OpaquePointer {
    var sweeps = 0
    while true {
      var transaction = gate.enter()
      let code: Int32
      if let spare = transaction {
        code = mdb_txn_renew(spare)
        if code != MDB_SUCCESS { mdb_txn_abort(spare) }
      } else {
        code = mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction)
      }
      if code == MDB_SUCCESS, let transaction { return transaction }
      gate.leave()
      try recover(from: code, sweeps: &sweeps, until: deadline)
    }
  }

  /// Ends a read transaction; its reader slot is kept for the next.
  func endRead(_ transaction: OpaquePointer) {
    mdb_txn_reset(transaction)
    gate.leave(spare: transaction)
  }

  private func recover(
    from code: Int32, sweeps: inout Int, until deadline: Deadline
  ) throws(StoreError) {
    switch code {
    case MDB_MAP_RESIZED:
      try adoptMapSize(until: deadline)
    case MDB_READERS_FULL where sweeps < 3:
      sweeps += 1
      gate.dropSpares()
      mdb_reader_check(handle, nil)
    default:
      throw ReturnCode.error(code, store: path, "beginning a read transaction")
    }
  }

  // MARK: - Writing

  /// Takes the right to write, and begins a write transaction.
  /// - Parameter isRelaxed: whether a power failure may take the commit, as a whole.
  func beginWrite(
    isSynced: Bool, isRelaxed: Bool = false, until deadline: Deadline
  ) throws(StoreError) -> OpaquePointer {
    try writerLock.lock(descriptor: descriptor, store: path, until: deadline)
    do throws(StoreError) {
      setSynced(isSynced)
      setRelaxed(isRelaxed)
      return try beginLocked(until: deadline)
    } catch {
      writerLock.unlock(descriptor: descriptor)
      throw error
    }
  }

  /// Begins the write transaction again, after an abortion; the right to write was kept.
  func beginLocked(until deadline: Deadline) throws(StoreError) -> OpaquePointer {
    while true {
      var transaction: OpaquePointer?
      gate.enterWriting()
      let code = mdb_txn_begin(handle, nil, 0, &transaction)
      if code == MDB_SUCCESS, let transaction { return transaction }
      gate.leave()
      guard code == MDB_MAP_RESIZED else {
        throw ReturnCode.error(code, store: path, "beginning a write transaction")
      }
      try adoptMapSize(until: deadline)
    }
  }

  /// Aborts the transaction and keeps the right to write.
  func abortLocked(_ transaction: OpaquePointer) {
    mdb_txn_abort(transaction)
    gate.leave()
  }

  /// Commits the transaction and keeps the right to write. The transaction is gone either way.
  func commitLocked(_ transaction: OpaquePointer) throws(StoreError) {
    defer { gate.leave() }
    var code = mdb_txn_commit(transaction)
    // What LMDB says when the disk took a part of a write only.
    if code == EIO { code = DiskSpace.shortage(of: descriptor) ?? code }
    try ReturnCode.check(code, store: path, "committing")
  }

  /// Gives the right to write back.
  func endWrite() {
    writerLock.unlock(descriptor: descriptor)
  }

  private func setSynced(_ wanted: Bool) {
    guard wanted != isSynced else { return }
    mdb_env_set_flags(handle, UInt32(MDB_NOSYNC), wanted ? 0 : 1)
    isSynced = wanted
  }

  private func setRelaxed(_ wanted: Bool) {
    guard wanted != isRelaxed else { return }
    mdb_env_set_flags(handle, UInt32(MDB_NOMETASYNC), wanted ? 1 : 0)
    isRelaxed = wanted
  }

  private var descriptor: Int32 {
    var descriptor: Int32 = -1
    mdb_env_get_fd(handle, &descriptor)
    return descriptor
  }

  // MARK: - The map

  /// Doubles the map. Only with the right to write and without a transaction (R-PSC-852).
  func growMap(until deadline: Deadline) throws(StoreError) {
    mdb_reader_check(handle, nil)
    try gate.exclusively(store: path, until: deadline) { () throws(StoreError) in
      var information = MDB_envinfo()
      mdb_env_info(handle, &information)
      let (size, overflow) = information.me_mapsize.multipliedReportingOverflow(by: 2)
      let code = overflow ? ENOMEM : mdb_env_set_mapsize(handle, size)
      try ReturnCode.check(code, store: path, "growing the map")
    }
  }

  /// Takes over the size that another process has given the map.
  private func adoptMapSize(until deadline: Deadline) throws(StoreError) {
    try gate.exclusively(store: path, until: deadline) { () throws(StoreError) in
      let code = mdb_env_set_mapsize(handle, 0)
      try ReturnCode.check(code, store: path, "adopting the map's new size")
    }
  }
}
#endif
