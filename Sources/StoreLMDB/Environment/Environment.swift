// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface
import Synchronization

/// One open LMDB environment: the only owner of its handle, shared by all stores of the process on
/// the same file (R-PSC-850). Made and closed by ``EnvironmentRegistry``.
// Sendable: `opened`, `isReadOnly`, `generation`, `isSynced` and `isRelaxed` change only while the
// gate is closed, the last two also within the one write transaction; `wantsSync` and `mayRelax`
// only with the writer's lock; the databases with their own lock.
final class Environment: @unchecked Sendable {
  let path: String
  let file: DataFile
  let gate = ReaderGate()
  let databases: DatabaseRegister
  private let writerLock: WriterLock
  private let readingLock: ReadingLock
  private let options: EnvironmentOptions
  /// Nil after a reopening that failed; the next transaction tries again.
  private var opened: OpenedEnvironment?
  private(set) var isReadOnly: Bool
  /// How often the environment was opened.
  private var generation = 0
  private var isSynced = true
  private var isRelaxed = false
  private var wantsSync = true
  private var mayRelax = false
  private let usedLockFile = Mutex<FileIdentity?>(nil)

  var identity: FileIdentity { file.identity }
  /// The lock file that the engine has open.
  var lockFile: FileIdentity? { usedLockFile.withLock { $0 } }

  init(
    path: String, isReadOnly: Bool, options: EnvironmentOptions, until deadline: Deadline
  ) throws(StoreError) {
    self.path = path
    self.isReadOnly = isReadOnly
    self.options = options
    file = try DataFile(path: path)
    databases = DatabaseRegister(path: path)
    let lock = AdvisoryLock(descriptor: file.descriptor, path: path)
    writerLock = WriterLock(lock)
    readingLock = ReadingLock(lock)
    try open(isReadOnly: isReadOnly, until: deadline)
  }

  /// Only by the registry, when the last user has gone.
  func close() {
    gate.dropSpares()
    closeEngine()
    LockFileClaim(file).clear()
  }

  // MARK: - Opening

  private func open(isReadOnly: Bool, until deadline: Deadline) throws(StoreError) {
    let opened = try EnvironmentOpening(file, options).run(isReadOnly: isReadOnly, until: deadline)
    self.opened = opened
    self.isReadOnly = isReadOnly
    generation += 1
    isSynced = true
    isRelaxed = false
    let lockFile = opened.hasLockFile ? FileIdentity(existing: path + "-lock") : nil
    usedLockFile.withLock { $0 = lockFile }
  }

  private func closeEngine() {
    if let opened { mdb_env_close(opened.handle) }
    opened = nil
  }

  /// Opens the environment again for writing, after a first opening for reading only.
  func becomeWritable(until deadline: Deadline) throws(StoreError) {
    // Openers hold the register's lock while they wait at the gate, so it is taken first.
    try databases.whileReopening { reopen throws(StoreError) in
      guard isReadOnly else { return }
      try gate.exclusively(store: path, until: deadline, for: "the store had to become writable") {
        () throws(StoreError) in
        closeEngine()
        do throws(StoreError) {
          try open(isReadOnly: false, until: deadline)
        } catch {
          try open(isReadOnly: true, until: deadline)
          try openDatabases(reopen)
          throw error
        }
        try openDatabases(reopen)
      }
    }
  }

  /// Opens the environment again after the engine has given it up: when the page that a commit ends
  /// with cannot be written it refuses everything afterwards. Nothing that was committed is lost
  /// by that. `failed`: the opening that was refused.
  private func recover(_ failed: Int, until deadline: Deadline) throws(StoreError) {
    try databases.whileReopening { reopen throws(StoreError) in
      try gate.exclusively(
        store: path, until: deadline, for: "the file had to be opened again after an error"
      ) { () throws(StoreError) in
        guard generation == failed else { return }
        closeEngine()
        try open(isReadOnly: isReadOnly, until: deadline)
        try openDatabases(reopen)
      }
    }
  }

  private func openDatabases(
    _ reopen: (OpaquePointer) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let opened else { return }
    do throws(StoreError) {
      try reopen(opened.handle)
    } catch {
      closeEngine()
      throw error
    }
  }

  // MARK: - Reading

  /// Begins a read transaction, on a recycled one where possible. End it with `endRead`.
  func beginRead(until deadline: Deadline) throws(StoreError) -> OpaquePointer {
    var sweeps = 0
    while true {
      var transaction = gate.enter()
      let (generation, isLocked): (Int, Bool)
      do throws(StoreError) {
        (generation, isLocked) = (self.generation, try prepareReading(until: deadline))
      } catch {
        gate.leave(spare: transaction)
        throw error
      }
      let code: Int32
      if let spare = transaction {
        code = mdb_txn_renew(spare)
        if code != MDB_SUCCESS { mdb_txn_abort(spare) }
      } else if let opened {
        code = mdb_txn_begin(opened.handle, nil, UInt32(MDB_RDONLY), &transaction)
      } else {
        code = MDB_PANIC
      }
      if code == MDB_SUCCESS, let transaction { return transaction }
      if isLocked { readingLock.leave() }
      gate.leave()
      try recover(from: code, generation, sweeps: &sweeps, until: deadline)
    }
  }

  /// Returns true if the advisory lock was taken.
  private func prepareReading(until deadline: Deadline) throws(StoreError) -> Bool {
    try file.requireWhole(forWriting: false)
    guard let opened, !opened.hasLockFile else { return false }
    try readingLock.enter(until: deadline)
    return true
  }

