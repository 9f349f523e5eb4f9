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
  private let advisory: AdvisoryLock
  private var owner: pthread_t?

  init(_ advisory: AdvisoryLock) { self.advisory = advisory }

  /// Waits for the lock in this process, then for the other processes.
  func lock(until deadline: Deadline) throws(StoreError) {
    try lockHere(until: deadline)
    do throws(StoreError) {
      // Without advisory locks LMDB's lock is still safe, only not timed.
      _ = try advisory.take(.exclusive, until: deadline)
    } catch {
      unlockHere()
      throw error
    }
  }

  func unlock() {
    advisory.giveBack()
    unlockHere()
  }

  private func lockHere(until deadline: Deadline) throws(StoreError) {
    condition.lock()
    defer { condition.unlock() }
    while let holder = owner {
      // Waiting for oneself never ends.
      guard pthread_equal(holder, pthread_self()) == 0, condition.wait(until: deadline.date) else {
        throw StoreError(
          .timeout, store: advisory.path, message: "another write transaction did not end in time")
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
}
#endif
