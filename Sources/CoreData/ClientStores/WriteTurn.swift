// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Lets one save of a store at a time in, so that checking versions and writing are one step.
// Sendable: the flag is guarded by the condition.
final class WriteTurn: @unchecked Sendable {
  private let condition = NSCondition()
  private let timeout: Double
  private var isTaken = false

  /// - Parameter timeout: seconds to wait for another save to end.
  init(timeout: Double) { self.timeout = timeout }

  func take(_ store: String) throws(StoreError) {
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: timeout)
    while isTaken {
      if !condition.wait(until: end), isTaken {
        throw StoreError(
          .timeout, store: store, message: "Another save did not end within \(timeout) s.")
      }
    }
    isTaken = true
  }

  func end() {
    condition.lock()
    isTaken = false
    condition.signal()
    condition.unlock()
  }
}
