// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreSQLite
import Testing

/// A file system that a program has registered works behind the one that gathers logs.
@Suite struct LogFileSystemTests {
  /// A system that does what SQLite's default does, and answers what it is asked for only when it is asked with its
  /// own pointer, by which systems find what they keep.
  private static func register(_ name: String) throws -> String {
    let standard = try #require(sqlite3_vfs_find(nil))
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    system.initialize(to: standard.pointee)
    system.pointee.zName = UnsafePointer(strdup(name))
    system.pointee.pNext = nil
    system.pointee.pAppData = UnsafeMutableRawPointer(system)
    system.pointee.xSleep = { LogFileSystemTests.isItself($0) ? $1 : -1 }
    system.pointee.xRandomness = { system, count, _ in
      LogFileSystemTests.isItself(system) ? count : -1
    }
    system.pointee.xGetLastError = { system, _, _ in LogFileSystemTests.isItself(system) ? 7 : -1 }
    system.pointee.xCurrentTimeInt64 = { system, time in
      time?.pointee = LogFileSystemTests.isItself(system) ? 42 : -1
      return SQLITE_OK
    }
    system.pointee.xNextSystemCall = { system, name in
      LogFileSystemTests.isItself(system) ? name : nil
    }
    system.pointee.xDlSym = nil
    try #require(sqlite3_vfs_register(system, 0) == SQLITE_OK)
    return name
  }

  private static func isItself(_ system: UnsafeMutablePointer<sqlite3_vfs>?) -> Bool {
    system.map { $0.pointee.pAppData == UnsafeMutableRawPointer($0) } ?? false
  }

  @Test func servicesAreAskedOfTheSystemWithItsOwnPointer() throws {
    let behind = try Self.register("keeps-its-pointer")
    let name = try #require(LogFileSystem.name(before: behind))
    #expect(name != behind)
    let system = try #require(sqlite3_vfs_find(name))
    #expect(system.pointee.xSleep(system, 3) == 3)
    #expect(system.pointee.xRandomness(system, 5, nil) == 5)
    #expect(system.pointee.xGetLastError(system, 0, nil) == 7)
    var time: sqlite3_int64 = 0
    #expect(system.pointee.xCurrentTimeInt64(system, &time) == SQLITE_OK)
    #expect(time == 42)
    let call = try #require(strdup("open"))
    defer { free(call) }
    #expect(system.pointee.xNextSystemCall(system, call) == UnsafePointer(call))
  }

  /// What SQLite may leave out is left out, not answered with nothing.
  @Test func aServiceThatTheSystemHasNotIsNotThere() throws {
    let name = try #require(LogFileSystem.name(before: try Self.register("knows-no-symbols")))
    let system = try #require(sqlite3_vfs_find(name))
    #expect(system.pointee.xDlSym == nil)
    #expect(system.pointee.xDlOpen != nil)
  }

  @Test func aSystemIsStoodBeforeOnce() throws {
    let behind = try Self.register("is-stood-before-once")
    let name = try #require(LogFileSystem.name(before: behind))
    #expect(LogFileSystem.name(before: behind) == name)
    #expect(LogFileSystem.name(before: "there-is-no-such-system") == "there-is-no-such-system")
  }
}
#endif
