// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// What a power failure may take of the saves of a store. Our addition.
///
/// The death of the process takes no save that has returned, and a power failure damages no store
/// and leaves no half save in one, either way. Without a choice an SQLite store that is the only
/// durable one of its coordinator is relaxed, as Apple's is; each of several is full, so that they
/// do not lie apart after a power failure. LMDB stores are full. Binary and XML stores are full
/// always: they have nothing to gain.
public enum StoreDurability: String, Sendable, Hashable, CaseIterable {
  /// A save that has returned survives a power failure. Each waits for the disk.
  case full
  /// The last saves may be gone after a power failure, none of them in part.
  case relaxed

  var engine: Durability {
    switch self {
    case .full: .full
    case .relaxed: .relaxed
    }
  }
}
