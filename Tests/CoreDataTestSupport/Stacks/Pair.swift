// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
package import Foundation
import Testing

/// Two contexts on one coordinator, and what the first tells of its saves.
package struct Pair {
  package let stack: Stack
  package let sender: NSManagedObjectContext
  package let receiver: NSManagedObjectContext

  /// What merging posts.
  package static let names: [Notification.Name] = [
    .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidMergeChangesObjectIDs,
  ]

  package init(_ kind: StackKind) throws {
    stack = try Stack(kind)
    sender = stack.context()
    receiver = stack.context()
  }

  /// Changes something in the sender, saves, and returns the did-save notification.
  @discardableResult
  package func save(
    _ name: Notification.Name = .NSManagedObjectContextDidSave,
    _ change: (NSManagedObjectContext) throws -> Void
  ) throws -> Notification {
    try sender.performAndWait {
      try change(sender)
      let log = NotificationLog(sender, [name])
      try sender.save()
      let note = try #require(log.notes.first)
      return Notification(name: name, object: sender, userInfo: note.userInfo)
    }
  }

  /// Changes something in the sender, and merges the save into the receiver, on its queue.
  package func merge(_ change: (NSManagedObjectContext) throws -> Void) throws {
    let note = try save(.NSManagedObjectContextDidSave, change)
    receiver.performAndWait { receiver.mergeChanges(fromContextDidSave: note) }
  }
}

extension NSManagedObjectContext {
  /// The one object of an entity, with its values; from any queue.
  package func realised(_ name: String) throws -> NSManagedObject {
    try performAndWait {
      let object = try only(name)
      object.willAccessValue(forKey: nil)
      return object
    }
  }
}
