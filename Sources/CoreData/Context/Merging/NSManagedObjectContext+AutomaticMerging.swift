// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// Hearing of the saves of others, and telling of one's own (R-CTX-780…786).
extension NSManagedObjectContext {
  final func setAutomaticMerging(_ isAutomatic: Bool) {
    if isAutomatic, queue.kind == .confinement {
      raise(
        .invalidArgument,
        "A confined context cannot merge changes automatically; make it with .privateQueue or "
          + ".mainQueue.")
    }
    settings.mergesAutomatically.store(isAutomatic, ordering: .relaxed)
    enlist()
  }

  /// Puts the context into the list of its source, whose saves it may want to hear of: its parent,
  /// or else the coordinator. The coordinator lists all.
  final func enlist() {
    let isAutomatic = settings.mergesAutomatically.load(ordering: .relaxed)
    parentContext?.children.set(identityMap, mergesAutomatically: isAutomatic)
    coordinator?.contexts.set(
      identityMap, mergesAutomatically: isAutomatic && parentContext == nil)
  }

  /// The context is going away.
  final func delist() {
    parentContext?.children.remove(identityMap)
    coordinator?.contexts.remove(identityMap)
  }

  /// Tells those who merge automatically that this context has saved: to its coordinator, or to its
  /// parent. Called before client code hears of the save, so that what that code saves is told
  /// later. Costs a look when there are none.
  final func announceSave(_ saved: ObjectChanges) {
    if parentContext == nil, let contexts = coordinator?.contexts, contexts.hasReceivers {
      contexts.announce(SavedChanges(saved, by: self), by: self)
    }
    if children.hasReceivers { children.announce(SavedChanges(saved, by: self), by: self) }
  }

  /// Merges what another context saved, in a turn of its own, waiting for nobody; what was merged so
  /// is passed on to the context's children. Does not keep the context alive, nor what has come.
  final func enqueueMerge(_ changes: SavedChanges) {
    let map = identityMap
    queue.async {
      guard let context = map.livingContext else { return }
      ContextMerge.run(changes, in: context)
      context.children.announce(changes.passed(on: context), by: context)
    }
  }
}
