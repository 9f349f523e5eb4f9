// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// How far the history of a store had come with this router's last commit to it, or when that was
/// first asked: what others have committed since is behind it.
final class HistoryMark: Sendable {
  private let newest = Atomic<Int64>(-1)

  /// Nil: nothing was committed yet, and nobody has asked.
  var number: Int64? {
    let number = newest.load(ordering: .acquiring)
    return number < 0 ? nil : number
  }

  func note(_ number: Int64) { newest.max(number, ordering: .acquiringAndReleasing) }
}
