// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// IDs, registration and the flags of an object, from its making to its end.
@Suite struct ObjectIdentityTests {
  // R-CTX-129, 131
  @Test(arguments: StackKind.all)
  func anAssignedObjectHasTheStoresUUIDInItsURI(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    let store = stack.coordinator.persistentStores[0]
    try stack.run { context in
      let ada = context.person("Ada")
      #expect(ada.objectID.persistentStore == nil)
      #expect(ada.uri.absoluteString.hasPrefix("x-coredata:///Person/t"))
      let before = ada.objectID
      context.assign(ada, to: store)
      let prefix = "x-coredata://\(store.identifier ?? "none")/Person/t"
      #expect(ada.uri.absoluteString.hasPrefix(prefix))
      #expect(ada.objectID.isTemporaryID)
      #expect(ada.objectID == before)
      #expect(context.object(with: before) === ada)
      try context.save()
      #expect(ada.objectID.persistentStore === store)
    }
  }

  // R-CTX-131
  @Test func anIDLosesItsStoreWhenThatIsRemoved() throws {
    let stack = try Stack.withAda(.singles[0])
    let id = try stack.run { try $0.only("Person").objectID }
    let store = try #require(stack.coordinator.persistentStores.first)
    #expect(id.persistentStore === store)
    try stack.coordinator.remove(store)
    #expect(id.persistentStore == nil)
    #expect(!id.isTemporaryID)
  }

