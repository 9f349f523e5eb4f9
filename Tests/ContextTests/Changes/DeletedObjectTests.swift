// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Objects between their deletion and the save.
struct DeletedObjectTests {
  // R-CTX-110, R-CTX-418
  @Test(arguments: StackKind.everyStore)
  func anObjectThatIsToBeDeletedStillExists(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Person", ["firstName": "Ada"])
      try context.save()
    }
    try stack.run { context in
      let ada = try context.only("Person")
      context.delete(ada)
      #expect(try context.existingObject(with: ada.objectID) === ada)
      context.processPendingChanges()
      #expect(try context.existingObject(with: ada.objectID) === ada)
      #expect(ada.isDeleted)
      #expect(ada.string("firstName") == "Ada")
      try context.save()
      #expect(
        failure { _ = try context.existingObject(with: ada.objectID) }?.code.rawValue == 133000)
    }
  }

  // R-CTX-110
  @Test(arguments: StackKind.everyStore)
  func anObjectWhoseRowIsGoneDoesNotExist(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let ada = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      context.refresh(ada, mergeChanges: false)
      try stack.run { other in
        other.delete(try other.only("Person"))
        try other.save()
      }
      #expect(ada.string("firstName") == nil)
      #expect(ada.isDeleted)
      #expect(
        failure { _ = try context.existingObject(with: ada.objectID) }?.code.rawValue == 133000)
    }
  }

  // R-CTX-406
  @Test(arguments: StackKind.everyStore)
  func deletingAgainPreparesForItAgain(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let ada = try context.traced()
      try context.save()
      context.delete(ada)
      context.delete(ada)
      context.processPendingChanges()
      context.delete(ada)
      #expect(ada.events.filter { $0 == "prepareForDeletion" }.count == 3)
      #expect(context.deletedObjects == [ada])
      try context.save()
      #expect(ada.managedObjectContext == nil)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-406: propagation is no deletion by the client
  @Test(arguments: StackKind.all)
  func aCascadePreparesEachObjectOnce(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: PartModel.make())
    try stack.run { context in
      let child = context.part("child")
      let parents = ["a", "b"].map { context.part($0, ["children": [child] as Set]) }
      try context.save()
      parents.forEach(context.delete)
      context.processPendingChanges()
      #expect(child.isDeleted)
      #expect(child.count("prepareForDeletion") == 1)
    }
  }

  // R-CTX-408
  @Test(arguments: StackKind.everyStore)
  func anInsertionAndDeletionInOneEventIsAnnouncedAsADeletion(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let log = NotificationLog(context)
      let ada = context.insert("Person", ["firstName": "Ada"])
      context.delete(ada)
      context.processPendingChanges()
      let notes = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(notes.count == 1)
      #expect(notes.first?.objects(NSDeletedObjectsKey) == [ada])
      #expect(notes.first?.keys == [NSDeletedObjectsKey])
      #expect(ada.managedObjectContext == nil)
      try context.save()
      let save = log.notes(.NSManagedObjectContextDidSave).first
      #expect(save?.objects(NSDeletedObjectsKey).isEmpty == true)
    }
  }

  // R-CTX-179
  @Test(arguments: StackKind.everyStore)
  func aContextHasChangesIfOneOfItsSetsHas(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      func requireAgreement() {
        let sets = [context.insertedObjects, context.updatedObjects, context.deletedObjects]
        let hasSome = sets.contains { !$0.isEmpty }
        #expect(context.hasChanges == hasSome)
      }
      let (ada, bob) = (context.insert("Person"), context.insert("Person"))
      context.delete(ada)
      requireAgreement()
      #expect(context.hasChanges)
      context.delete(bob)
      requireAgreement()
      #expect(context.hasChanges)
      context.processPendingChanges()
      requireAgreement()
      #expect(!context.hasChanges)
      let eve = context.insert("Person", ["firstName": "Eve"])
      try context.save()
      eve.setValue("Eva", forKey: "firstName")
      context.delete(context.insert("Person"))
      requireAgreement()
      #expect(context.hasChanges)
      context.delete(eve)
      requireAgreement()
      #expect(context.hasChanges)
    }
  }
}
