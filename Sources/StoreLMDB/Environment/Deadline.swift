// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation

/// The moment at which waiting for a lock ends.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after seconds: Double) {
    // A century bounds what `Duration` and `Date` are asked to represent.
    end = .now + .seconds(min(max(seconds, 0), 3_000_000_000))
  }

  var hasPassed: Bool { ContinuousClock.now >= end }

  /// The same moment on the wall clock, as condition variables want it.
  var date: Date { Date(timeIntervalSinceNow: remaining) }

  var remaining: Double {
    let rest = (end - .now).components
    return max(0, Double(rest.seconds) + Double(rest.attoseconds) * 1e-18)
  }
}
#endif
