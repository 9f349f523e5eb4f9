// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The right to write to one file, taken before LMDB's own lock, which knows no timeout.
///
/// Within the process it is a condition; between processes an advisory lock of the data file, tried
/// until the deadline. LMDB's lock is then free at once, unless a foreign program that does not
/// take the advisory lock (such as `mdb_load`) writes: for that one alone the wait is unbounded.
// Sendable: `owner` is touched only with the condition locked.
final class WriterLock: @unchecked Sendable {
  private let condition = NSCondition()
  private var owner: pthread_t?

  /// Waits for the lock in this process, then for the other processes.
  func lock(descriptor: Int32, store: String, until deadline: Deadline) throws(StoreError) {
    try lockHere(store: store, until: deadline)
    var pause: useconds_t = 200
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // Without advisory locks LMDB's lock is still safe, only not timed.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      guard !deadline.hasPassed else {
        unlockHere()
        throw WriterLock.timeout(store: store)
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
  }

  func unlock(descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    unlockHere()
  }

  private func lockHere(store: String, until deadline: Deadline) throws(StoreError) {
    condition.lock()
    defer { condition.unlock() }
    while let holder = owner {
      // Waiting for oneself never ends.
      guard pthread_equal(holder, pthread_self()) == 0, condition.wait(until: deadline.date) else {
        throw WriterLock.timeout(store: store)
      }
    }
    owner = pthread_self()
  }

  private func unlockHere() {
    condition.lock()
    owner = nil
    condition.signal()
    condition.unlock()
  }

  private static func timeout(store: String) -> StoreError {
    StoreError(
      .timeout, store: store, message: "another write transaction did not end in time")
  }
}
#endif
