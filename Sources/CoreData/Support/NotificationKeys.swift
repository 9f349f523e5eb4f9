// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

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

/// The history token of a save, in the notification that a context posts after it.
let saveChangeTokenKey = "newChangeToken"
/// The posting context, weakly boxed, in the notifications of contexts.
let managedObjectContextKey = "managedObjectContext"
