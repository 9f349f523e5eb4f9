// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The right to replace a store's file, against other processes and other stores of this one that
/// ask for it. It is the file's own lock: who waited finds another file in its place, and asks again.
final class FileLock {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Waits until the file is free; nil for one that is not there. Throws 134090 after the timeout.
  static func take(_ url: URL, timeout: Double) throws -> FileLock? {
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(max(0, min(timeout, 1e6)) * 1e9)
    while true {
      let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { return nil }
      let lock = FileLock(descriptor)
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        if lock.isOf(url) { return lock }
      } else if errno != EWOULDBLOCK, errno != EINTR {
        // Some file systems have no locks: there the file is looked at, and that is all.
        return nil
      } else if DispatchTime.now().uptimeNanoseconds >= end {
        throw CocoaError.make(
          .persistentStoreTimeout, reason: "\(url.path) is being written by another process.",
          userInfo: [NSFilePathErrorKey: url.path])
      } else {
        usleep(1000)
      }
    }
  }

  private func isOf(_ url: URL) -> Bool {
    var (own, other) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(url.path, &other) == 0
      && own.st_ino == other.st_ino && own.st_dev == other.st_dev
  }
}
