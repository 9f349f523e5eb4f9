// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Dispatch
import StoreInterface

/// Lets one thread at a time have the writing connection.
// Sendable: the semaphore is.
final class ConnectionLock: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 1)
  private let timeout: Double

  /// - Parameter timeout: seconds to wait; 0: fail at once.
  init(timeout: Double) { self.timeout = min(max(timeout, 0), 1e9) }

  func lock(_ store: String) throws(StoreError) {
    // A time long past: most often nobody has the lock, and no clock need be read.
    if semaphore.wait(timeout: DispatchTime(uptimeNanoseconds: 1)) == .success { return }
    guard semaphore.wait(timeout: .now() + timeout) == .success else {
      throw StoreError(
        .timeout, store: store, message: "another transaction did not end within \(timeout) s")
    }
  }

  /// Takes the lock unless somebody has it.
  func lockIfFree() -> Bool { semaphore.wait(timeout: .now()) == .success }

  func unlock() { semaphore.signal() }
}
#endif
