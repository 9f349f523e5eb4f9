// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import Synchronization

/// The library's calls to the client stores of a coordinator, a requirement for each moment.
///
/// A coordinator has an observer from the moment it is given its first client store; before, each
/// moment costs the look whether there is one (``NSPersistentStoreCoordinator/clientStores``).
protocol ClientStoreObserver: AnyObject, Sendable {
  // MARK: - Stores come and go

  /// A client store was added.
  func storeWasAdded()

  /// A store is about to go: what contexts still have of it is unregistered.
  func storeWillBeRemoved(_ store: NSPersistentStore)

  /// A store, of whatever kind, is no longer in the list.
  func storeWasRemoved()

  /// A store takes the place of another, and is told of the objects that contexts have already.
  func storeIsExchanged(for new: NSPersistentStore, _ exchange: () -> Void)

  /// A context works with the coordinator from now on.
  func contextJoins(with map: IdentityMap)

  // MARK: - Reads

  /// Runs a read of a context as its own.
  func reading<T>(for context: NSManagedObjectContext, _ body: () throws -> T) rethrows -> T

  /// Runs a part of a fetch, with what the client asked for.
  /// - Parameter context: nil for a fetch that runs beside its context's queue.
  func asking<T>(
    _ question: FetchSpecification, for context: NSManagedObjectContext?, _ body: () throws -> T
  ) rethrows -> T

  /// True if a store is asked for each row by itself, so that reading keys first and the missing rows
  /// after them does not pay.
  var readsRowByRow: Bool { get }

  /// True if a store may register an object while it is asked for that object's row.
  var mayRegisterWhileReading: Bool { get }

  /// True if only the store knows which of two rows is the newer one: its versions may be anything.
  var decidesWhatIsNewest: Bool { get }

  /// Has the next reads of objects ask their stores: the records may not be true any more. Any thread.
  func expireRecords(of keys: [ObjectKey])

  /// The dictionaries that a fetch asks for; nil: they are computed from objects.
  func dictionaries(
    for specification: FetchSpecification, _ query: Query, in stores: [Int]?,
    of context: NSManagedObjectContext
  ) throws -> [NSDictionary]?

  // MARK: - Saves

  /// Permanent keys for new objects whose stores are known (R-PSC-334).
  func keys(for new: [NewObject], of objects: [NSManagedObject]) throws -> [ObjectKey]

  /// Runs the commit of a save, whose objects client stores are handed.
  func saving<T>(
    _ objects: SavedObjects, of context: NSManagedObjectContext, _ commit: () throws -> T
  ) rethrows -> T

  /// True if stores may change objects while these are saved.
  var mayChangeWhileSaving: Bool { get }

  /// True while the calling thread runs the commit of a save: values of links are handed over as the
  /// URIs that stores keep.
  var isHandingOver: Bool { get }

  /// A context without changes is saved (R-PSC-457). Throws what the first of the stores throws.
  func saveNothing(of context: NSManagedObjectContext) throws

  // MARK: - Batch requests

  /// The client store of an ordinal, if it takes batch requests as they are; nil for an engine.
  func answeringStore(_ ordinal: Int) -> NSPersistentStore?

  /// Throws where one of some stores refuses a batch request, before anything is written.
  func requireBatches(_ request: NSPersistentStoreRequest, in ordinals: [Int]) throws
}

extension NSPersistentStoreCoordinator {
  /// The observer of client stores; nil while none has been added.
  @inline(__always)
  final var clientStores: (any ClientStoreObserver)? {
    hasClientStoreHooks.load(ordering: .acquiring) ? clientStoreHooks.load() : nil
  }
}

/// The objects of a save by their permanent keys.
struct SavedObjects {
  var inserted: [NSManagedObject] = []
  var updated: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []
  var locked: [NSManagedObject] = []
  /// The stores that objects move from or to, by ordinal.
  var movingStores: Set<Int> = []
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
