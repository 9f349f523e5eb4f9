// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The invalidation of the registered objects of a store that has been removed (R-CTX-346).
///
/// Those without changes leave their contexts, which say so. Changed ones stay, so that the save
/// can refuse instead of losing them (R-PSC-075).
enum StoreInvalidation {
  /// Tells the contexts: at once those whose queue this is, the others in a turn of their own. A
  /// confined context of another thread cannot be reached; its faults find no row.
  static func announce(_ ordinal: Int, to contexts: ContextRegistry) {
    for context in contexts.contexts {
      if context.queue.isCurrent {
        run(ordinal, in: context)
      } else if context.queue.kind != .confinement, !hasNothing(context) {
        let map = context.identityMap
        context.queue.async {
          if let context = map.livingContext { run(ordinal, in: context) }
        }
      }
    }
  }

  /// Returns true if a context has no object, and no block that could be about to register one: what it
  /// begins from now on does not find the store.
  private static func hasNothing(_ context: NSManagedObjectContext) -> Bool {
    context.queue.isIdle && context.identityMap.count == 0
  }

  private static func run(_ ordinal: Int, in context: NSManagedObjectContext) {
    var changes = ObjectChanges()
    changes.invalidated = context.identityMap.objects().filter {
      $0.key.store == ordinal && !$0.key.isTemporary && $0.flags.isDisjoint(with: .pending)
    }
    guard !changes.isEmpty else { return }
    NSManagedObject.announceChange(of: changes.invalidated)
    for object in changes.invalidated {
      context.identityMap.forget(object, key: object.key)
      object.orphan()
    }
    context.registry.retained.removeOrphans()
    context.merging.letGoOfOrphans()
    context.tracker.uncheckOrphans()
    ChangeNotifications.postDidChange(changes, from: context)
  }
}
