// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Taking over what a child saves, as changes of this context (R-CTX-810…815).
extension NSManagedObjectContext {
  /// Applies the changes on this context's queue and announces them by one notification. Returns
  /// the keys of updated objects that are deleted here, whose updates are dropped. Throws what the
  /// stores throw, before anything has changed.
  final func accept(_ changes: PushedChanges) throws -> Set<ObjectKey> {
    try queue.sync {
      // What was pending before is announced by itself.
      processPendingChanges()
      // Before anything changes: what cannot be read makes the child's save throw.
      let deleted = try changes.deletes.compactMap(existing)
      var lost = Set<ObjectKey>()
      var updated: [(PushedChanges.Object, NSManagedObject)] = []
      for change in changes.updates {
        if let object = try existing(change.key) {
          updated.append((change, object))
        } else {
          lost.insert(change.key)
        }
      }
      let all = changes.inserts.map { ($0, adoptInsertion($0)) } + updated
      for (change, object) in all { applyAttributes(change, to: object) }
      for (change, object) in all { applyRelationships(change, to: object) }
      for (change, object) in all { applyOrders(change, to: object) }
      for object in deleted where !object.flags.contains(.deleted) { markDeleted(object) }
      processPendingChanges()
      return lost
    }
  }

  /// A child's new object is new here too, under the same key; nobody is told to awake, since the
  /// child's instance was (R-CTX-241).
  private final func adoptInsertion(_ change: PushedChanges.Object) -> NSManagedObject {
    if let known = registered(change.key) {
      insertExisting(known)
      return known
    }
    let object = factory(of: change.key.entity).make()
    enrol(object, as: change.key, newWith: object.layout.defaultRow)
    if let store = change.store { assignments[ObjectIdentifier(object)] = store }
    // The child's temporary ID is known to clients: it leads here for good (R-CTX-112).
    _ = object.currentID
    tracker.noteInsertion(of: object)
    return object
  }

  private final func applyAttributes(_ change: PushedChanges.Object, to object: NSManagedObject) {
    if !object.flags.contains(.inserted) { tracker.noteChange(of: object) }
    for (index, value) in change.values {
      if case .attribute(let cell) = value { object.change(index, to: cell) }
    }
  }

  private final func applyRelationships(
    _ change: PushedChanges.Object, to object: NSManagedObject
  ) {
    for (index, value) in change.values {
      switch value {
      case .attribute: break
      case .toOne(let key): object.setToOne(index, to: key.map(materialise))
      case .toMany(let members):
        object.remove(members.removed.map(materialise), from: index)
        object.insert(members.added.map(materialise), into: index, at: nil)
      }
    }
  }

  /// The child's order; members that only this context knows stay behind it.
  private final func applyOrders(_ change: PushedChanges.Object, to object: NSManagedObject) {
    for case (let index, .toMany(let members)) in change.values {
      guard let order = members.order else { continue }
      let value = object.loadedToMany(index)
      let ordered = order.map(materialise).filter(value.contains)
      var known = ObjectList(ordered)
      value.arrange(ordered + value.members.filter { !known.contains($0) })
    }
  }
}
