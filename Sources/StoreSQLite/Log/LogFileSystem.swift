// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import Synchronization

/// A file system of SQLite's, with logs that gather what a commit appends: see ``LogFile``. All other files
/// are those of the system that it stands before: SQLite's default, which may be one that the program has
/// registered, or another.
package struct LogFileSystem {
  typealias System = UnsafeMutablePointer<sqlite3_vfs>

  /// The part that SQLite knows; it stands first, so that SQLite's pointer to it leads to the rest.
  private var system: sqlite3_vfs
  private let platform: System

  /// The file systems that were made, each with the one that it stands before. SQLite keeps them.
  private struct Registered: @unchecked Sendable {
    // Sendable: lives within the mutex.
    var names: [(platform: System, name: String)] = []
  }

  private static let registered = Mutex(Registered())

  // Made once and never changed; SQLite keeps pointers to it.
  private nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: LogFileMethods.make())
    return methods
  }()

  /// Returns the name to open connections with; that of the system itself where nothing can stand before
  /// it.
  ///
  /// - Parameter system: nil stands for SQLite's default.
  package static func name(before system: String? = nil) -> String? {
    guard let platform = sqlite3_vfs_find(system) else { return system }
    let wanted = Transferred(platform: platform)
    return registered.withLock { known in
      if let name = known.names.first(where: { $0.platform == wanted.platform })?.name {
        return name
      }
      let name = "opencoredata-log" + (known.names.isEmpty ? "" : "-\(known.names.count + 1)")
      guard register(wanted.platform, as: name) else { return system }
      known.names.append((wanted.platform, name))
      return name
    }
  }

  /// Returns the log that is open as a file; nil for another file.
  static func log(_ file: UnsafeMutablePointer<sqlite3_file>) -> LogFile.Pointer? {
    file.pointee.pMethods == UnsafePointer(methods) ? LogFile.of(file) : nil
  }

  private struct Transferred: @unchecked Sendable {
    // Sendable: SQLite's file systems are for all threads.
    let platform: System
  }

  private static func register(_ platform: System, as name: String) -> Bool {
    let made = UnsafeMutablePointer<LogFileSystem>.allocate(capacity: 1)
    made.initialize(to: LogFileSystem(system: platform.pointee, platform: platform))
    made.pointee.system.zName = UnsafePointer(strdup(name))
    made.pointee.system.szOsFile = Int32(LogFile.size) + platform.pointee.szOsFile
    made.pointee.system.pNext = nil
    addFiles(&made.pointee.system)
    addServices(&made.pointee.system)
    return made.withMemoryRebound(to: sqlite3_vfs.self, capacity: 1) {
      sqlite3_vfs_register($0, 0) == SQLITE_OK
    }
  }

  private static func addFiles(_ system: inout sqlite3_vfs) {
    system.xOpen = { system, name, file, flags, outFlags in
      guard let platform = LogFileSystem.platform(of: system), let file else {
        return SQLITE_CANTOPEN
      }
      guard flags & SQLITE_OPEN_WAL != 0 else {
        return platform.pointee.xOpen(platform, name, file, flags, outFlags)
      }
      return LogFileSystem.openLog(file) {
        platform.pointee.xOpen(platform, name, $0, flags, outFlags)
      }
    }
    system.xDelete = { system, name, synchronises in
      LogFileSystem.platform(of: system).map { $0.pointee.xDelete($0, name, synchronises) }
        ?? SQLITE_IOERR
    }
    system.xAccess = { system, name, flags, result in
      LogFileSystem.platform(of: system).map { $0.pointee.xAccess($0, name, flags, result) }
        ?? SQLITE_IOERR
    }
    system.xFullPathname = { system, name, capacity, result in
      LogFileSystem.platform(of: system).map {
        $0.pointee.xFullPathname($0, name, capacity, result)
      } ?? SQLITE_CANTOPEN
    }
  }

  /// The system that a file system of ours stands before.
  static func platform(of system: System?) -> System? {
    guard let system else { return nil }
    return UnsafeMutableRawPointer(system).assumingMemoryBound(to: LogFileSystem.self).pointee
      .platform
  }

  private static func openLog(
    _ file: UnsafeMutablePointer<sqlite3_file>,
    _ open: (UnsafeMutablePointer<sqlite3_file>) -> Int32
  ) -> Int32 {
    let log = LogFile.of(file)
    let code = open(LogFile.platformFile(log))
    if code == SQLITE_OK {
      log.initialize(to: LogFile(methods: methods))
    } else {
      // SQLite closes what has methods.
      file.pointee.pMethods = nil
    }
    return code
  }
}
#endif
