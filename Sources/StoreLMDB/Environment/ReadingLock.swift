// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The lock of readers who may not write the lock file: while one of them reads, no writer of our
/// kind begins, since both take the advisory lock of the data file.
// Sendable: the count is touched only with the lock held.
final class ReadingLock: @unchecked Sendable {
  private let mutex = NSLock()
  private let lock: AdvisoryLock
  private var readers = 0

  init(_ lock: AdvisoryLock) { self.lock = lock }

  /// Counts a reader in; the first takes the lock. Throws where there are no such locks, since
  /// nothing protects a reader there.
  func enter(until deadline: Deadline) throws(StoreError) {
    mutex.lock()
    defer { mutex.unlock() }
    if readers == 0, try !lock.take(.shared, until: deadline) {
      throw StoreError(
        .cannotOpen, store: lock.path,
        message: "its lock file cannot be written and the file system has no advisory locks, so "
          + "nothing would protect a reader from a writer; allow writing \(lock.path)-lock, or copy "
          + "the file")
    }
    readers += 1
  }

  /// Counts a reader out; the last gives the lock back.
  func leave() {
    mutex.lock()
    readers -= 1
    if readers == 0 { lock.giveBack() }
    mutex.unlock()
  }
}
#endif
