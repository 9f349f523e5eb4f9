// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite

/// The services of a file system beside its files.
///
/// Each is asked of the system that is stood before, with that system's own pointer, by which one that a program has
/// registered finds what it keeps. What that system does not offer is not offered here either.
extension LogFileSystem {
  static func addServices(_ system: inout sqlite3_vfs) {
    addChance(&system)
    addLibraries(&system)
    addSystemCalls(&system)
  }

  /// Randomness, sleep and time.
  private static func addChance(_ system: inout sqlite3_vfs) {
    if system.xRandomness != nil {
      system.xRandomness = { system, count, bytes in
        LogFileSystem.platform(of: system).map { $0.pointee.xRandomness($0, count, bytes) } ?? 0
      }
    }
    if system.xSleep != nil {
      system.xSleep = { system, microseconds in
        LogFileSystem.platform(of: system).map { $0.pointee.xSleep($0, microseconds) } ?? 0
      }
    }
    if system.xCurrentTime != nil {
      system.xCurrentTime = { system, days in
        LogFileSystem.platform(of: system).map { $0.pointee.xCurrentTime($0, days) }
          ?? SQLITE_ERROR
      }
    }
    if system.iVersion >= 2, system.xCurrentTimeInt64 != nil {
      system.xCurrentTimeInt64 = { system, milliseconds in
        LogFileSystem.platform(of: system).map { $0.pointee.xCurrentTimeInt64($0, milliseconds) }
          ?? SQLITE_ERROR
      }
    }
    if system.xGetLastError != nil {
      system.xGetLastError = { system, capacity, text in
        LogFileSystem.platform(of: system).map { $0.pointee.xGetLastError($0, capacity, text) } ?? 0
      }
    }
  }

  private static func addLibraries(_ system: inout sqlite3_vfs) {
    if system.xDlOpen != nil {
      system.xDlOpen = { system, name in
        LogFileSystem.platform(of: system).flatMap { $0.pointee.xDlOpen($0, name) }
      }
    }
    if system.xDlError != nil {
      system.xDlError = { system, capacity, text in
        if let platform = LogFileSystem.platform(of: system) {
          platform.pointee.xDlError(platform, capacity, text)
        }
      }
    }
    if system.xDlSym != nil {
      system.xDlSym = { system, library, symbol in
        LogFileSystem.platform(of: system).flatMap { $0.pointee.xDlSym($0, library, symbol) }
      }
    }
    if system.xDlClose != nil {
      system.xDlClose = { system, library in
        if let platform = LogFileSystem.platform(of: system) {
          platform.pointee.xDlClose(platform, library)
        }
      }
    }
  }

  private static func addSystemCalls(_ system: inout sqlite3_vfs) {
    guard system.iVersion >= 3 else { return }
    if system.xSetSystemCall != nil {
      system.xSetSystemCall = { system, name, call in
        LogFileSystem.platform(of: system).map { $0.pointee.xSetSystemCall($0, name, call) }
          ?? SQLITE_ERROR
      }
    }
    if system.xGetSystemCall != nil {
      system.xGetSystemCall = { system, name in
        LogFileSystem.platform(of: system).flatMap { $0.pointee.xGetSystemCall($0, name) }
      }
    }
    if system.xNextSystemCall != nil {
      system.xNextSystemCall = { system, name in
        LogFileSystem.platform(of: system).flatMap { $0.pointee.xNextSystemCall($0, name) }
      }
    }
  }
}
#endif
