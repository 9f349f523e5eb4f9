// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreRouting

extension NSPersistentStoreCoordinator {
  /// How many rows and relationships have been looked up in stores by key. For tests and reports.
  package final var lookupCount: Int { router.statistics.lookups }
}
