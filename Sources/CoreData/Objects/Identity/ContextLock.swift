// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The recursive lock that clients may take by the deprecated locking methods.
// Sendable: a lock.
final class ContextLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }

  func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  /// Stops the program unless the calling thread holds the lock.
  func unlock() {
    guard pthread_mutex_unlock(mutex) == 0 else {
      raise(
        .internalInconsistency,
        "unlock() on a context that this thread has not locked. Call it once for each lock(), on "
          + "the same thread.")
    }
  }
}
