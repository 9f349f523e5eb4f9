// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The objects of one notification.
struct ObjectChanges {
  var inserted: [NSManagedObject] = []
  var updated: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []
  var refreshed: [NSManagedObject] = []
  /// Updated objects that a save has moved to another store, with their former keys.
  var moved: [(formerKey: ObjectKey, object: NSManagedObject)] = []
  /// Objects whose store was removed.
  var invalidated: [NSManagedObject] = []

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
      && invalidated.isEmpty
  }

  /// The objects of a part; none for the context.
  subscript(part: UserInfoPart) -> [NSManagedObject] {
    switch part {
    case .inserted: inserted
    case .updated: updated
    case .deleted: deleted
    case .refreshed: refreshed
    case .invalidated: invalidated
    case .context: []
    }
  }
}

/// Posts a context's notifications, synchronously, on the calling thread (R-CTX-850…855).
enum ChangeNotifications {
  private static let changeTemplates = UserInfoTemplates([
    NSInsertedObjectsKey: .inserted, NSUpdatedObjectsKey: .updated, NSDeletedObjectsKey: .deleted,
    NSRefreshedObjectsKey: .refreshed, NSInvalidatedObjectsKey: .invalidated,
  ])
  private static let saveTemplate = UserInfoTemplate([
    NSInsertedObjectsKey: .inserted, NSUpdatedObjectsKey: .updated, NSDeletedObjectsKey: .deleted,
    managedObjectContextKey: .context,
  ])
  private static let saveTemplateOfIDs = UserInfoTemplate([
    NSInsertedObjectIDsKey: .inserted, NSUpdatedObjectIDsKey: .updated,
    NSDeletedObjectIDsKey: .deleted, managedObjectContextKey: .context,
  ])

  static func postDidChange(_ changes: ObjectChanges, from context: NSManagedObjectContext) {
    guard !changes.isEmpty else { return }
    let template = changeTemplates.template { !changes[$0].isEmpty }
    post(
      .NSManagedObjectContextObjectsDidChange, from: context,
      info: template.filled { context.saving.set(of: changes[$0], as: $0) })
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
    var info = saveTemplate.filled { part -> Any in
      part == .context ? weakly : context.saving.set(of: changes[part], as: part)
    }
    let moved = movedIDs(changes, in: context)
    if let moved { info[MovedObjectIDsKey] = moved }
    if case .pinned(let token, _) = context.reader.pin {
      info[NSManagedObjectContextQueryGenerationKey] = token
    }
    let history = CurrentHistory.token(after: changes, of: context)
    if let history { info[saveHistoryTokenKey] = history }
    post(.NSManagedObjectContextDidSave, from: context, info: info)
    var idInfo = saveTemplateOfIDs.filled { part -> Any in
      part == .context ? weakly : ids(changes[part])
    }
    if let moved { idInfo[MovedObjectIDsKey] = moved }
    if let history { idInfo[saveHistoryTokenKey] = history }
    post(.NSManagedObjectContextDidSaveObjectIDs, from: context, info: idInfo)
  }

  /// The new IDs of moved objects by the former ones; nil when none has moved.
  private static func movedIDs(
    _ changes: ObjectChanges, in context: NSManagedObjectContext
  ) -> [NSManagedObjectID: NSManagedObjectID]? {
    guard !changes.moved.isEmpty else { return nil }
    let coordinator = context.requiredCoordinator
    return Dictionary(
      changes.moved.map { (coordinator.objectID(for: $0.formerKey), $0.object.currentID) }
    ) { first, _ in first }
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

  private static func ids(_ objects: [NSManagedObject]) -> Set<NSManagedObjectID> {
    guard !objects.isEmpty else { return [] }
    typealias IDs = Set<NSManagedObjectID>
    var ids = IDs(minimumCapacity: IDs.room(for: objects.count))
    for object in objects { ids.insert(object.currentID) }
    return ids
  }

  private static func post(
    _ name: Notification.Name, from context: NSManagedObjectContext, info: [AnyHashable: Any]?
  ) {
    NotificationCenter.default.post(name: name, object: context, userInfo: info)
  }
}
