// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A transaction as the notification of a save (R-PSC-750).
struct HistoryNotification {
  private var ids: [NSPersistentHistoryChangeType: Set<NSManagedObjectID>] = [:]
  private var moved: [NSManagedObjectID: NSManagedObjectID] = [:]

  static func make(for changes: [NSPersistentHistoryChange]) -> Notification {
    var notification = HistoryNotification()
    for change in changes { notification.add(change) }
    return Notification(
      name: .NSManagedObjectContextDidSaveObjectIDs, object: nil, userInfo: notification.userInfo)
  }

  /// A moved object is updated, as for the save that has moved it: either half tells the whole move.
  private mutating func add(_ change: NSPersistentHistoryChange) {
    let id = change.changedObjectID
    guard let other = change.move?.id, change.changeType != .update else {
      ids[change.changeType, default: []].insert(id)
      return
    }
    let (former, present) = change.changeType == .delete ? (id, other) : (other, id)
    moved[former] = present
    ids[.update, default: []].insert(present)
  }

  private var userInfo: [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [
      NSInsertedObjectIDsKey: ids[.insert] ?? [], NSUpdatedObjectIDsKey: ids[.update] ?? [],
      NSDeletedObjectIDsKey: ids[.delete] ?? [],
    ]
    if !moved.isEmpty { info[MovedObjectIDsKey] = moved }
    return info
  }
}
