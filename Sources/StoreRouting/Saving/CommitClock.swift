// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// Counts the commits of this process, whichever coordinator makes them: two coordinators may have
/// the same file open (R-PSC-832), and views kept by the one must not outlive the other's save.
enum CommitClock {
  private static let ticks = Atomic<Int>(0)

  static var now: Int { ticks.load(ordering: .acquiring) }

  static func tick() { ticks.add(1, ordering: .acquiringAndReleasing) }
}
