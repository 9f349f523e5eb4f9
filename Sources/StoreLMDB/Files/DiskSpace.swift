// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The check that there is room for what files are to hold.
enum DiskSpace {
  /// Returns the code that says why a file cannot grow, or nil if it can. It may be a little longer
  /// afterwards, which LMDB does not mind.
  static func shortage(of descriptor: Int32) -> Int32? {
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0 else { return nil }
    let code = posix_fallocate(descriptor, end, step)
    return [ENOSPC, EDQUOT, EFBIG].contains(code) ? code : nil
  }

  /// More than a block of common file systems.
  private static let step = 65_536

  /// Makes the lock file of an environment, if there is none, with all the room that it will need: the
  /// engine maps it, and where the disk has no room for a mapped page the program is stopped by a signal.
  ///
  /// One that is there stays closed: closing it would give back the locks that this process has on it.
  static func reserveLockFile(
    _ path: String, of store: String, readers: UInt32, mode: mode_t
  ) throws(StoreError) {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    // The engine says what is wrong where it can't be made.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // A little less than the engine makes of it: by that it tells that nobody has made it yet.
    let size = max(1, Int(readers) - 1) * lockFileSlotSize
    let code = posix_fallocate(descriptor, 0, off_t(size))
    guard [ENOSPC, EDQUOT, EFBIG].contains(code) else { return }
    unlink(path)
    throw ReturnCode.error(code, store: store, "making its lock file")
  }

  /// A cache line for each reader (`MDB_reader`).
  private static let lockFileSlotSize = 64
}
#endif
