// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The client's call that a store call serves: a client store is told the context, gets the request
/// as the client made it, and the objects of a save. Set for the calling thread while the call lasts,
/// and only when a coordinator has such a store.
struct StoreCaller {
  /// Nil for a fetch that runs beside its context's queue.
  let context: NSManagedObjectContext?
  /// The fetch that is being executed; nil for a read that no fetch request asks for.
  var question: FetchSpecification?
  /// The objects that are being saved.
  var save: SavedObjects?

  @TaskLocal private static var box: Transferable<StoreCaller>?

  static var current: StoreCaller? { box?.value }

  func calling<T>(_ body: () throws -> T) rethrows -> T {
    try StoreCaller.$box.withValue(Transferable(self), operation: body)
  }
}

/// The objects of a save by their permanent keys.
struct SavedObjects {
  var inserted: [NSManagedObject] = []
  var updated: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []
  var locked: [NSManagedObject] = []
  /// The context that keeps objects which are in no client's context.
  var keeper: NSManagedObjectContext?
  /// Where stores leave what they have set on the objects; nil for objects of no client's.
  var revised: RevisedRows?

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && locked.isEmpty
  }

  /// Those of one store.
  func inStore(_ ordinal: Int) -> SavedObjects {
    func own(_ objects: [NSManagedObject]) -> [NSManagedObject] {
      objects.filter { $0.key.store == ordinal }
    }
    return SavedObjects(
      inserted: own(inserted), updated: own(updated), deleted: own(deleted), locked: own(locked),
      revised: revised)
  }
}

/// The rows of saved objects on which a client store has set values while it saved them. Used on the
/// thread of the save.
final class RevisedRows {
  var rows: [ObjectKey: Row] = [:]
}
