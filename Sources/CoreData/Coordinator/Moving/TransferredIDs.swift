// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import Synchronization

/// The IDs of all objects of a store that was migrated: old, new, old, new (R-PSC-101). Looked up
/// when somebody first asks for one: a notification carries them, and hardly anybody reads them.
// Sendable: the keys are behind the mutex, the source is set before the list is handed out.
final class TransferredIDs: NSArray {
  private let keys = Mutex<[ObjectKey]?>(nil)
  private nonisolated(unsafe) var source: NSPersistentStoreCoordinator?
  private nonisolated(unsafe) var ordinal = 0
  private nonisolated(unsafe) var former: StoreReference?

  static func list(
    of store: NSPersistentStore, after former: StoreReference,
    in coordinator: NSPersistentStoreCoordinator
  ) -> TransferredIDs {
    let list = TransferredIDs()
    list.source = coordinator
    list.ordinal = store.ordinal
    list.former = former
    return list
  }

  override var count: Int { 2 * found.count }

  override func object(at index: Int) -> Any {
    let keys = found
    guard let source, index >= 0, keys.indices.contains(index / 2) else {
      raise(
        .invalidArgument, "The list has \(2 * keys.count) object IDs; there is none at \(index).")
    }
    let key = keys[index / 2]
    return index % 2 == 0 ? source.objectID(for: key, of: former) : source.objectID(for: key)
  }

  private var found: [ObjectKey] {
    keys.withLock { keys in
      if let known = keys { return known }
      let found = source.map { readKeys($0) } ?? []
      keys = found
      return found
    }
  }

  /// A store that cannot be read any more has no IDs to tell.
  private func readKeys(_ coordinator: NSPersistentStoreCoordinator) -> [ObjectKey] {
    var keys: [ObjectKey] = []
    for root in coordinator.schema.entities where root.parent == nil {
      var query = Query(entity: root.index, concreteEntities: root.subtree)
      query.output = .keys
      try? coordinator.router.run(query, in: FetchScope(stores: [ordinal])) { batch in
        keys += batch.keys
        return true
      }
    }
    return keys
  }
}
