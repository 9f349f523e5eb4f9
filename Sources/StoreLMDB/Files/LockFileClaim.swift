// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The agreement of all processes that have a data file open on one lock file.
///
/// A file that was renamed, and one whose lock file was removed, gets another lock file when it is
/// opened next, while who opened it before goes on with the old one: two such processes overwrite
/// each other's saves. So each holds a lock on a byte of the data file whose place is the number of
/// its lock file, and looks whether somebody holds another byte. These locks belong to the open
/// file, so no other closing in the process ends them.
struct LockFileClaim {
  private let file: DataFile

  init(_ file: DataFile) { self.file = file }

  /// Tells the others which lock file is in use here, in place of what was told before. Throws when
  /// another one is in use elsewhere.
  func make(_ lockFile: FileIdentity) throws(StoreError) {
    #if os(Linux)
    let place = off_t(lockFile.inode & 0x3FFF_FFFF_FFFF_FFFF)
    clear()
    // Where there are no such locks the engine's are all there is.
    guard set(F_RDLCK, start: place, count: 1) else { return }
    guard !isHeld(start: 0, count: place), !isHeld(start: place + 1, count: 0) else {
      clear()
      throw StoreError(
        .cannotOpen, store: file.path,
        message: "another process has the file open, but not by this lock file: the file was "
          + "renamed, or its lock file removed, meanwhile. Close it there first")
    }
    #endif
  }

  /// True if another opening of the file, in this process or another, has made its claim.
  var isHeldByOthers: Bool {
    #if os(Linux)
    var lock = LockFileClaim.range(F_WRLCK, from: 0, count: 0)
    return fcntl(file.descriptor, LockFileClaim.get, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    #else
    return true
    #endif
  }

  func clear() {
    #if os(Linux)
    _ = set(F_UNLCK, start: 0, count: 0)
    #endif
  }

  #if os(Linux)
  // Not every version of the C library's module has these constants.
  private static let get: Int32 = 36
  private static let set: Int32 = 37

  private func set(_ type: Int32, start: off_t, count: off_t) -> Bool {
    var lock = LockFileClaim.range(type, from: start, count: count)
    return fcntl(file.descriptor, LockFileClaim.set, &lock) == 0
  }

  private func isHeld(start: off_t, count: off_t) -> Bool {
    // No bytes would mean all.
    guard count > 0 || start > 0 else { return false }
    var lock = LockFileClaim.range(F_WRLCK, from: start, count: count)
    return fcntl(file.descriptor, LockFileClaim.get, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  private static func range(_ type: Int32, from start: off_t, count: off_t) -> flock {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = start
    lock.l_len = count
    return lock
  }
  #endif
}
#endif
