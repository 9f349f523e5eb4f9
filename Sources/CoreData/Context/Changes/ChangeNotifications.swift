// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The objects of one notification.
struct ObjectChanges {
  var inserted: [NSManagedObject] = []
  var updated: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []
  var refreshed: [NSManagedObject] = []
  /// Objects whose store was removed.
  var invalidated: [NSManagedObject] = []

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
      && invalidated.isEmpty
  }
}

/// Posts a context's notifications, synchronously, on the calling thread (R-CTX-850…855).
enum ChangeNotifications {
  static func postDidChange(_ changes: ObjectChanges, from context: NSManagedObjectContext) {
    guard !changes.isEmpty else { return }
    var info = emptyInfo
    info.enter(changes.inserted, of: context, as: NSInsertedObjectsKey)
    info.enter(changes.updated, of: context, as: NSUpdatedObjectsKey)
    info.enter(changes.deleted, of: context, as: NSDeletedObjectsKey)
    info.enter(changes.refreshed, of: context, as: NSRefreshedObjectsKey)
    info.enter(changes.invalidated, of: context, as: NSInvalidatedObjectsKey)
    post(.NSManagedObjectContextObjectsDidChange, from: context, info: info)
  }

  static func postInvalidatedAll(_ ids: [NSManagedObjectID], from context: NSManagedObjectContext) {
    guard !ids.isEmpty else { return }
    post(
      .NSManagedObjectContextObjectsDidChange, from: context,
      info: [NSInvalidatedAllObjectsKey: ids])
  }

  static func postWillSave(from context: NSManagedObjectContext) {
    post(.NSManagedObjectContextWillSave, from: context, info: nil)
  }

  static func postDidSave(_ changes: ObjectChanges, from context: NSManagedObjectContext) {
    let weakly = WeakContext(context)
    var info = emptyInfo
    info[NSInsertedObjectsKey] = context.saving.set(of: changes.inserted)
    info[NSUpdatedObjectsKey] = context.saving.set(of: changes.updated)
    info[NSDeletedObjectsKey] = Set(changes.deleted)
    info[managedObjectContextKey] = weakly
    if case .pinned(let token, _) = context.reader.pin {
      info[NSManagedObjectContextQueryGenerationKey] = token
    }
    post(.NSManagedObjectContextDidSave, from: context, info: info)
    info = emptyInfo
    info[NSInsertedObjectIDsKey] = ids(changes.inserted)
    info[NSUpdatedObjectIDsKey] = ids(changes.updated)
    info[NSDeletedObjectIDsKey] = ids(changes.deleted)
    info[managedObjectContextKey] = weakly
    post(.NSManagedObjectContextDidSaveObjectIDs, from: context, info: info)
  }

  /// After a merge that concerned the context.
  static func postDidMerge(_ merged: ObjectChanges, from context: NSManagedObjectContext) {
    guard !merged.isEmpty else { return }
    let refreshed = ids(merged.refreshed)
    post(
      .NSManagedObjectContextDidMergeChangesObjectIDs, from: context,
      info: [
        NSInsertedObjectIDsKey: ids(merged.inserted),
        NSUpdatedObjectIDsKey: refreshed,
        NSDeletedObjectIDsKey: ids(merged.deleted),
        NSRefreshedObjectIDsKey: refreshed,
        NSInvalidatedObjectIDsKey: Set<NSManagedObjectID>(),
        managedObjectContextKey: WeakContext(context),
      ])
  }

  /// With more room than needed, so that keys seldom meet: comparing two `AnyHashable` costs more
  /// than all else that is done to enter one.
  private static var emptyInfo: [AnyHashable: Any] { Dictionary(minimumCapacity: 12) }

  private static func ids(_ objects: [NSManagedObject]) -> Set<NSManagedObjectID> {
    guard !objects.isEmpty else { return [] }
    var ids = Set<NSManagedObjectID>(minimumCapacity: objects.count)
    for object in objects { ids.insert(object.currentID) }
    return ids
  }

  private static func post(
    _ name: Notification.Name, from context: NSManagedObjectContext, info: [AnyHashable: Any]?
  ) {
    NotificationCenter.default.post(name: name, object: context, userInfo: info)
  }
}

extension [AnyHashable: Any] {
  /// Enters objects, if there are any.
  fileprivate mutating func enter(
    _ objects: [NSManagedObject], of context: NSManagedObjectContext, as key: String
  ) {
    if !objects.isEmpty { self[key] = context.saving.set(of: objects) }
  }
}
