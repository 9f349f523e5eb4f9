// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// Work on a thread of its own, for what must not happen on the test's.
// Sendable: the mutex guards the outcome, the semaphore orders the rest.
package final class OtherThread<Value: Sendable>: Sendable {
  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  package init(_ work: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread { [self] in
      let result = Result { try work() }
      outcome.withLock { $0 = result }
      ended.signal()
    }
  }

  /// Waits for the work and returns what it returned.
  package func value() throws -> Value {
    ended.wait()
    ended.signal()
    guard let outcome = outcome.withLock({ $0 }) else {
      throw UnexpectedAnswer("A thread ended without an outcome.")
    }
    return try outcome.get()
  }

  /// Whether it ends within some seconds.
  package func ends(within seconds: Double) -> Bool {
    guard ended.wait(timeout: .now() + seconds) == .success else { return false }
    ended.signal()
    return true
  }
}
