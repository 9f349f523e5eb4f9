// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface
import StoreRouting

extension NSPersistentStoreCoordinator {
  /// How many rows and relationships have been looked up in stores by key. For tests and reports.
  package final var lookupCount: Int { router.statistics.lookups }

  /// Rises with every commit of the process; rows from before one are looked up again. For tests.
  package static var commitCount: Int { StoreRouter.commitCount }

  /// What stands behind an added store. For tests.
  package final func backend(of store: NSPersistentStore) -> any StoreBackend { store.backend }
}
