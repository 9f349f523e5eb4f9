// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Lets one transaction at a time in.
// Sendable: the flag is guarded by the condition.
final class TransactionLock: @unchecked Sendable {
  private let condition = NSCondition()
  private let timeout: Double
  private var isTaken = false

  init(timeout: Double) { self.timeout = timeout }

  /// Waits for the lock; false when the time is over.
  func lock() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    if isTaken {
      let end = Date(timeIntervalSinceNow: timeout)
      while isTaken {
        if !condition.wait(until: end), isTaken { return false }
      }
    }
    isTaken = true
    return true
  }

  func unlock() {
    condition.lock()
    isTaken = false
    condition.signal()
    condition.unlock()
  }
}
