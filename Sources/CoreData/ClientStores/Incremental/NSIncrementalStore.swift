// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A store of your own that is asked for what is needed and told what has changed: a server, a
/// database, another store.
///
/// Override `type`, ``loadMetadata()``, ``execute(_:with:)``, ``newValuesForObject(with:with:)``,
/// ``newValue(forRelationship:forObjectWith:with:)`` and ``obtainPermanentIDs(for:)``; register the
/// class; add stores of its type. Calls come on any thread, one at a time unless
/// ``supportsConcurrentRequests`` says otherwise. They must not fetch, save or fire faults through
/// the coordinator or a context; `context.object(with:)` and reading what is passed are fine
/// (R-PSC-454). What a method throws reaches the client as it is.
///
/// A record's version rises by one with every save that changes it, also when it is among the locked
/// objects of one (R-PSC-449).
nonisolated open class NSIncrementalStore: NSPersistentStore {
  /// True if calls may come on several threads at once. Our addition; false by default.
  open class var supportsConcurrentRequests: Bool { false }

  /// True if the store enforces uniqueness constraints; otherwise a warning is written when it is
  /// added for entities that have some. Our addition; false by default.
  open class var enforcesUniquenessConstraints: Bool { false }

  /// Checks that the store can be used, and sets ``NSPersistentStore/metadata`` with at least type
  /// and UUID (R-PSC-441). A store in a file takes an empty file for a new store.
  open override func loadMetadata() throws {
    raise(
      .internalInconsistency,
      "\(Swift.type(of: self)) must override loadMetadata(): it checks that the store can be used "
        + "and sets the metadata.")
  }

  /// Answers a request (R-PSC-443…445).
  ///
  /// - Parameters:
  ///   - request: an `NSFetchRequest<any NSFetchRequestResult>`, a save request (all its sets nil:
  ///     save the metadata), or another kind; throw 134091 for one the store does not know. New kinds
  ///     may come.
  ///   - context: whose request it is; one that nobody else has for work that none asked for, such
  ///     as a migration. The call comes on its queue.
  /// - Returns: for a fetch, by result type, an array of objects (`context.object(with:)`), of IDs,
  ///   of dictionaries, or of one number; for a save an empty array; for others what suits them.
  ///   Anything else is 134060 for the client.
  open func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    raise(
      .internalInconsistency,
      "\(Swift.type(of: self)) must override execute(_:with:), which answers fetches and saves.")
  }

  /// Returns true if ``execute(_:with:)`` gives exactly what a fetch request asks for: filtered, in
  /// order, within offset and limit. Where it does not, the request comes without limits, more
  /// results than asked for are welcome, and the library filters, sorts and counts. Our addition;
  /// true by default.
  open func answersExactly(_ request: NSPersistentStoreRequest) -> Bool { true }

  /// Returns the values of an object (R-PSC-446). Throws 133000 when there is none.
  open func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    raise(
      .internalInconsistency,
      "\(Swift.type(of: self)) must override newValuesForObject(with:with:), which gives the values "
        + "of an object.")
  }

  /// Returns the value of a relationship that a node did not bring (R-PSC-447). A to-one is asked
  /// for while the object's values are loaded: whoever looks at the object within this call finds
  /// its attributes, and none of the to-ones that are still to come.
  ///
  /// - Returns: an ID or `NSNull` for a to-one; an array, a set or an ordered set of IDs for a
  ///   to-many, whose order counts where the relationship is ordered. Anything else is 134060, or
  ///   stops the program where a fault fires.
  open func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    raise(
      .internalInconsistency,
      "\(Swift.type(of: self)) must override newValue(forRelationship:forObjectWith:with:), which "
        + "gives the value of '\(relationship.name)'.")
  }

  /// Returns the permanent IDs of new objects, in their order, made with
  /// ``newObjectID(for:referenceObject:)``; asked once per save, before it (R-PSC-334). Temporary
  /// IDs, as `object.objectID`, are 134030.
  open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    raise(
      .internalInconsistency,
      "\(Swift.type(of: self)) must override obtainPermanentIDs(for:), which names new objects.")
  }

  /// Returns the UUID of a store that is to be created; a new one by default (R-PSC-442).
  open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

  /// Objects of the store have been registered in a context; with the other notice, a count of the
  /// contexts that use each (R-PSC-453). Any thread.
  open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

  /// Objects of the store are no longer registered in a context.
  open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

  // MARK: - Not to be overridden

  /// Returns the ID of an object by the store's own name for it: a string, a number or a UUID; or
  /// data, a date, a URL, a permanent object ID, or what else is `Hashable` and has a description
  /// that says which one it is. Equal names give equal IDs (R-PSC-452); the text counts, so 12 and
  /// "12" are the same, and a name that was only met in a URI is text. Other names with one text
  /// stop the program.
  open func newObjectID(
    for entity: NSEntityDescription, referenceObject data: Any
  ) -> NSManagedObjectID {
    StoreReferences.id(of: data, entity, in: self)
  }

  /// Returns the store's own reference for the object of an ID, which must be of this store.
  open func referenceObject(for objectID: NSManagedObjectID) -> Any {
    StoreReferences.reference(of: objectID, in: self)
  }
}
