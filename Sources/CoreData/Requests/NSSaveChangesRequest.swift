// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A request to write a context's changes; what a client store is asked to save.
nonisolated open class NSSaveChangesRequest: NSPersistentStoreRequest {
  /// Objects to insert.
  public final let insertedObjects: Set<NSManagedObject>?
  /// Objects to update.
  public final let updatedObjects: Set<NSManagedObject>?
  /// Objects to delete.
  public final let deletedObjects: Set<NSManagedObject>?
  /// Objects whose versions are checked without being changed; `nil` where there are none.
  public final let lockedObjects: Set<NSManagedObject>?

  /// A request for the given sets; `nil` means none.
  public init(
    inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
    deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
  ) {
    self.insertedObjects = insertedObjects
    self.updatedObjects = updatedObjects
    self.deletedObjects = deletedObjects
    self.lockedObjects = lockedObjects
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .saveRequestType }

  /// A text that says how many objects are inserted, updated, deleted and locked.
  open override var description: String {
    let parts = [
      ("inserted", insertedObjects), ("updated", updatedObjects), ("deleted", deletedObjects),
      ("locked", lockedObjects),
    ]
    let counts = parts.map { "\($0.0): \($0.1?.count ?? 0)" }.joined(separator: ", ")
    return "\(ObjectText.head(self)) (\(counts))"
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSSaveChangesRequest(
      inserted: insertedObjects, updated: updatedObjects, deleted: deletedObjects,
      locked: lockedObjects)
    copy.affectedStores = affectedStores
    return copy
  }
}
