// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// Tells a process that was made by `fork` from the one that opened its stores: what connections and
/// maps know of their files is wrong in the child, and what it does with them spoils the parent's
/// (R-PSC-842). A look costs one load.
enum ForkWatch {
  /// How often the process, or one that it comes from, was forked since the first look.
  private static let forks: Atomic<Int> = {
    pthread_atfork(nil, nil) {
      ForkWatch.forks.add(1, ordering: .relaxed)
      // Views that were kept open are the parent's.
      CommitClock.tick()
    }
    return Atomic(0)
  }()

  static var count: Int { forks.load(ordering: .relaxed) }

  /// Stops a child that uses what its parent has opened.
  static func require(_ count: Int, of store: String) {
    guard count != self.count else { return }
    fatalError(
      "*** NSInternalInconsistencyException: The store \(store) was opened before fork(), and the child "
        + "uses it. Call one of the exec functions in the child, or make a new coordinator there and "
        + "add the store to it.")
  }
}