  // R-CTX-133, 134
  @Test(arguments: StackKind.all)
  func anIDDescribesItselfAndIsItsOwnCopy(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let ada = context.person("Ada")
      for _ in 1...2 {
        let id = ada.objectID
        let text = id.description
        #expect(text.hasPrefix("0x"))
        #expect(text.hasSuffix(" <\(ada.uri.absoluteString)>"))
        #expect(id.copy() as? NSManagedObjectID === id)
        #expect(id.entity.name == "Person")
        try context.save()
      }
    }
  }

  // R-CTX-136, 137
  @Test(arguments: StackKind.all)
  func anIDIsTakenFromTheStoreThatASaveWouldUse(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      let (ada, note) = (context.person("Ada"), context.record("Note"))
      try context.obtainPermanentIDs(for: [ada, note])
      let stores = (ada.objectID.persistentStore, note.objectID.persistentStore)
      #expect(ada.isInserted)
      #expect(note.isInserted)
      #expect(context.insertedObjects == [ada, note])
      try context.save()
      #expect(ada.objectID.persistentStore === stores.0)
      #expect(note.objectID.persistentStore === stores.1)
      #expect(stores.0 != nil)
      #expect(stores.1 != nil)
      let gone = context.person("Gone")
      try context.obtainPermanentIDs(for: [gone])
      let id = gone.objectID
      context.delete(gone)
      try context.save()
      let next = context.person("Next")
      try context.save()
      #expect(next.objectID != id)
    }
  }

  // R-CTX-139
  @Test(arguments: StackKind.all)
  func obtainingAnIDAgainChangesNothing(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let ada = try context.only("Person")
      let id = ada.objectID
      try context.obtainPermanentIDs(for: [ada])
      #expect(ada.objectID === id)
      #expect(!ada.isInserted)
      #expect(!context.hasChanges)
      #expect(ada.isFault)
    }
  }

  // R-CTX-138
  @Test(arguments: StackKind.all)
  func theTemporaryIDLeadsToTheObjectUntilTheReset(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let ada = context.person("Ada")
      let temporary = ada.objectID
      try context.save()
      #expect(context.registeredObject(for: temporary) === ada)
      #expect(context.registeredObject(for: ada.objectID) === ada)
      #expect(context.object(with: temporary) === ada)
      #expect(try context.existingObject(with: temporary) === ada)
      #expect(temporary != ada.objectID)
      #expect(temporary.isTemporaryID)
      context.reset()
      #expect(context.registeredObject(for: temporary) == nil)
      let error = failure { _ = try context.existingObject(with: temporary) }
      #expect(error?.code == .managedObjectReferentialIntegrity)
    }
  }

  // R-CTX-101, 108, 275, 277
  @Test(arguments: StackKind.all)
  func everythingMetIsRegistered(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let car = try context.only("Car")
      #expect(context.registeredObjects == [car])
      #expect(car.isFault)
      let owner = try #require(car.value(forKey: "owner") as? NSManagedObject)
      #expect(context.registeredObjects == [car, owner])
      #expect(owner.isFault)
      #expect(!car.isFault)
      let new = context.person("New")
      #expect(context.registeredObjects == [car, owner, new])
      let id = new.objectID
      #expect(context.registeredObject(for: id) === new)
      #expect(owner.isFault)
    }
  }

  // R-CTX-177, 275
  @Test(arguments: StackKind.all)
  func theFaultingStateFollowsTheValues(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let ada = try context.only("Person")
      #expect(ada.isFault)
      #expect(ada.faultingState != 0)
      _ = (ada.objectID, ada.entity, ada.managedObjectContext, ada.hasChanges, ada.description)
      _ = (ada.hash, ada.isEqual(ada), ada.isUpdated, ada.hasPersistentChangedValues)
      #expect(ada.changedValues().isEmpty)
      #expect(ada.isFault)
      _ = ada.value(forKey: "firstName")
      #expect(!ada.isFault)
      #expect(ada.faultingState == 0)
      context.refresh(ada, mergeChanges: false)
      #expect(ada.isFault)
      #expect(ada.faultingState != 0)
    }
  }

  // R-CTX-178, 152
  @Test(arguments: StackKind.all)
  func anObjectHasNoContextBeforeAndAfterItsLife(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    let entity = try #require(stack.coordinator.managedObjectModel.entitiesByName["Person"])
    var survivor: Record?
    try stack.run { context in
      let loose = Record(entity: entity, insertInto: nil)
      #expect(loose.managedObjectContext == nil)
      #expect(loose.objectID.isTemporaryID)
      #expect(!loose.isFault)
      #expect(loose.events.isEmpty)
      #expect(!loose.isInserted)
      loose.setValuesForKeys(["firstName": "Loose", "lastName": "L"])
      #expect(loose.string("firstName") == "Loose")
      #expect(!context.hasChanges)
      context.insert(loose)
      #expect(loose.managedObjectContext === context)
      #expect(loose.events == ["awakeFromInsert"])
      context.insert(loose)
      #expect(loose.events == ["awakeFromInsert"])
      let brief = context.person("Brief")
      context.delete(brief)
      context.processPendingChanges()
      #expect(brief.managedObjectContext == nil)
      let undone = context.person("Undone")
      try context.save()
      let rolled = context.person("Rolled")
      context.rollback()
      #expect(rolled.managedObjectContext == nil)
      #expect(undone.managedObjectContext === context)
      context.delete(undone)
      try context.save()
      #expect(undone.managedObjectContext == nil)
      context.reset()
      #expect(loose.managedObjectContext == nil)
      survivor = context.person("Survivor")
    }
    #expect(survivor?.managedObjectContext == nil)
    #expect(survivor?.string("firstName") == nil)
  }

  // R-CTX-179, 180, 160
  @Test(arguments: StackKind.all)
  func changeSetsAreFreshAndIncludeWhatIsUnprocessed(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let (ada, car) = (try context.only("Person"), try context.only("Car"))
      #expect(!context.hasChanges)
      ada.setValue("x", forKey: "firstName")
      #expect(context.hasChanges)
      #expect(context.updatedObjects == [ada])
      let earlier = context.updatedObjects
      car.setValue("x", forKey: "maker")
      #expect(context.updatedObjects == [ada, car])
      #expect(earlier == [ada])
      context.delete(car)
      #expect(context.deletedObjects == [car])
      #expect(context.updatedObjects == [ada])
      let new = context.person("New")
      #expect(context.insertedObjects == [new])
      context.rollback()
      #expect(!context.hasChanges)
      #expect(earlier == [ada])
    }
  }

  // R-CTX-173, 172
  @Test(arguments: StackKind.all)
  func theFlagsExcludeOneAnother(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let ada = try context.only("Person")
      let new = context.person("New")
      new.setValue("y", forKey: "lastName")
      #expect(new.isInserted)
      #expect(!new.isUpdated)
      #expect(new.hasChanges)
      ada.setValue(ada.value(forKey: "firstName"), forKey: "firstName")
      #expect(ada.isUpdated)
      #expect(!ada.hasPersistentChangedValues)
      #expect(ada.hasChanges)
      context.delete(ada)
      #expect(ada.isDeleted)
      #expect(!ada.isUpdated)
      #expect(ada.hasChanges)
      #expect(context.updatedObjects.isEmpty)
      #expect(context.insertedObjects == [new])
    }
  }

  // R-CTX-223
  @Test(arguments: StackKind.all, [true, false])
  func notesForUnmodelledKeysDirtyOnRequest(_ kind: StackKind, _ ignores: Bool) throws {
    let model = RoadModel.make()
    let type: NSManagedObject.Type = ignores ? Record.self : AttentiveRecord.self
    model.entitiesByName["Person"]?.managedObjectClassName = String(reflecting: type)
    try Stack(kind, model: model).run { context in
      let ada = context.person("Ada")
      try context.save()
      ada.willChangeValue(forKey: "nickname")
      ada.didChangeValue(forKey: "nickname")
      #expect(ada.isUpdated == !ignores)
      #expect(context.hasChanges == !ignores)
      #expect(!ada.hasPersistentChangedValues)
    }
  }
}
