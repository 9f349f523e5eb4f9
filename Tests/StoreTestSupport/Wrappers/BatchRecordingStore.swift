// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface
import Synchronization

/// A store that notes how large the change sets are that it is given, and may claim to write
/// everything at every commit.
package final class BatchRecordingStore: WrapperStore, @unchecked Sendable {
  private let sizes = Mutex<[Int]>([])
  private let isWhole: Bool

  package init(_ inner: any StoreBackend, isWhole: Bool = false) {
    self.isWhole = isWhole
    super.init(inner)
  }

  package override var capabilities: StoreCapabilities {
    isWhole ? inner.capabilities.union(.wholeSaves) : inner.capabilities
  }

  /// Inserts and links of each change set, in order.
  package var batchSizes: [Int] { sizes.withLock { $0 } }

  override func willApply(_ changes: ChangeSet) {
    sizes.withLock { $0.append(changes.inserts.count + changes.links.count) }
  }
}
