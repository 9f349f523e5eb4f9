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
    let changes = ChangedIDs(info, in: context.persistentStoreCoordinator)
    // What a context of this process commits makes the rows of faults old by itself.
    merge(changes, into: context, isPushed: sender?.parentContext != nil) {
      if sender == nil { context.forgetKeptRows(of: changes) }
    }
  }

  /// One context after the other, parents before their children, waiting for each (R-CTX-776).
  static func merge(_ info: [AnyHashable: Any], into contexts: [NSManagedObjectContext]) {
    for context in contexts.sorted(by: { $0.depth < $1.depth }) {
      let changes = ChangedIDs(info, in: context.persistentStoreCoordinator)
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
  /// by somebody else, and so may be what was prefetched (R-CTX-777).
  fileprivate final func forgetKeptRows(of changes: ChangedIDs) {
    if let coordinator = persistentStoreCoordinator, !coordinator.staleRows.isEmpty {
      let ids = changes.inserted + changes.updated + changes.deleted
      coordinator.staleRows.drop(ids.compactMap(coordinator.key(of:)))
    }
    for id in changes.updated + changes.deleted {
      guard let object = registeredObject(for: id), !object.flags.contains(.realised) else {
        continue
      }
      object.state.becomeFault(object.layout.count)
    }
  }
}
