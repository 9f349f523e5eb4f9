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

  /// The users of a file.
  private struct Use {
    var count = 0
    /// True if the process keeps all others out.
    var isExclusive = false
    /// How many of them are there for as long as a migration takes, or wait to be.
    var visits = 0
    /// Plain descriptors of the file, which are closed when SQLite has it open no more.
    var descriptors: [Int32] = []
  }

  private static let uses = Mutex<[FileID: Use]>([:])

  /// Runs `body` unless the file is open in SQLite; nil then. No store is opened meanwhile.
  static func unlessOpen<T: Sendable>(
    path: String, _ body: () throws(StoreError) -> T
  ) throws(StoreError) -> T? {
    try uses.withLock { (uses) throws(StoreError) -> T? in
      if let file = FileID(path: path), uses[file] != nil { return nil }
      return try body()
    }
  }

  /// Runs `body` with a plain descriptor of a file that is open in SQLite, which stays open as long as
  /// the file does; nil when it is not open, or another file lies at the path.
  static func withDescriptor<T: Sendable>(
    of file: FileID, at path: String, _ body: (Int32) -> T?
  ) -> T? {
    uses.withLock { uses in
      guard let use = uses[file] else { return nil }
      if let descriptor = use.descriptors.first { return body(descriptor) }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      var status = stat()
      guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
      let opened = FileID(status)
      guard uses[opened] != nil else {
        close(descriptor)
        return nil
      }
      uses[opened]?.descriptors.append(descriptor)
      return opened == file ? body(descriptor) : nil
    }
  }

  /// Notes that SQLite has (or is about to have) the file open; give the result to ``remove(_:)``.
  static func add(path: String) -> FileID? {
    uses.withLock { uses in
      guard let file = FileID(path: path) else { return nil }
      uses[file, default: Use()].count += 1
      return file
    }
  }

  /// The same for a file that no other process is to have open, and that is closed in this one, or open
  /// in that way. Nil where others of this process have it open; `path` is there.
  static func addExclusively(path: String) -> FileID? {
    uses.withLock { uses in
      guard let file = FileID(path: path), uses[file]?.isExclusive ?? true else { return nil }
      uses[file, default: Use()].count += 1
      uses[file]?.isExclusive = true
      return file
    }
  }

  /// Returns true if this process keeps others out of a file.
  static func isExclusive(_ file: FileID) -> Bool {
    uses.withLock { $0[file]?.isExclusive ?? false }
  }

  /// Notes that one of the file's users begins or ends a visit (``ExclusiveVisit``).
  static func noteVisit(of file: FileID?, isOver: Bool) {
    guard let file else { return }
    uses.withLock { $0[file]?.visits += isOver ? -1 : 1 }
  }

  /// Returns true if somebody in this process has a file open who is no visitor.
  static func hasOwner(_ file: FileID) -> Bool {
    uses.withLock { uses in uses[file].map { $0.count > $0.visits } ?? false }
  }

  static func remove(_ file: FileID?) {
    guard let file else { return }
    uses.withLock { uses in
      guard var use = uses[file] else { return }
      use.count -= 1
      uses[file] = use.count > 0 ? use : nil
      if use.count == 0 { use.descriptors.forEach { close($0) } }
    }
  }
}
#endif
