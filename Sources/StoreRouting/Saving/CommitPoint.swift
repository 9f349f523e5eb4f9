// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A place between two steps of a save, where a test can stop the process or look around.
package enum CommitPoint: Sendable, Hashable {
  /// Nothing has been done.
  case willBegin
  /// The store's write transaction is open.
  case didBegin(ordinal: Int)
  /// The store's changes are applied, without a conflict.
  case didApply(ordinal: Int)
  /// The store has voted for the save.
  case didPrepare(ordinal: Int)
  /// Every store has voted; nothing is committed.
  case willCommit
  case didCommit(ordinal: Int)
  /// Every store has committed.
  case didFinish
}

/// Called synchronously on the saving thread at each point. It must not use the router.
package typealias CommitHook = @Sendable (CommitPoint) -> Void
