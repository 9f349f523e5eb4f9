// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// `mergeChanges(fromContextDidSave:)` and `mergeChanges(fromRemoteContextSave:into:)`: reading
/// what they are given and getting to the context's queue.
enum MergeRequest {
  /// The notification's objects belong to another thread: only their IDs are read.
  static func merge(_ notification: Notification, into context: NSManagedObjectContext) {
    let sender = notification.object as? NSManagedObjectContext
    guard sender !== context, let info = notification.userInfo else { return }
    let coordinator = context.persistentStoreCoordinator
    let changes = ChangedIDs(info, in: coordinator)
    // What is known of client stores has the saves of their coordinator, and no others.
    if sender?.persistentStoreCoordinator !== coordinator {
      coordinator?.expireRecords(of: changes)
    }
    // What a context of this process commits makes the rows of faults old by itself.
    merge(changes, into: context, isPushed: sender?.parentContext != nil) {
      if sender == nil { context.forgetKeptRows(of: changes) }
    }
  }

  /// One context after the other, parents before their children, waiting for each (R-CTX-776).
  static func merge(_ info: [AnyHashable: Any], into contexts: [NSManagedObjectContext]) {
    var expired = Set<ObjectIdentifier>()
    for context in contexts.sorted(by: { $0.depth < $1.depth }) {
      let coordinator = context.persistentStoreCoordinator
      let changes = ChangedIDs(info, in: coordinator)
      // Once: the contexts of a coordinator share what is read anew.
      if let coordinator, expired.insert(ObjectIdentifier(coordinator)).inserted {
        coordinator.expireRecords(of: changes)
      }
      merge(changes, into: context) { context.forgetKeptRows(of: changes) }
    }
  }

  private static func merge(
    _ ids: ChangedIDs, into context: NSManagedObjectContext, isPushed: Bool = false,
    after prepare: () -> Void
  ) {
    var changes = SavedChanges(ids, for: context)
    changes.isPushed = isPushed
    changes.takeRows(for: context)
    context.onQueue {
      prepare()
      context.keepForThisTurn(ContextMerge.run(changes, in: context))
    }
  }
}

extension ChangedIDs {
  /// Those of all objects that came, changed or went.
  fileprivate var all: [NSManagedObjectID] { inserted + updated + deleted }
}

extension NSPersistentStoreCoordinator {
  /// Lets client stores be asked for what somebody else has changed, before it is read for a merge
  /// (R-CTX-777).
  fileprivate final func expireRecords(of changes: ChangedIDs) {
    guard let clientStores else { return }
    clientStores.expireRecords(of: changes.all.compactMap(key(of:)))
  }
}

extension NSManagedObjectContext {
  /// Runs a block on the context's queue, waiting; a confined context's, here and now.
  fileprivate final func onQueue(_ block: () -> Void) {
    if queue.kind == .confinement { block() } else { queue.sync(block) }
  }

  /// Keeps what a merge brought in until the queue is free again: within the block that asked for
  /// the merge it can be looked up. A confined context keeps it until its next merge, save or reset.
  fileprivate final func keepForThisTurn(_ objects: [NSManagedObject]) {
    let isWaiting = !merging.arrivals.isEmpty
    merging.keep(objects)
    guard !objects.isEmpty, !isWaiting, queue.kind != .confinement else { return }
    let map = identityMap
    queue.async { map.livingContext?.merging.letGo() }
  }

  /// How many contexts stand between this one and its coordinator.
  fileprivate final var depth: Int { (parentContext?.depth ?? -1) + 1 }

  /// Faults keep the row of their fetch while this process commits nothing; these rows were changed
  /// by somebody else, and so may be what was prefetched (R-CTX-777). The row of a deleted one tells whose
  /// relationships have it.
  fileprivate final func forgetKeptRows(of changes: ChangedIDs) {
    if let coordinator = persistentStoreCoordinator, !coordinator.staleRows.isEmpty {
      coordinator.staleRows.drop(changes.all.compactMap(coordinator.key(of:)))
    }
    for id in changes.updated {
      guard let object = registeredObject(for: id), !object.flags.contains(.realised) else {
        continue
      }
      object.state.becomeFault(object.layout.count)
    }
  }
}
