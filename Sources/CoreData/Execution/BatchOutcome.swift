// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The rows that a batch request has written or removed.
struct BatchOutcome {
  let coordinator: NSPersistentStoreCoordinator
  private(set) var keys: [ObjectKey] = []

  mutating func add(_ written: [ObjectKey]) { keys += written }

  var count: Int { keys.count }

  var ids: [NSManagedObjectID] { keys.map(coordinator.objectID(for:)) }
}
