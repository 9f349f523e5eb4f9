// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Keeps the beginning of snapshots and the commits of a save over several stores apart, so that
/// no reader of this router sees half of such a save (R-PSC-795, R-PSC-923).
///
/// It is held for as long as snapshots are being begun, never while they are read. Saves of one
/// store do not use it: their readers never wait.
// Sendable: the variables are read and written with `condition` locked.
final class CommitBarrier: @unchecked Sendable {
  private let condition = NSCondition()
  private var readers = 0
  private var isCommitting = false
  /// The thread that commits. What it reads meanwhile, a client store does: it must not wait
  /// for itself.
  private var committer: pthread_t?

  func whileReading<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
    condition.lock()
    if isCommitting, committer == pthread_self() {
      condition.unlock()
      return try body()
    }
    while isCommitting { condition.wait() }
    readers += 1
    condition.unlock()
    defer {
      condition.lock()
      readers -= 1
      if readers == 0 { condition.broadcast() }
      condition.unlock()
    }
    return try body()
  }

  func whileCommitting<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
    condition.lock()
    while isCommitting || readers > 0 { condition.wait() }
    isCommitting = true
    committer = pthread_self()
    condition.unlock()
    defer {
      condition.lock()
      isCommitting = false
      committer = nil
      condition.broadcast()
      condition.unlock()
    }
    return try body()
  }
}
