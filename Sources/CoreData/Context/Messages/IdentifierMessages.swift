// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Messages with IDs, of which those of private-queue contexts may be taken anywhere.
extension NSManagedObjectContext {
  /// A main-queue context has saved. Posted on the main actor.
  public struct DidSaveObjectIDsMessage: NotificationCenter.MainActorMessage, ContextMessage {
    /// The contexts that post it.
    public typealias Subject = NSManagedObjectContext
    /// The name of the notification.
    public static var name: Notification.Name { .NSManagedObjectContextDidSaveObjectIDs }
    /// The context.
    public let context: NSManagedObjectContext
    /// The IDs of inserted objects.
    public let insertedIDs: Set<NSManagedObjectID>
    /// The IDs of updated objects.
    public let updatedIDs: Set<NSManagedObjectID>
    /// The IDs of deleted objects.
    public let deletedIDs: Set<NSManagedObjectID>
    /// The IDs of objects that have other values, though nothing was changed in the context.
    public let refreshedIDs: Set<NSManagedObjectID>
    /// The IDs of objects that the context has forgotten.
    public let invalidatedIDs: Set<NSManagedObjectID>
    /// The state of the stores afterwards, if the context reads a pinned one.
    public let queryGeneration: NSQueryGenerationToken?
    /// The end of the histories after the save, if a store that keeps one was written.
    public let historyToken: NSPersistentHistoryToken?

    /// Returns the message of a notification; nil if it is another one's.
    @MainActor public static func makeMessage(_ notification: Notification) -> Self? {
      MessageReading(notification, name).map { reading in
        Self(
          context: reading.context, insertedIDs: reading.ids(NSInsertedObjectIDsKey),
          updatedIDs: reading.ids(NSUpdatedObjectIDsKey),
          deletedIDs: reading.ids(NSDeletedObjectIDsKey),
          refreshedIDs: reading.ids(NSRefreshedObjectIDsKey),
          invalidatedIDs: reading.ids(NSInvalidatedObjectIDsKey),
          queryGeneration: reading.generation, historyToken: reading.historyToken)
      }
    }
  }

  /// A private-queue context has saved. Observers are called asynchronously.
  public struct DidSaveObjectIDsAsyncMessage: NotificationCenter.AsyncMessage, ContextMessage {
    /// The contexts that post it.
    public typealias Subject = NSManagedObjectContext
    /// The name of the notification.
    public static var name: Notification.Name { .NSManagedObjectContextDidSaveObjectIDs }
    /// The context.
    public let context: NSManagedObjectContext
    /// The IDs of inserted objects.
    public let insertedIDs: Set<NSManagedObjectID>
    /// The IDs of updated objects.
    public let updatedIDs: Set<NSManagedObjectID>
    /// The IDs of deleted objects.
    public let deletedIDs: Set<NSManagedObjectID>
    /// The IDs of objects that have other values, though nothing was changed in the context.
    public let refreshedIDs: Set<NSManagedObjectID>
    /// The IDs of objects that the context has forgotten.
    public let invalidatedIDs: Set<NSManagedObjectID>
    /// The state of the stores afterwards, if the context reads a pinned one.
    public let queryGeneration: NSQueryGenerationToken?
    /// The end of the histories after the save, if a store that keeps one was written.
    public let historyToken: NSPersistentHistoryToken?

    /// Returns the message of a notification; nil if it is another one's.
    public static func makeMessage(_ notification: Notification) -> Self? {
      MessageReading(notification, name).map { reading in
        Self(
          context: reading.context, insertedIDs: reading.ids(NSInsertedObjectIDsKey),
          updatedIDs: reading.ids(NSUpdatedObjectIDsKey),
          deletedIDs: reading.ids(NSDeletedObjectIDsKey),
          refreshedIDs: reading.ids(NSRefreshedObjectIDsKey),
          invalidatedIDs: reading.ids(NSInvalidatedObjectIDsKey),
          queryGeneration: reading.generation, historyToken: reading.historyToken)
      }
    }
  }

  /// A main-queue context has merged changes from elsewhere. Posted on the main actor.
  public struct DidMergeChangesMessage: NotificationCenter.MainActorMessage, ContextMessage {
    /// The contexts that post it.
    public typealias Subject = NSManagedObjectContext
    /// The name of the notification.
    public static var name: Notification.Name { .NSManagedObjectContextDidMergeChangesObjectIDs }
    /// The context.
    public let context: NSManagedObjectContext
    /// The IDs of inserted objects.
    public let insertedIDs: Set<NSManagedObjectID>
    /// The IDs of updated objects.
    public let updatedIDs: Set<NSManagedObjectID>
    /// The IDs of deleted objects.
    public let deletedIDs: Set<NSManagedObjectID>
    /// The IDs of objects that have other values, though nothing was changed in the context.
    public let refreshedIDs: Set<NSManagedObjectID>
    /// The IDs of objects that the context has forgotten.
    public let invalidatedIDs: Set<NSManagedObjectID>
    /// The state of the stores afterwards, if the context reads a pinned one.
    public let queryGeneration: NSQueryGenerationToken?

    /// Returns the message of a notification; nil if it is another one's.
    @MainActor public static func makeMessage(_ notification: Notification) -> Self? {
      MessageReading(notification, name).map { reading in
        Self(
          context: reading.context, insertedIDs: reading.ids(NSInsertedObjectIDsKey),
          updatedIDs: reading.ids(NSUpdatedObjectIDsKey),
          deletedIDs: reading.ids(NSDeletedObjectIDsKey),
          refreshedIDs: reading.ids(NSRefreshedObjectIDsKey),
          invalidatedIDs: reading.ids(NSInvalidatedObjectIDsKey),
          queryGeneration: reading.generation)
      }
    }
  }

  /// A private-queue context has merged changes from elsewhere. Observers are called asynchronously.
  public struct DidMergeChangesAsyncMessage: NotificationCenter.AsyncMessage, ContextMessage {
    /// The contexts that post it.
    public typealias Subject = NSManagedObjectContext
    /// The name of the notification.
    public static var name: Notification.Name { .NSManagedObjectContextDidMergeChangesObjectIDs }
    /// The context.
    public let context: NSManagedObjectContext
    /// The IDs of inserted objects.
    public let insertedIDs: Set<NSManagedObjectID>
    /// The IDs of updated objects.
    public let updatedIDs: Set<NSManagedObjectID>
    /// The IDs of deleted objects.
    public let deletedIDs: Set<NSManagedObjectID>
    /// The IDs of objects that have other values, though nothing was changed in the context.
    public let refreshedIDs: Set<NSManagedObjectID>
    /// The IDs of objects that the context has forgotten.
    public let invalidatedIDs: Set<NSManagedObjectID>
    /// The state of the stores afterwards, if the context reads a pinned one.
    public let queryGeneration: NSQueryGenerationToken?

    /// Returns the message of a notification; nil if it is another one's.
    public static func makeMessage(_ notification: Notification) -> Self? {
      MessageReading(notification, name).map { reading in
        Self(
          context: reading.context, insertedIDs: reading.ids(NSInsertedObjectIDsKey),
          updatedIDs: reading.ids(NSUpdatedObjectIDsKey),
          deletedIDs: reading.ids(NSDeletedObjectIDsKey),
          refreshedIDs: reading.ids(NSRefreshedObjectIDsKey),
          invalidatedIDs: reading.ids(NSInvalidatedObjectIDsKey),
          queryGeneration: reading.generation)
      }
    }
  }
}
