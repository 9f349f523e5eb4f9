// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The choices of a backup. Our addition (R-PSC-945).
public struct BackupOptions: Sendable {
  /// True if a store of the same type that is at the target, and open nowhere, is replaced when the
  /// backup is complete; the same for a set in place of a set. False, the default: whatever is there
  /// is refused.
  public var replacesExisting = false

  /// True if the backup gets a UUID of its own, to be added beside the original. Its objects then
  /// have other IDs than those of the original. False by default: it stands for the original, in its
  /// place. A set keeps its UUIDs: by them its stores belong together.
  public var makesNewIdentifier = false

  /// True if pages without content are left out: SQLite and LMDB files get smaller, and take about
  /// twice as long. False by default.
  public var isCompact = false

  /// How many pages are read at a time, 256 by default. An SQLite store without a write-ahead log
  /// keeps savers waiting for so long; the others keep nobody waiting.
  public var pagesInStep = 256

  /// The type of the backup of an in-memory store, binary by default. One whose entities have
  /// uniqueness constraints, which binary stores do not take, needs another, such as `.sqlite`.
  public var typeForMemory = NSPersistentStore.StoreType.binary

  /// The default choices.
  public init() {}
}
