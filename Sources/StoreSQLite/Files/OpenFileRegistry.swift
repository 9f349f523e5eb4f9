// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import Synchronization

/// Which database files this process has open in SQLite, by device and inode.
///
/// Closing any descriptor of a file drops all POSIX locks that the process holds on it, SQLite's
/// included. So a file that is registered here is never opened with plain file calls, and plain
/// file calls happen under the registry's lock.
enum OpenFileRegistry {
  struct FileID: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64

    /// Nil when there is no such file.
    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status)
    }

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }

    /// Two files that are there at a time differ in this, but for those of two devices, rarely.
    var mark: UInt64 { inode &+ device &* 0x9E37_79B9_7F4A_7C15 }
  }

  private static let counts = Mutex<[FileID: Int]>([:])

  /// Runs `body` unless the file is open in SQLite; nil then. No store is opened meanwhile.
  static func unlessOpen<T: Sendable>(
    path: String, _ body: () throws(StoreError) -> T
  ) throws(StoreError) -> T? {
    try counts.withLock { (counts) throws(StoreError) -> T? in
      if let file = FileID(path: path), counts[file, default: 0] > 0 { return nil }
      return try body()
    }
  }

  /// Notes that SQLite has (or is about to have) the file open; give the result to ``remove(_:)``.
  static func add(path: String) -> FileID? {
    counts.withLock { counts in
      guard let file = FileID(path: path) else { return nil }
      counts[file, default: 0] += 1
      return file
    }
  }

  static func remove(_ file: FileID?) {
    guard let file else { return }
    counts.withLock { counts in
      let count = counts[file, default: 0] - 1
      counts[file] = count > 0 ? count : nil
    }
  }
}
#endif
