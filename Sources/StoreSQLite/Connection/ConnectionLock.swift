// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Dispatch
import StoreInterface

/// Lets one thread at a time have the writing connection; its transaction is a request.
// Sendable: the semaphore is; the mark is used by who has the lock.
final class ConnectionLock: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 1)
  private let timeout: Double
  private let limit: RequestLimit?
  private nonisolated(unsafe) var isCounted = false

  /// - Parameter timeout: seconds to wait; 0: fail at once.
  init(timeout: Double, _ limit: RequestLimit? = nil) {
    self.timeout = min(max(timeout, 0), 1e9)
    self.limit = limit
  }

  func lock(_ store: String) throws(StoreError) {
    guard let limit else { return try take(store) }
    let isFirst = try limit.enter()
    do throws(StoreError) { try take(store) } catch {
      if isFirst { limit.leave() }
      throw error
    }
    isCounted = isFirst
  }

  private func take(_ store: String) throws(StoreError) {
    // A time long past: most often nobody has the lock, and no clock need be read.
    if semaphore.wait(timeout: DispatchTime(uptimeNanoseconds: 1)) == .success { return }
    guard semaphore.wait(timeout: .now() + timeout) == .success else {
      throw StoreError(
        .timeout, store: store, message: "another transaction did not end within \(timeout) s")
    }
  }

  /// Takes the lock unless somebody has it.
  func lockIfFree() -> Bool { semaphore.wait(timeout: .now()) == .success }

  func unlock() {
    let wasCounted = isCounted
    isCounted = false
    semaphore.signal()
    if wasCounted { limit?.leave() }
  }
}
#endif
