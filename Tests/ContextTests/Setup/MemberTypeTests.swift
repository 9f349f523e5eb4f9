// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The members of contexts, objects and IDs with the types that client code expects of them.
@Suite struct MemberTypeTests {
  private typealias Context = NSManagedObjectContext
  private typealias Object = NSManagedObject

  private func isSendable<T: Sendable>(_ value: T) -> Bool { true }

  // R-CTX-030, 037, 038
  @Test(arguments: StackKind.singles)
  func lookingUpAndChangingHaveTheirTypes(_ kind: StackKind) throws {
    let find: (Context) -> (NSManagedObjectID) -> Object? = Context.registeredObject(for:)
    let look: (Context) -> (NSManagedObjectID) -> Object = Context.object(with:)
    let exist: (Context) -> (NSManagedObjectID) throws -> Object = Context.existingObject(with:)
    let assign: (Context) -> (Any, NSPersistentStore) -> Void = Context.assign(_:to:)
    let obtain: (Context) -> ([Object]) throws -> Void = Context.obtainPermanentIDs(for:)
    let refresh: (Context) -> (Object, Bool) -> Void = Context.refresh(_:mergeChanges:)
    let remove: (Context) -> (Object) -> Void = Context.delete(_:)
    let handle: (Context) -> (Object, NSManagedObjectID, NSPropertyDescription?) -> Bool =
      Context.shouldHandleInaccessibleFault(_:for:triggeredByProperty:)
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let lock: any NSLocking = context
      lock.lock()
      lock.unlock()
      let new = context.person("New")
      assign(context)(new, stack.coordinator.persistentStores[0])
      try obtain(context)([new])
      #expect(find(context)(new.objectID) === new)
      #expect(look(context)(new.objectID) === new)
      #expect(try exist(context)(new.objectID) === new)
      #expect(isSendable(context))
      context.detectConflicts(for: new)
      refresh(context)(new, true)
      remove(context)(new)
      #expect(new.isDeleted)
      #expect(handle(context)(new, new.objectID, nil))
    }
  }

  // R-CTX-039, 040, 041
  @Test(arguments: StackKind.singles)
  func changeSetsAndTransactionsHaveTheirTypes(_ kind: StackKind) throws {
    let sets: [KeyPath<Context, Set<Object>>] = [
      \.insertedObjects, \.updatedObjects, \.deletedObjects, \.registeredObjects,
    ]
    let save: (Context) -> () throws -> Void = Context.save
    let steps: [(Context) -> () -> Void] = [
      Context.undo, Context.redo, Context.rollback, Context.processPendingChanges,
      Context.refreshAllObjects, Context.reset,
    ]
    let merge: (Context) -> (Notification) -> Void = Context.mergeChanges(fromContextDidSave:)
    let remote: ([AnyHashable: Any], [Context]) -> Void =
      Context.mergeChanges(fromRemoteContextSave:into:)
    try Stack.withAda(kind).run { context in
      context.person("New")
      #expect(sets.map { context[keyPath: $0].count } == [1, 0, 0, 1])
      #expect(context.hasChanges)
      try save(context)()
      merge(context)(Notification(name: .NSManagedObjectContextDidSave))
      remote([:], [context])
      for step in steps { step(context)() }
      #expect(sets.map { context[keyPath: $0].count } == [0, 0, 0, 0])
    }
  }

  // R-CTX-045, 850
  @Test func notificationsHaveBothTheirNames() {
    #expect(Context.didChangeObjectsNotification == .NSManagedObjectContextObjectsDidChange)
    #expect(Context.willSaveObjectsNotification == .NSManagedObjectContextWillSave)
    #expect(Context.didSaveObjectsNotification == .NSManagedObjectContextDidSave)
    #expect(Context.didSaveObjectIDsNotification == .NSManagedObjectContextDidSaveObjectIDs)
    #expect(
      Context.didMergeChangesObjectIDsNotification
        == .NSManagedObjectContextDidMergeChangesObjectIDs)
  }

  // R-CTX-046, 049, 052, 053
  @Test(arguments: StackKind.singles)
  func objectsHaveTheirMembers(_ kind: StackKind) throws {
    let flags: [KeyPath<Object, Bool>] = [
      \.isInserted, \.isUpdated, \.isDeleted, \.hasChanges, \.hasPersistentChangedValues, \.isFault,
    ]
    let checks: [(Object) -> () throws -> Void] = [
      Object.validateForInsert, Object.validateForUpdate, Object.validateForDelete,
    ]
    try Stack.withAda(kind).run { context in
      let ada = try context.only("Person")
      let other = context.person("Ada")
      let result: any NSFetchRequestResult = ada
      #expect(result === ada)
      #expect(ada.isEqual(ada))
      #expect(!ada.isEqual(other))
      #expect(ada != other)
      #expect(ada.isFault)
      #expect(ada.hash != other.hash)
      #expect(ada.isFault)
      #expect(flags.map { ada[keyPath: $0] } == [false, false, false, false, false, true])
      #expect(flags.map { other[keyPath: $0] } == [true, false, false, true, true, false])
      ada.setValue("x", forKey: "firstName")
      let changes: [[String: Any]] = [ada.changedValues(), ada.changedValuesForCurrentEvent()]
      #expect(changes.map { $0["firstName"] as? String } == ["x", "Ada"])
      #expect(
        ada.committedValues(forKeys: ["firstName"]) as? [String: String] == ["firstName": "Ada"])
      for check in checks { try check(ada)() }
      var value: Any?
      #expect(failure { try ada.validateValue(&value, forKey: "firstName") } != nil)
    }
  }

  // R-CTX-054, 055
  @Test func optionsHaveTheirRawValues() {
    let events: [NSSnapshotEventType] = [
      .undoInsertion, .undoDeletion, .undoUpdate, .rollback, .refresh, .mergePolicy,
    ]
    #expect(events.map { $0.rawValue } == [2, 4, 8, 16, 32, 64])
    let kinds: [NSKeyValueSetMutationKind] = [.union, .minus, .intersect, .set]
    #expect(kinds.map { $0.rawValue } == [1, 2, 3, 4])
    #expect(isSendable(events[0]))
  }

  // R-CTX-056
  @Test(arguments: StackKind.singles)
  func idsCopyAndTravel(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    let id = try stack.run { try $0.only("Person").objectID }
    let copied: any NSCopying = id
    let result: any NSFetchRequestResult = id
    #expect(copied.copy(with: nil) as? NSManagedObjectID == id)
    #expect(result === id)
    #expect(isSendable(id))
    #expect(!id.isTemporaryID)
    #expect(id.entity.name == "Person")
    #expect(id.persistentStore === stack.coordinator.persistentStores[0])
    let url: URL = id.uriRepresentation()
    #expect(url.scheme == "x-coredata")
  }

  // R-CTX-059, 060
  @Test(arguments: StackKind.singles)
  func conflictsHoldWhatTheyAreMadeOf(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let ada = try context.only("Person")
      #expect(ada.string("firstName") == "Ada")
      let conflict = NSMergeConflict(
        source: ada, newVersion: 3, oldVersion: 2, cachedSnapshot: ["firstName": "a"],
        persistedSnapshot: nil)
      #expect(conflict.sourceObject === ada)
      #expect(conflict.persistedSnapshot == nil)
      #expect((conflict.newVersionNumber, conflict.oldVersionNumber) == (3, 2))
      #expect(conflict.cachedSnapshot as? [String: String] == ["firstName": "a"])
      #expect(conflict.objectSnapshot?["firstName"] as? String == "Ada")
      let clash = NSConstraintConflict(
        constraint: ["firstName"], database: nil, databaseSnapshot: nil, conflicting: [ada],
        conflictingSnapshots: [["firstName": "Ada"]])
      #expect(clash.constraint == ["firstName"])
      #expect(clash.conflictingObjects == [ada])
      #expect(clash.databaseObject == nil)
      #expect(clash.databaseSnapshot == nil)
      #expect(clash.constraintValues["firstName"] as? String == "Ada")
      #expect(clash.conflictingSnapshots.first?["firstName"] as? String == "Ada")
    }
  }
}
