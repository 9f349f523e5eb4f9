// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite

/// An open ``MemoryFile``, as SQLite holds it: its memory is SQLite's, and begins with the methods.
struct MemoryHandle {
  typealias ID = UInt64

  var base: sqlite3_file
  var file: Unmanaged<MemoryFile>
  var id: ID
  /// A lock level of SQLite.
  var level: Int32 = SQLITE_LOCK_NONE
  var sharedLocks: UInt32 = 0
  var exclusiveLocks: UInt32 = 0

  static func mask(_ range: Range<Int>) -> UInt32 {
    range.reduce(0) { $0 | 1 << UInt32($1) }
  }

  func has(_ index: Int) -> Bool { exclusiveLocks & (1 << UInt32(index)) != 0 }

  /// Returns the handle and its file.
  static func of(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> (handle: UnsafeMutablePointer<MemoryHandle>, file: MemoryFile)? {
    guard let file else { return nil }
    let handle = UnsafeMutableRawPointer(file).assumingMemoryBound(to: MemoryHandle.self)
    return (handle, handle.pointee.file.takeUnretainedValue())
  }
}
#endif
