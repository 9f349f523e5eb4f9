// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface
import Synchronization

/// A store that counts the calls it passes on.
package final class RecordingStore: WrapperStore, @unchecked Sendable {
  private let calls = Mutex<[StoreCall]>([])

  package override init(_ inner: any StoreBackend) { super.init(inner) }

  /// The calls so far, in order.
  package var recorded: [StoreCall] { calls.withLock { $0 } }

  package func count(of call: StoreCall) -> Int { recorded.count { $0 == call } }

  package func forget() { calls.withLock { $0 = [] } }

  override func willCall(_ call: StoreCall) throws(StoreError) {
    calls.withLock { $0.append(call) }
  }
}
