// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The advisory lock of a data file, which writers of other processes take as well.
struct AdvisoryLock {
  let descriptor: Int32
  let path: String

  enum Kind: Sendable {
    case shared
    case exclusive
  }

  /// Waits for the lock; false where there are no such locks.
  func take(_ kind: Kind, until deadline: Deadline) throws(StoreError) -> Bool {
    var pause: useconds_t = 200
    while flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      guard !deadline.hasPassed else {
        throw StoreError(
          .timeout, store: path, message: "another write transaction did not end in time")
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    return true
  }

  func giveBack() { _ = flock(descriptor, LOCK_UN) }
}
#endif
