// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Identifiers, merge policies and conflicts under Apple's names.
@Suite struct PolicySurfaceTests {
  private let container = ShoppingContainer()

  // R-CTX-056
  @Test func membersOfAnID() throws {
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let item = ShoppingItem(name: "Milk", in: context)
      try context.save()
      let id: NSManagedObjectID = item.objectID
      let entity: NSEntityDescription = id.entity
      let store: NSPersistentStore? = id.persistentStore
      let url: URL = id.uriRepresentation()
      #expect(entity.name == "ShoppingItem")
      #expect(store != nil)
      #expect(!id.isTemporaryID)
      #expect(url.scheme == "x-coredata")
      let values: (any NSCopying & NSFetchRequestResult & Sendable) = id
      #expect(values.copy(with: nil) as AnyObject === id)
    }
  }

  // R-CTX-057, R-CTX-058
  @Test func policiesAndTheirTypes() throws {
    let policies: [NSMergePolicy] = [
      .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]
    let types: [NSMergePolicyType] = [
      .errorMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
      .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
      .rollbackMergePolicyType,
    ]
    #expect(policies.map(\.mergeType) == types)
    #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4])
    let globals: [AnyObject] = [
      NSErrorMergePolicy, NSMergeByPropertyStoreTrumpMergePolicy,
      NSMergeByPropertyObjectTrumpMergePolicy, NSOverwriteMergePolicy, NSRollbackMergePolicy,
    ]
    for (policy, global) in zip(policies, globals) { #expect(policy === global) }
    class Custom: NSMergePolicy, @unchecked Sendable {
      override func resolve(mergeConflicts list: [Any]) throws {
        try super.resolve(mergeConflicts: list)
      }
      override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        try super.resolve(optimisticLockingConflicts: list)
      }
      override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        try super.resolve(constraintConflicts: list)
      }
    }
    let custom = Custom(merge: .overwriteMergePolicyType)
    try custom.resolve(optimisticLockingConflicts: [])
    try custom.resolve(constraintConflicts: [])
    #expect(custom.mergeType == .overwriteMergePolicyType)
  }

  /// Subclasses of classes that are `Sendable` have lazy properties.
  @Test func subclassesMayBeLazy() {
    class Policy: NSMergePolicy, @unchecked Sendable { lazy var note = "policy" }
    class Context: NSManagedObjectContext, @unchecked Sendable { lazy var note = "context" }
    class Container: NSPersistentContainer, @unchecked Sendable { lazy var note = "container" }
    class Coordinator: NSPersistentStoreCoordinator, @unchecked Sendable {
      lazy var note = "coordinator"
    }
    class Manager: NSMigrationManager, @unchecked Sendable { lazy var note = "manager" }
    class Transformer: ValueTransformer, @unchecked Sendable { lazy var note = "transformer" }
    #expect(Policy(merge: .rollbackMergePolicyType).note == "policy")
    #expect(Context(concurrencyType: .privateQueueConcurrencyType).note == "context")
    #expect(Coordinator(managedObjectModel: NSManagedObjectModel()).note == "coordinator")
    #expect(Transformer().note == "transformer")
  }

  // R-CTX-059, R-CTX-060
  @Test func membersOfConflicts() throws {
    let context = container.newBackgroundContext()
    context.performAndWait {
      let item = ShoppingItem(name: "Milk", in: context)
      let conflict = NSMergeConflict(
        source: item, newVersion: 0, oldVersion: 1, cachedSnapshot: ["name": "Milk"],
        persistedSnapshot: nil)
      let object: NSManagedObject = conflict.sourceObject
      let versions: [Int] = [conflict.newVersionNumber, conflict.oldVersionNumber]
      let cached: [String: Any]? = conflict.cachedSnapshot
      let persisted: [String: Any]? = conflict.persistedSnapshot
      let committed: [String: Any]? = conflict.objectSnapshot
      #expect(object === item)
      #expect(versions == [0, 1])
      #expect(persisted == nil)
      #expect(cached?["name"] as? String == "Milk")
      #expect(!(committed?["name"] is String))

      let constraint = NSConstraintConflict(
        constraint: ["name"], database: nil, databaseSnapshot: nil, conflicting: [item],
        conflictingSnapshots: [["name": "Milk"]])
      let names: [String] = constraint.constraint
      let values: [String: Any] = constraint.constraintValues
      let database: NSManagedObject? = constraint.databaseObject
      let snapshot: [String: Any]? = constraint.databaseSnapshot
      let objects: [NSManagedObject] = constraint.conflictingObjects
      let snapshots: [[AnyHashable: Any]] = constraint.conflictingSnapshots
      #expect(names == ["name"])
      #expect(objects == [item])
      #expect(snapshots.count == 1)
      #expect(database == nil)
      #expect(snapshot == nil)
      #expect(values["name"] as? String == "Milk")
    }
  }
}
