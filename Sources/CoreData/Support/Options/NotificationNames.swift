// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

extension Notification.Name {
  /// A context processed changes of its objects.
  public static let NSManagedObjectContextObjectsDidChange = Notification.Name(
    "NSObjectsChangedInManagingContextNotification")
  /// A context is about to save.
  public static let NSManagedObjectContextWillSave = Notification.Name(
    "NSManagingContextWillSaveChangesNotification")
  /// A context saved; the user info holds objects.
  public static let NSManagedObjectContextDidSave = Notification.Name(
    "NSManagingContextDidSaveChangesNotification")
  /// A context saved; the user info holds object IDs.
  public static let NSManagedObjectContextDidSaveObjectIDs = Notification.Name(
    "NSManagedObjectContextDidSaveObjectIDsNotification")
  /// A context merged changes from elsewhere.
  public static let NSManagedObjectContextDidMergeChangesObjectIDs = Notification.Name(
    "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
  /// A coordinator's stores are about to be others. Never posted: as on Apple's platforms it tells of
  /// stores that a service switches (R-PSC-123).
  public static let NSPersistentStoreCoordinatorStoresWillChange = Notification.Name(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification")
  /// A coordinator added, removed or swapped stores.
  public static let NSPersistentStoreCoordinatorStoresDidChange = Notification.Name(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification")
  /// A store is about to be removed; the notification's object is the store.
  public static let NSPersistentStoreCoordinatorWillRemoveStore = Notification.Name(
    "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
  /// A store was written to, by this process or another.
  public static let NSPersistentStoreRemoteChange = Notification.Name(
    "NSPersistentStoreRemoteChangeNotification")
  /// A store can no longer be used because a decided save is missing in it, or can again; see
  /// ``CoreData/NSPersistentStoreCoordinator/recoveryError(of:)``. The object is the store. Posted on
  /// any thread. Our addition.
  public static let StoreRecoveryStateDidChange = Notification.Name(
    "StoreRecoveryStateDidChangeNotification")
}

// Keys of the user info of notifications.

/// Inserted objects.
public let NSInsertedObjectsKey: String = "inserted"
/// Updated objects.
public let NSUpdatedObjectsKey: String = "updated"
/// Deleted objects.
public let NSDeletedObjectsKey: String = "deleted"
/// Objects refreshed without changes of their own.
public let NSRefreshedObjectsKey: String = "refreshed"
/// Invalidated objects.
public let NSInvalidatedObjectsKey: String = "invalidated"
/// All objects were invalidated; an array of IDs.
public let NSInvalidatedAllObjectsKey: String = "invalidatedAll"
/// IDs of inserted objects.
public let NSInsertedObjectIDsKey: String = "inserted_objectIDs"
/// IDs of updated objects.
public let NSUpdatedObjectIDsKey: String = "updated_objectIDs"
/// IDs of deleted objects.
public let NSDeletedObjectIDsKey: String = "deleted_objectIDs"
/// IDs of refreshed objects.
public let NSRefreshedObjectIDsKey: String = "refreshed_objectIDs"
/// IDs of invalidated objects.
public let NSInvalidatedObjectIDsKey: String = "invalidated_objectIDs"
/// The query generation after a save.
public let NSManagedObjectContextQueryGenerationKey: String = "newQueryGeneration"
/// The stores that were added: `[NSPersistentStore]`.
public let NSAddedPersistentStoresKey: String = "NSAddedPersistentStoresKey"
/// The stores that were removed: `[NSPersistentStore]`.
public let NSRemovedPersistentStoresKey: String = "NSRemovedPersistentStoresKey"
/// The old store, the new store and perhaps the new object IDs.
public let NSUUIDChangedPersistentStoresKey: String = "NSUUIDChangedPersistentStoresKey"
/// The URL of a store that changed.
public let NSPersistentStoreURLKey: String = "storeURL"
/// The history token after a change of a store.
public let NSPersistentHistoryTokenKey: String = "historyToken"

/// The new IDs of objects that a save has moved to another store, by the former ones:
/// `[NSManagedObjectID: NSManagedObjectID]`. Absent when none has moved. Our addition.
public let MovedObjectIDsKey: String = "movedObjectIDs"

/// The history token after a save, in the notifications of contexts.
let saveHistoryTokenKey = "newChangeToken"

/// The posting context, weakly boxed, in the notifications of contexts.
let managedObjectContextKey = "managedObjectContext"

extension NSManagedObjectContext {
  /// Posted before the context saves.
  public static let willSaveObjectsNotification =
    Notification.Name.NSManagedObjectContextWillSave
  /// Posted after the context saved; the user info holds objects.
  public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
  /// Posted after the context processed changes of its objects.
  public static let didChangeObjectsNotification =
    Notification.Name.NSManagedObjectContextObjectsDidChange
  /// Posted after the context saved; the user info holds object IDs.
  public static let didSaveObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidSaveObjectIDs
  /// Posted after the context merged changes from elsewhere.
  public static let didMergeChangesObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs

  /// The keys of the user info of a context's notifications.
  public enum NotificationKey: String, Sendable {
    /// The objects that were inserted.
    case insertedObjects = "inserted"
    /// The objects that were updated.
    case updatedObjects = "updated"
    /// The objects that were deleted.
    case deletedObjects = "deleted"
    /// The objects that have other values than before, though nothing was changed in the context.
    case refreshedObjects = "refreshed"
    /// The objects that the context has forgotten, one by one.
    case invalidatedObjects = "invalidated"
    /// The IDs of all objects, which the context has forgotten: it was reset.
    case invalidatedAllObjects = "invalidatedAll"
    /// The IDs of inserted objects.
    case insertedObjectIDs = "inserted_objectIDs"
    /// The IDs of updated objects.
    case updatedObjectIDs = "updated_objectIDs"
    /// The IDs of deleted objects.
    case deletedObjectIDs = "deleted_objectIDs"
    /// The IDs of refreshed objects.
    case refreshedObjectIDs = "refreshed_objectIDs"
    /// The IDs of objects that the context has forgotten.
    case invalidatedObjectIDs = "invalidated_objectIDs"
    /// The query generation that the context reads after the save.
    case queryGeneration = "newQueryGeneration"
  }
}
