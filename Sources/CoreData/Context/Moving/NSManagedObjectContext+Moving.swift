// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension NSManagedObjectContext {
  /// Marks stored objects to move to another store with the next save, which inserts them there and
  /// deletes them here, all or nothing (R-PSC-930…935). Our addition.
  ///
  /// The objects stay what they are: the same instances, with their values, pending changes and
  /// relationships. At the save they get their new ``NSManagedObject/objectID``, and count as
  /// updated; no `awakeFromInsert()` or `prepareForDeletion()` is called and no delete rule applies.
  /// The did-save notification has the old and the new IDs under ``MovedObjectIDsKey``. Old IDs and
  /// their URIs lead to the objects for as long as both stores are added.
  ///
  /// Until the save the marking is a pending change: ``rollback()`` and undo forget it, a failed save
  /// keeps it. Objects that no store has yet are only assigned to the store.
  ///
  /// ```swift
  /// let ids = try context.move([order], to: archive)
  /// try context.save()
  /// ```
  ///
  /// Loads the objects and all that they are related to, a query for each relationship.
  ///
  /// - Parameters:
  ///   - objects: of this context, and not being deleted. Those that are in the store already stay.
  ///   - store: a store of this context's coordinator.
  ///   - relationships: what happens to objects that are related to these; by default they move too.
  /// - Returns: the new ID of each object that moves, by its present one.
  /// - Throws: 133010 for a relationship that ``MovePolicy/reject`` finds; 134030 when the store does
  ///   not hold an object's entity, with all such objects under `NSAffectedObjectsErrorKey`; 513 when
  ///   one of the stores is read-only; 134070 for a store that is not here; 134060 for objects of
  ///   another context or being deleted, for too many objects, and below a parent; 133000 for an
  ///   object that is gone; what stores throw. After an error nothing has changed.
  @discardableResult
  public final func move(
    _ objects: [NSManagedObject], to store: NSPersistentStore,
    relationships: MovePolicy = .closure
  ) throws -> [NSManagedObjectID: NSManagedObjectID] {
    ConcurrencyCheck.require(self, "move(_:to:relationships:)")
    return try MoveRequest(self, to: store, policy: relationships).run(objects)
  }
}
