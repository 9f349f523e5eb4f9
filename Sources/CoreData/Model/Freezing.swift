// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// Whether a description may still be changed. A model shares its fate with everything in it:
/// `NSManagedObjectModel.freeze()` sets all of their flags, and every setter checks its own.
final class Freezing {
  private(set) var isFrozen = false
  /// When the description was last changed: larger than the stamp of every earlier change in the
  /// process.
  private(set) var stamp: UInt64
  private static let lastStamp = Atomic<UInt64>(0)

  init() { stamp = Freezing.nextStamp() }

  private static func nextStamp() -> UInt64 {
    lastStamp.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Forbids changes from now on.
  func freeze() { isFrozen = true }

  /// Called before every change; stops the program when the description belongs to a model in use.
  func requireMutable() {
    if isFrozen { raise(.internalInconsistency, "Can't modify an immutable model.") }
    stamp = Freezing.nextStamp()
  }
}