  /// Ends a read transaction; its reader slot is kept for the next.
  func endRead(_ transaction: OpaquePointer) {
    mdb_txn_reset(transaction)
    leaveReading()
    gate.leave(spare: transaction)
  }

  /// Ends a read transaction for good, which keeps the databases that it opened.
  func endOpening(_ transaction: OpaquePointer) {
    mdb_txn_commit(transaction)
    leaveReading()
    gate.leave()
  }

  private func leaveReading() {
    if let opened, !opened.hasLockFile { readingLock.leave() }
  }

  private func recover(
    from code: Int32, _ generation: Int, sweeps: inout Int, until deadline: Deadline
  ) throws(StoreError) {
    switch code {
    case MDB_MAP_RESIZED:
      try adoptMapSize(until: deadline)
    case MDB_PANIC:
      try recover(generation, until: deadline)
    case MDB_READERS_FULL where sweeps < 3:
      sweeps += 1
      gate.dropSpares()
      sweepReaders()
    default:
      throw ReturnCode.error(code, store: path, "beginning a read transaction")
    }
  }

  /// Frees the slots of dead processes.
  private func sweepReaders() {
    gate.enterWriting()
    if let opened { mdb_reader_check(opened.handle, nil) }
    gate.leave()
  }

  // MARK: - Writing

  /// Takes the right to write, and begins a write transaction.
  /// - Parameter isRelaxed: whether a power failure may take the commit, as a whole.
  func beginWrite(
    isSynced: Bool, isRelaxed: Bool = false, until deadline: Deadline
  ) throws(StoreError) -> OpaquePointer {
    try writerLock.lock(until: deadline)
    do throws(StoreError) {
      (wantsSync, mayRelax) = (isSynced, isRelaxed)
      return try beginLocked(until: deadline)
    } catch {
      writerLock.unlock()
      throw error
    }
  }

  /// Begins the write transaction again, after an abortion; the right to write was kept.
  func beginLocked(until deadline: Deadline) throws(StoreError) -> OpaquePointer {
    while true {
      var transaction: OpaquePointer?
      gate.enterWriting()
      let generation = self.generation
      var code = MDB_PANIC
      do throws(StoreError) {
        try file.requireWhole(forWriting: true)
      } catch {
        gate.leave()
        throw error
      }
      if let opened {
        setSynced(wantsSync, opened.handle)
        setRelaxed(mayRelax, opened.handle)
        code = mdb_txn_begin(opened.handle, nil, 0, &transaction)
      }
      if code == MDB_SUCCESS, let transaction { return transaction }
      gate.leave()
      switch code {
      case MDB_MAP_RESIZED: try adoptMapSize(until: deadline)
      case MDB_PANIC: try recover(generation, until: deadline)
      default: throw ReturnCode.error(code, store: path, "beginning a write transaction")
      }
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
    if code == EIO { code = DiskSpace.shortage(of: engineDescriptor) ?? code }
    try ReturnCode.check(code, store: path, "committing")
  }

  /// Makes what was committed last, whatever it was committed with. Only with the right to write.
  func synchronise() {
    gate.enterWriting()
    defer { gate.leave() }
    if let opened { mdb_env_sync(opened.handle, 1) }
  }

  /// The same within a write transaction; throws when it fails.
  func synchroniseLocked() throws(StoreError) {
    guard let opened else { return }
    try ReturnCode.check(mdb_env_sync(opened.handle, 1), store: path, "synchronising")
  }

  /// Gives the right to write back.
  func endWrite() { writerLock.unlock() }

  private func setSynced(_ wanted: Bool, _ handle: OpaquePointer) {
    guard wanted != isSynced else { return }
    mdb_env_set_flags(handle, UInt32(MDB_NOSYNC), wanted ? 0 : 1)
    isSynced = wanted
  }

  private func setRelaxed(_ wanted: Bool, _ handle: OpaquePointer) {
    guard wanted != isRelaxed else { return }
    mdb_env_set_flags(handle, UInt32(MDB_NOMETASYNC), wanted ? 1 : 0)
    isRelaxed = wanted
  }

  private var engineDescriptor: Int32 {
    var descriptor: Int32 = -1
    if let opened { mdb_env_get_fd(opened.handle, &descriptor) }
    return descriptor
  }

  // MARK: - The map

  /// Doubles the map. Only with the right to write and without a transaction (R-PSC-852).
  func growMap(until deadline: Deadline) throws(StoreError) {
    sweepReaders()
    try moveMap(until: deadline) { handle throws(StoreError) in
      var information = MDB_envinfo()
      mdb_env_info(handle, &information)
      let (size, overflow) = information.me_mapsize.multipliedReportingOverflow(by: 2)
      let code = overflow ? ENOMEM : mdb_env_set_mapsize(handle, size)
      try ReturnCode.check(code, store: path, "growing the map")
    }
  }

  /// Takes over the size that another process has given the map.
  private func adoptMapSize(until deadline: Deadline) throws(StoreError) {
    try moveMap(until: deadline) { handle throws(StoreError) in
      let code = mdb_env_set_mapsize(handle, 0)
      try ReturnCode.check(code, store: path, "adopting the map's new size")
    }
  }

  private func moveMap(
    until deadline: Deadline, _ body: (OpaquePointer) throws(StoreError) -> Void
  ) throws(StoreError) {
    try gate.exclusively(store: path, until: deadline, for: "the map had to grow") {
      () throws(StoreError) in
      if let opened { try body(opened.handle) }
    }
  }
}
#endif
