// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// The state that a root context and its descendants share: which temporary keys have become which
/// permanent ones, for objects that some of the contexts still know by the other.
// Sendable: everything is behind the mutex, or atomic.
final class ContextFamily: Sendable {
  private struct Pairs {
    var permanent: [ObjectKey: ObjectKey] = [:]
    var temporary: [ObjectKey: ObjectKey] = [:]
    var children = 0
  }

  private let pairs = OrderedMutex(Pairs(), .leaf)
  private let isUsed = Atomic(false)

  /// True if there are descendants, whose objects may have keys of another kind than the root's.
  var hasChildren: Bool { isUsed.load(ordering: .acquiring) }

  /// A child context joins.
  func enter() {
    pairs.withLock { $0.children += 1 }
    isUsed.store(true, ordering: .releasing)
  }

  /// A child context is gone; with the last one, nobody can ask any more.
  func leave() {
    pairs.withLock { pairs in
      pairs.children -= 1
      if pairs.children == 0 {
        pairs = Pairs()
        isUsed.store(false, ordering: .releasing)
      }
    }
  }

  /// Objects got permanent keys.
  func note(_ permanent: [ObjectKey], for temporary: [ObjectKey]) {
    guard hasChildren else { return }
    pairs.withLock { pairs in
      for (new, old) in zip(permanent, temporary) {
        pairs.permanent[old] = new
        pairs.temporary[new] = old
      }
    }
  }

  /// The other key of an object: the permanent one of a temporary, or the reverse.
  func counterpart(of key: ObjectKey) -> ObjectKey? {
    guard hasChildren else { return nil }
    return pairs.withLock { key.isTemporary ? $0.permanent[key] : $0.temporary[key] }
  }
}
