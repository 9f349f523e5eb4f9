// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import Synchronization

/// SQLite's file system, with the calls on the files of each ``FaultyDisk`` led past it. Other files
/// are opened as ever.
enum FaultyFileSystem {
  /// An open file of a disk.
  struct File {
    let disk: FaultyDisk
    let path: String
    let methods: UnsafePointer<sqlite3_io_methods>
  }

  private struct State {
    var disks: [String: Weak] = [:]
    var files: [UnsafeMutableRawPointer: File] = [:]
    var tables: [UnsafeRawPointer: UnsafePointer<sqlite3_io_methods>] = [:]
  }

  private struct Weak {
    weak var disk: FaultyDisk?
  }

  private static let lock = NSLock()
  // Only with the lock.
  private nonisolated(unsafe) static var state = State()

  // Registered once and never changed.
  private nonisolated(unsafe) static let real = sqlite3_vfs_find(nil)

  private static let isInstalled: Bool = {
    guard let real else { return false }
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    system.initialize(to: real.pointee)
    system.pointee.zName = UnsafePointer(strdup("faulty"))
    system.pointee.pNext = nil
    system.pointee.xOpen = { _, name, file, flags, outFlags in
      FaultyFileSystem.open(name, file: file, flags: flags, outFlags: outFlags)
    }
    system.pointee.xDelete = { _, name, isSynchronising in
      FaultyFileSystem.delete(name, isSynchronising)
    }
    return sqlite3_vfs_register(system, 1) == SQLITE_OK
  }()

  static func add(_ disk: FaultyDisk) {
    precondition(isInstalled, "SQLite has no file system")
    let entry = Weak(disk: disk)
    lock.withLock { state.disks[disk.folder] = entry }
  }

  static func remove(_ folder: String) {
    lock.withLock { state.disks[folder] = nil }
  }

  static func file(_ pointer: UnsafeMutablePointer<sqlite3_file>?) -> File? {
    guard let pointer else { return nil }
    return lock.withLock { state.files[pointer] }
  }

  // MARK: - Opening and closing

  private static func open(
    _ name: UnsafePointer<CChar>?, file: UnsafeMutablePointer<sqlite3_file>?, flags: Int32,
    outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let real, let file else { return SQLITE_CANTOPEN }
    guard let name, let disk = disk(of: String(cString: name)) else {
      return real.pointee.xOpen(real, name, file, flags, outFlags)
    }
    var flags = flags
    if disk.failure(.open) != nil {
      guard flags & SQLITE_OPEN_MAIN_DB != 0, flags & SQLITE_OPEN_READWRITE != 0 else {
        file.pointee.pMethods = nil
        return SQLITE_CANTOPEN
      }
      flags = flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_READONLY
    }
    let code = real.pointee.xOpen(real, name, file, flags, outFlags)
    guard code == SQLITE_OK, let methods = file.pointee.pMethods else { return code }
    let opened = File(disk: disk, path: String(cString: name), methods: methods)
    lock.withLock {
      state.files[file] = opened
      file.pointee.pMethods = table(for: methods)
    }
    return code
  }

  static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    guard let file, let opened = lock.withLock({ state.files.removeValue(forKey: file) })
    else { return SQLITE_OK }
    file.pointee.pMethods = opened.methods
    return opened.methods.pointee.xClose(file)
  }

  private static func delete(_ name: UnsafePointer<CChar>?, _ isSynchronising: Int32) -> Int32 {
    guard let real, let name else { return SQLITE_IOERR }
    let code = real.pointee.xDelete(real, name, isSynchronising)
    let path = String(cString: name)
    if code == SQLITE_OK { disk(of: path)?.noteRemoval(path, isLasting: isSynchronising != 0) }
    return code
  }

  private static func disk(of path: String) -> FaultyDisk? {
    lock.withLock { state.disks.first { path.hasPrefix($0.key) }?.value.disk }
  }

  private static func table(
    for methods: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafePointer<sqlite3_io_methods> {
    if let known = state.tables[methods] { return known }
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    table.initialize(to: FaultyFileMethods.make(methods.pointee))
    state.tables[methods] = UnsafePointer(table)
    return UnsafePointer(table)
  }
}
#endif
