// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Standing below another context instead of a coordinator (R-CTX-067…072, 795).
extension NSManagedObjectContext {
  /// The coordinator at the root of the contexts above.
  final var rootCoordinator: NSPersistentStoreCoordinator? {
    if coordinator == nil, let found = parentContext?.rootCoordinator { join(found) }
    return coordinator
  }

  final func join(_ new: NSPersistentStoreCoordinator) {
    use(new)
    enlist()
    new.clientStores?.contextJoins(with: identityMap)
  }

  /// Works with a coordinator without being one of its contexts: nothing is merged into it, and no
  /// store is told of its objects.
  final func use(_ new: NSPersistentStoreCoordinator) {
    stand(above: new)
    identityMap.references = new.references
    identityMap.model = new.managedObjectModel
  }

  /// Returns a context of the library's own, for objects that a client store is handed. Call the
  /// store on its queue: then what the store runs in it runs at once, as in a client's context.
  static func aside(of coordinator: NSPersistentStoreCoordinator?) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    if let coordinator { context.use(coordinator) }
    return context
  }

  final func attach(toParent new: NSManagedObjectContext?) {
    guard new !== parentContext else { return }
    guard let new, parentContext == nil, coordinator == nil else {
      raise(
        .invalidArgument,
        "A context keeps its parent store: it has one already. Make another context for another "
          + "parent.")
    }
    requireQueue(of: new)
    requireNoCycle(new)
    source.stand(below: new)
    identityMap.family = new.identityMap.family
    identityMap.family.enter()
    enlist()
    if let root = new.rootCoordinator { join(root) }
  }

  /// Children ask from their own threads. A child may be confined to one (R-CTX-071).
  private final func requireQueue(of parent: NSManagedObjectContext) {
    guard parent.queue.kind != .confinement else {
      raise(
        .invalidArgument,
        "Parent NSManagedObjectContext must use either NSPrivateQueueConcurrencyType or "
          + "NSMainQueueConcurrencyType.")
    }
  }

  private final func requireNoCycle(_ parent: NSManagedObjectContext) {
    var next: NSManagedObjectContext? = parent
    while let context = next {
      if context === self {
        raise(
          .invalidArgument, "A context cannot stand below itself: the parents would form a cycle.")
      }
      next = context.parentContext
    }
  }
}
