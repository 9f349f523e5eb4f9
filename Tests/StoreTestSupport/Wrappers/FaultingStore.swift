// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface
import Synchronization

/// A store whose n-th call fails, once, without reaching the store behind it.
package final class FaultingStore: WrapperStore, @unchecked Sendable {
  private let remaining: Mutex<Int>
  private let conflicts = Mutex<[Conflict]>([])

  /// - Parameter call: which call fails, from 1; 0: none.
  package init(_ inner: any StoreBackend, failingAt call: Int) {
    remaining = Mutex(call)
    super.init(inner)
  }

  /// Lets the n-th call from now fail; 0: none.
  package func fail(at call: Int) { remaining.withLock { $0 = call } }

  /// The same, with conflicts that the failing call has found.
  package func failConflicting(at call: Int, _ found: [Conflict]) {
    conflicts.withLock { $0 = found }
    fail(at: call)
  }

  /// Whether the failure has happened, or none was asked for.
  package var hasFailed: Bool { remaining.withLock { $0 <= 0 } }

  override func willCall(_ call: StoreCall) throws(StoreError) {
    let isDue = remaining.withLock { count in
      count -= 1
      return count == 0
    }
    if isDue {
      var error = StoreError(
        .inputOutput, store: "faulting", message: "The call \(call) was to fail.")
      error.conflicts = conflicts.withLock { $0 }
      throw error
    }
  }
}
