// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting

/// Saves: client stores name new objects, are handed the objects, and may change them.
extension ClientStoreHooks {
  func saving<T>(
    _ objects: SavedObjects, of context: NSManagedObjectContext, _ commit: () throws -> T
  ) rethrows -> T {
    try StoreCaller(context: context, save: objects).calling(commit)
  }

  var mayChangeWhileSaving: Bool { true }

  var isHandingOver: Bool { StoreCaller.current?.save != nil }

  /// A context without changes is saved: incremental stores that can be written are given an empty
  /// request, in add order (R-PSC-457). Throws what the first of them throws.
  func saveNothing(of context: NSManagedObjectContext) throws {
    for store in coordinator.persistentStores where !store.isReadOnly {
      guard let backend = store.backend as? IncrementalBackend else { continue }
      do {
        try coordinator.router.using(store.ordinal) { _ in
          try context.reading { try backend.saveNothing(of: context) }
        }
      } catch let error as StoreError {
        throw ErrorTranslation.cocoaError(error, url: store.url, engine: store.mount?.engine)
      } catch let error as RoutingError {
        throw ErrorTranslation.cocoaError(error, coordinator: coordinator, objects: [])
      }
    }
  }
}

extension IncrementalBackend {
  /// Between other saves, as a save is. The sets are there and empty: without them the metadata would
  /// be meant (R-PSC-444).
  fileprivate func saveNothing(of context: NSManagedObjectContext) throws(StoreError) {
    let turn = try beginWrite()
    defer { turn.rollback() }
    let request = NSSaveChangesRequest(inserted: [], updated: [], deleted: [], locked: nil)
    request.affectedStores = [store]
    _ = try answer(request, for: context)
  }
}
