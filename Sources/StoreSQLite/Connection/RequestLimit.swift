// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The number of requests that a store serves at once, where a client has set one (R-PSC-139).
///
/// A thread that is in a request of any store already is let in: who waited for it could wait for
/// what it has.
// Sendable: the count is changed with the condition locked; the mark of a thread is its own.
final class RequestLimit: @unchecked Sendable {
  private let condition = NSCondition()
  private var free: Int
  private let timeout: Double
  private let store: String

  init(_ limit: Int, timeout: Double, store: String) {
    free = limit
    self.timeout = timeout
    self.store = store
  }

  /// Runs a block as one request. Throws `.timeout` when others did not end in time.
  func run<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    let isFirst = try enter()
    defer { if isFirst { leave() } }
    return try body()
  }

  /// Returns false if the thread is in a request already; else pair it with ``leave()`` there.
  func enter() throws(StoreError) -> Bool {
    guard !RequestLimit.isInRequest else { return false }
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: min(max(timeout, 0), 1e9))
    while free == 0 {
      guard condition.wait(until: end) else {
        throw StoreError(
          .timeout, store: store, message: "other requests did not end within \(timeout) s")
      }
    }
    free -= 1
    RequestLimit.isInRequest = true
    return true
  }

  func leave() {
    condition.lock()
    free += 1
    condition.signal()
    condition.unlock()
    RequestLimit.isInRequest = false
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private static var isInRequest: Bool {
    get { pthread_getspecific(key) != nil }
    set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue ? 1 : 0)) }
  }
}
#endif
