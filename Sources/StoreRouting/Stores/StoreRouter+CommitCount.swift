// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension StoreRouter {
  /// Rises with every commit of this process: what was read at the same count is still current
  /// as far as this process knows.
  package static var commitCount: Int { CommitClock.now }

  /// Somebody may have changed a file that stores of this process have open: what was read before
  /// counts as old.
  package static func noteCommitElsewhere() { CommitClock.tick() }
}
