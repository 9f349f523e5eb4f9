// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Whether a description may still be changed. A model shares its fate with everything in it:
/// `NSManagedObjectModel.freeze()` sets all of their flags, and every setter checks its own.
final class Freezing {
  private(set) var isFrozen = false

  init() {}

  /// Forbids changes from now on.
  func freeze() { isFrozen = true }

  /// Stops the program when the description belongs to a model in use.
  func requireMutable() {
    if isFrozen { raise(.internalInconsistency, "Can't modify an immutable model.") }
  }
}
