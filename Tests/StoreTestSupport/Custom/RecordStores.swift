// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// Two small stores as clients could write them, one of each kind.
package enum RecordStores {
  package static var atomicType: String { RecordAtomicStore.storeType }
  package static var incrementalType: String { RecordIncrementalStore.storeType }

  /// Makes the types known to the process; any number of times.
  package static func register() {
    NSPersistentStoreCoordinator.registerStoreClass(
      RecordAtomicStore.self, forStoreType: atomicType)
    NSPersistentStoreCoordinator.registerStoreClass(
      RecordIncrementalStore.self, forStoreType: incrementalType)
  }
}
