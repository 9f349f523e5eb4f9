// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import Synchronization

/// A file system for SQLite in this process's memory. With it a database in memory has everything
/// that one in a file has: a log, readers beside the writer, any number of connections.
///
/// SQLite's own databases in memory have no log, so that readers and the writer exclude each other.
enum MemoryFileSystem {
  private struct State {
    var files: [String: MemoryFile] = [:]
    /// How many stores have a database open.
    var users: [String: Int] = [:]
    var lastID: MemoryHandle.ID = 0
  }

  private static let state = Mutex(State())

  // Made once and never changed; SQLite keeps pointers to both.
  private nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: MemoryFileMethods.make())
    return methods
  }()

  private nonisolated(unsafe) static let system: UnsafeMutablePointer<sqlite3_vfs> = {
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    // Time, randomness and sleep stay those of the platform.
    system.initialize(to: sqlite3_vfs_find(nil)?.pointee ?? sqlite3_vfs())
    configure(&system.pointee)
    sqlite3_vfs_register(system, 0)
    return system
  }()

  /// Returns the name to open connections with; registers the file system when first asked for.
  static func name() -> String { String(cString: system.pointee.zName) }

  /// Notes a user of a database, which stays as long as it has one.
  static func retain(_ path: String) { state.withLock { $0.users[path, default: 0] += 1 } }

  /// Returns true if some store has a database open.
  static func isInUse(_ path: String) -> Bool { state.withLock { $0.users[path] != nil } }

  /// Forgets a database with its last user. Its memory is freed when the last connection is closed.
  static func release(_ path: String) {
    state.withLock { state in
      let left = (state.users[path] ?? 1) - 1
      state.users[path] = left > 0 ? left : nil
      guard left <= 0 else { return }
      for suffix in ["", "-wal", "-journal"] { state.files[path + suffix] = nil }
    }
  }

  private static func configure(_ system: inout sqlite3_vfs) {
    system.zName = UnsafePointer(strdup("opencoredata-memory"))
    system.szOsFile = Int32(MemoryLayout<MemoryHandle>.size)
    system.mxPathname = 512
    system.pNext = nil
    system.xOpen = { _, name, file, flags, outFlags in
      outFlags?.pointee = flags
      return MemoryFileSystem.open(name.map { String(cString: $0) }, target: file, flags: flags)
    }
    system.xDelete = { _, name, _ in
      guard let name else { return SQLITE_OK }
      MemoryFileSystem.state.withLock { $0.files[String(cString: name)] = nil }
      return SQLITE_OK
    }
    system.xAccess = { _, name, _, result in
      let isThere = name.map { name in
        MemoryFileSystem.state.withLock { $0.files[String(cString: name)] != nil }
      }
      result?.pointee = isThere == true ? 1 : 0
      return SQLITE_OK
    }
    system.xFullPathname = { _, name, capacity, result in
      guard let name, let result, strlen(name) < Int(capacity) else { return SQLITE_CANTOPEN }
      strcpy(result, name)
      return SQLITE_OK
    }
  }

  private static func open(
    _ name: String?, target: UnsafeMutablePointer<sqlite3_file>?, flags: Int32
  ) -> Int32 {
    guard let target else { return SQLITE_CANTOPEN }
    let opened: (file: MemoryFile, id: MemoryHandle.ID)? = state.withLock { state in
      state.lastID += 1
      guard let name else { return (MemoryFile(), state.lastID) }
      if let file = state.files[name] { return (file, state.lastID) }
      guard flags & SQLITE_OPEN_CREATE != 0 else { return nil }
      let file = MemoryFile()
      if flags & SQLITE_OPEN_DELETEONCLOSE == 0 { state.files[name] = file }
      return (file, state.lastID)
    }
    guard let opened else {
      target.pointee.pMethods = nil
      return SQLITE_CANTOPEN
    }
    UnsafeMutableRawPointer(target).initializeMemory(
      as: MemoryHandle.self,
      to: MemoryHandle(
        base: sqlite3_file(pMethods: methods), file: Unmanaged.passRetained(opened.file),
        id: opened.id))
    return SQLITE_OK
  }
}
#endif
