// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A new store that is being filled, and how it becomes the one that is added.
protocol TransferTarget {
  var backend: any StoreBackend { get }
  /// What stands for the names of a user's store; nil for a store that numbers its objects.
  var numbers: ReferenceNumbers? { get }
  /// What the new store says of itself.
  var metadata: StoreMetadata { get }

  /// The store is complete: it takes the place of the one that it is a copy of.
  func takePlace(of old: NSPersistentStore) throws -> NSPersistentStore

  /// Removes what there is of the new store; everything else is as it was before.
  func discard()
}
