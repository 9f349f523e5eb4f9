// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// An environment as the engine has opened it.
struct OpenedEnvironment {
  let handle: OpaquePointer
  /// True if the engine's lock file protects readers. If not, they take the advisory lock.
  let hasLockFile: Bool
}

/// Opens a file in the engine, which believes what it reads: what it would stumble over is found
/// before.
struct EnvironmentOpening {
  private let file: DataFile
  private let options: EnvironmentOptions
  private var path: String { file.path }

  init(_ file: DataFile, _ options: EnvironmentOptions) {
    self.file = file
    self.options = options
  }

  func run(isReadOnly: Bool, until deadline: Deadline) throws(StoreError) -> OpenedEnvironment {
    try file.requireOneName()
    guard !isReadOnly else { return try open(isReadOnly: true, until: deadline) }
    // Who makes an environment holds the lock until it is whole, so that nobody takes it for one
    // that a dead process has left.
    let lock = AdvisoryLock(descriptor: file.descriptor, path: path)
    guard try isUnfinished(), try lock.take(.exclusive, until: deadline) else {
      return try open(isReadOnly: false, until: deadline)
    }
    defer { lock.giveBack() }
    if try file.size() > 0, try isUnfinished() { try restart() }
    return try open(isReadOnly: false, until: deadline)
  }

  // MARK: - Creation

  /// Returns true if the file is too short for the pages that every environment has.
  private func isUnfinished() throws(StoreError) -> Bool {
    let size = try file.size()
    guard size > 0 else { return true }
    guard case .unfinished = try EnvironmentContent(path: path) else { return false }
    return size < 2 * sysconf(Int32(_SC_PAGESIZE))
  }

  /// The engine makes an environment of an empty file only.
  private func restart() throws(StoreError) {
    guard truncate(path, 0) == 0 else {
      throw ReturnCode.error(errno, store: path, "emptying a file whose creation was interrupted")
    }
    file.forgetSize()
  }

  // MARK: - Opening

  private func open(
    isReadOnly: Bool, until deadline: Deadline
  ) throws(StoreError) -> OpenedEnvironment {
    if try file.size() > 0 { _ = try MetaPages(of: file) }
    let opened = try openEngine(isReadOnly: isReadOnly)
    do throws(StoreError) {
      if opened.hasLockFile {
        try LockFileClaim(file).make(try FileIdentity(path: path + "-lock"))
      }
      try check(opened, until: deadline)
    } catch {
      mdb_env_close(opened.handle)
      LockFileClaim(file).clear()
      throw error
    }
    return opened
  }

  private func openEngine(isReadOnly: Bool) throws(StoreError) -> OpenedEnvironment {
    var flags = UInt32(MDB_NOSUBDIR | MDB_NOTLS)
    if isReadOnly { flags |= UInt32(MDB_RDONLY) }
    do throws(StoreError) {
      // On a medium that cannot be written the engine goes without a lock file, and does not tell.
      if isReadOnly, access(path + "-lock", F_OK) != 0, isReadOnlyMedium {
        throw StoreError(.readOnly, store: path, message: "the medium cannot be written")
      }
      return OpenedEnvironment(handle: try openEngine(flags), hasLockFile: true)
    } catch {
      // A lock file that cannot be made or written. Others may write there all the same.
      guard isReadOnly, error.kind == .notPermitted || error.kind == .readOnly else { throw error }
      let handle = try openEngine(flags | UInt32(MDB_NOLOCK))
      return OpenedEnvironment(handle: handle, hasLockFile: false)
    }
  }

  private var isReadOnlyMedium: Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
  }

  private func openEngine(_ flags: UInt32) throws(StoreError) -> OpaquePointer {
    var environment: OpaquePointer?
    try ReturnCode.check(mdb_env_create(&environment), store: path, "making an environment")
    guard let environment else {
      throw StoreError(.engine, store: path, message: "making an environment failed")
    }
    mdb_env_set_mapsize(environment, options.mapSize)
    mdb_env_set_maxreaders(environment, options.maximalReaders)
    mdb_env_set_maxdbs(environment, options.maximalDatabases)
    let hadLockFile = access(path + "-lock", F_OK) == 0
    if !hadLockFile, flags & UInt32(MDB_NOLOCK) == 0 {
      do throws(StoreError) {
        try DiskSpace.reserveLockFile(
          path + "-lock", of: path, readers: options.maximalReaders, mode: options.mode)
      } catch {
        mdb_env_close(environment)
        throw error
      }
    }
    let code = mdb_env_open(environment, path, flags, options.mode)
    if code == MDB_SUCCESS, !hadLockFile, options.mode != 0o600 {
      chmod(path + "-lock", options.mode)
    }
    guard code == MDB_SUCCESS else {
      // Required even after a failed opening.
      mdb_env_close(environment)
      throw ReturnCode.error(code, store: path, "opening the file")
    }
    // Slots of dead processes keep pages from being used again (R-PSC-853).
    mdb_reader_check(environment, nil)
    return environment
  }

  // MARK: - Checking

  private func check(
    _ opened: OpenedEnvironment, until deadline: Deadline
  ) throws(StoreError) {
    let lock = AdvisoryLock(descriptor: file.descriptor, path: path)
    // Without the lock file nothing else keeps pages from being used again meanwhile.
    let isLocked = opened.hasLockFile ? false : try lock.take(.shared, until: deadline)
    defer { if isLocked { lock.giveBack() } }
    for _ in 0..<50 {
      let before = try MetaPages(of: file)
      var transaction: OpaquePointer?
      let code = mdb_txn_begin(opened.handle, nil, UInt32(MDB_RDONLY), &transaction)
      if code == MDB_MAP_RESIZED {
        mdb_env_set_mapsize(opened.handle, 0)
        continue
      }
      try ReturnCode.check(code, store: path, "beginning a read transaction")
      guard let transaction else { continue }
      defer { mdb_txn_abort(transaction) }
      let pages = try MetaPages(of: file)
      if let page = pages.page(of: UInt64(mdb_txn_id(transaction))), page.isPlausible {
        return try requireSound(page)
      }
      guard pages != before else { throw strangeLockFile }
    }
  }

  /// Within a transaction that keeps the pages as they are.
  private func requireSound(_ page: MetaPage) throws(StoreError) {
    let state = SoundFiles.State(try file.status(), transaction: page.transaction)
    guard !SoundFiles.contains(state) else { return }
    try TreeCheck(file, page).run()
    // Others may have committed meanwhile: then it is not as it was looked through.
    let now = SoundFiles.State(try file.status(), transaction: page.transaction)
    if now == state { SoundFiles.add(state) }
  }

  private var strangeLockFile: StoreError {
    StoreError(
      .cannotOpen, store: path,
      message:
        "its lock file \(path)-lock is in use for another file, which was here before. Close "
        + "that store first, in every process")
  }
}
#endif
