// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// `mergeChanges(fromContextDidSave:)` and `mergeChanges(fromRemoteContextSave:into:)`: reading
/// what they are given and getting to the context's queue.
enum MergeRequest {
  /// The notification's objects belong to another thread: only their IDs are read.
  static func merge(_ notification: Notification, into context: NSManagedObjectContext) {
    if let sender = notification.object as? NSManagedObjectContext, sender === context { return }
    guard let info = notification.userInfo else { return }
    let changes = ChangedIDs(info, in: context.persistentStoreCoordinator)
    context.onQueue { ContextMerge.run(changes, in: context) }
  }

  /// One context after the other, parents before their children, waiting for each (R-CTX-776).
  static func merge(_ info: [AnyHashable: Any], into contexts: [NSManagedObjectContext]) {
    for context in contexts.sorted(by: { $0.depth < $1.depth }) {
      let changes = ChangedIDs(info, in: context.persistentStoreCoordinator)
      context.onQueue {
        context.forgetKeptRows(of: changes)
        ContextMerge.run(changes, in: context)
      }
    }
  }
}

extension NSManagedObjectContext {
  /// Runs a block on the context's queue, waiting; a confined context's, here and now.
  fileprivate final func onQueue(_ block: () -> Void) {
    if queue.kind == .confinement { block() } else { queue.sync(block) }
  }

  /// How many contexts stand between this one and its coordinator.
  fileprivate final var depth: Int { (parentContext?.depth ?? -1) + 1 }

  /// Faults keep the row of their fetch while this process commits nothing; these rows were changed
  /// by somebody else (R-CTX-777).
  fileprivate final func forgetKeptRows(of changes: ChangedIDs) {
    if let coordinator = persistentStoreCoordinator, !coordinator.staleRows.isEmpty {
      let ids = changes.inserted + changes.updated + changes.deleted
      coordinator.staleRows.drop(ids.compactMap(coordinator.key(of:)))
    }
    for id in changes.updated + changes.deleted {
      guard let object = registeredObject(for: id), !object.flags.contains(.realised) else {
        continue
      }
      object.row = nil
    }
  }
}
