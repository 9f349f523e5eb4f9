// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Batch requests: client stores take them as they are, or refuse.
extension ClientStoreHooks {
  /// Returns the client store of an ordinal, if it takes batch requests as they are; nil for an
  /// engine.
  func answeringStore(_ ordinal: Int) -> NSPersistentStore? {
    coordinator.persistentStores.first {
      $0.ordinal == ordinal && $0.backend is any RequestAnswering
    }
  }

  /// Atomic stores, which are written whole, refuse a batch request before anything is written
  /// (R-PSC-373).
  func requireBatches(_ request: NSPersistentStoreRequest, in ordinals: [Int]) throws {
    let atomic = coordinator.persistentStores.filter {
      $0 is NSAtomicStore && ordinals.contains($0.ordinal)
    }
    guard atomic.isEmpty else {
      throw NSPersistentStoreCoordinator.unsupported(request, by: atomic)
    }
  }
}
