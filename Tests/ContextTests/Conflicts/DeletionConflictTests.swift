// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// One context deletes an object that another changes or deletes, under each policy.
@Suite struct DeletionConflictTests {
  // S-42: R-CTX-631, 608
  @Test(arguments: StackKind.everyStore, ConflictsOverStoresTests.policies)
  func updatedHereAndDeletedThere(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      let id = car.objectID
      car.setValue("Mine", forKey: "maker")
      try stack.deleteElsewhere("Car")
      context.mergePolicy = NSMergePolicy(merge: policy)
      let log = NotificationLog(context)
      guard policy != .errorMergePolicyType else {
        let error = try #require(failure { try context.save() })
        let conflict = (error.userInfo["conflictList"] as? [NSMergeConflict])?.first
        #expect(error.code.rawValue == 133020)
        #expect(conflict?.newVersionNumber == 0)
        #expect(conflict?.cachedSnapshot == nil)
        #expect(conflict?.persistedSnapshot == nil)
        #expect(car.isUpdated)
        #expect(car.string("maker") == "Mine")
        return
      }
      try context.save()
      let isKept =
        policy == .mergeByPropertyObjectTrumpMergePolicyType || policy == .overwriteMergePolicyType
      let rows = try stack.run { try $0.all("Car").map { [$0.string("maker"), "\($0.objectID)"] } }
      #expect(rows.count == (isKept ? 1 : 0))
      #expect(!context.hasChanges)
      if isKept {
        #expect(rows.first?.first == "Mine")
        #expect(car.objectID == id)
        #expect(!car.hasChanges)
        let again = try stack.run { try $0.only("Car").objectID }
        #expect(again == id)
      } else {
        #expect(car.managedObjectContext == nil)
        #expect(context.registeredObject(for: id) == nil)
        let changes = log.notes(.NSManagedObjectContextObjectsDidChange)
        let saves = log.notes(.NSManagedObjectContextDidSave)
        #expect((changes + saves).contains { $0.objects(NSDeletedObjectsKey) == [car] })
      }
    }
  }

  // S-42: R-CTX-632
  @Test(arguments: StackKind.everyStore, ConflictsOverStoresTests.policies)
  func deletedHereAndUpdatedThere(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      #expect(car.string("maker") == "Fiat")
      context.delete(car)
      try stack.elsewhere("Car", ["maker": "Theirs"])
      context.mergePolicy = NSMergePolicy(merge: policy)
      switch policy {
      case .errorMergePolicyType:
        #expect(failure { try context.save() }?.code.rawValue == 133020)
        #expect(car.isDeleted)
        #expect(context.deletedObjects == [car])
      case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
        try context.save()
        #expect(car.managedObjectContext == nil)
        let rows = try stack.run { try $0.all("Car").count }
        #expect(rows == 0)
      default:
        try context.save()
        #expect(!car.isDeleted)
        #expect(car.managedObjectContext === context)
        #expect(car.string("maker") == "Theirs")
        #expect(!car.hasChanges)
        let owner = try #require(car.value(forKey: "owner") as? NSManagedObject)
        #expect(owner.objects("cars") == [car])
        let maker = try stack.run { try $0.only("Car").string("maker") }
        #expect(maker == "Theirs")
        #expect(!context.hasChanges)
      }
    }
  }

  // R-CTX-632
  @Test(
    arguments: StackKind.everyStore,
    [NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType])
  func whatADeletionThatIsCancelledHasLeftHasItAgain(
    _ kind: StackKind, _ policy: NSMergePolicyType
  ) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      context.delete(ada)
      context.processPendingChanges()
      #expect(car.value(forKey: "owner") == nil)
      #expect(car.hasChanges)
      try stack.elsewhere("Person", ["lastName": "Theirs"])
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      #expect(!ada.isDeleted)
      #expect(!context.hasChanges)
      #expect(ada.string("lastName") == "Theirs")
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
      #expect(ada.objects("cars") == [car])
      let owner = try stack.run {
        (try $0.only("Car").value(forKey: "owner") as? NSManagedObject)?.string("lastName")
      }
      #expect(owner == "Theirs")
    }
  }

  // R-CTX-633
  @Test(arguments: StackKind.everyStore, ConflictsOverStoresTests.policies)
  func deletedOnBothSides(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      context.mergePolicy = NSMergePolicy(merge: policy)
      context.delete(car)
      context.person("Too")
      try stack.deleteElsewhere("Car")
      try context.save()
      #expect(!context.hasChanges)
      #expect(car.managedObjectContext == nil)
      let people = try stack.run { try $0.all("Person").count }
      #expect(people == 2)
    }
  }

  // R-CTX-282: a fault has no version of its own; it would fire with the row that the other save has made.
  @Test(arguments: StackKind.everyStore, ConflictsOverStoresTests.policies)
  func deletingAFaultThatWasChangedElsewhereIsNoConflict(
    _ kind: StackKind, _ policy: NSMergePolicyType
  ) throws {
    let stack = try Stack(kind)
    try stack.run {
      _ = $0.insert("Draft", ["text": "a"]); try $0.save()
    }
    try stack.run { context in
      let draft = try context.only("Draft")
      #expect(draft.isFault)
      try stack.run {
        try $0.only("Draft").setValue("b", forKey: "text"); try $0.save()
      }
      context.mergePolicy = NSMergePolicy(merge: policy)
      context.delete(draft)
      try context.save()
    }
    #expect(try stack.run { try $0.all("Draft").isEmpty })
  }

  // R-PSC-790: a pinned context has read an earlier version, and would fire with it.
  @Test(arguments: StackKind.singles)
  func deletingAFaultOfAPinnedContextIsAConflict(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Draft", ["text": "a"])
      try context.save()
    }
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      let draft = try context.only("Draft")
      guard context.queryGenerationToken != nil else { return }
      try stack.run { other in
        try other.only("Draft").setValue("b", forKey: "text")
        try other.save()
      }
      context.mergePolicy = NSMergePolicy.error
      context.delete(draft)
      #expect(failure { try context.save() }?.code == .managedObjectMerge)
    }
  }
}
