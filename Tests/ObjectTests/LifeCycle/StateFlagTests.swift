// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The flags that say where an object stands between two saves.
@Suite struct StateFlagTests {
  // R-CTX-170, R-CTX-173
  @Test(arguments: StackKind.all)
  func anInsertedObjectIsNotUpdatedHoweverOftenItChanges(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      person.setValue("Augusta", forKey: "firstName")
      #expect(person.isInserted)
      #expect(!person.isUpdated)
      #expect(!person.isDeleted)
      #expect(person.hasChanges)
      #expect(context.updatedObjects.isEmpty)
    }
  }

  // R-CTX-172, R-CTX-175
  @Test(arguments: StackKind.all)
  func settingAnEqualValueMarksUpdatedButChangesNothing(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      person.setValue("Ada", forKey: "firstName")
      #expect(person.isUpdated)
      #expect(person.hasChanges)
      #expect(context.hasChanges)
      #expect(!person.hasPersistentChangedValues)
      #expect(person.changedValues().isEmpty)
      try context.save()
      #expect(!person.isUpdated)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-586, R-CTX-609
  @Test(arguments: StackKind.all)
  func savingAnEqualValueDoesNotMakeANewVersion(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (first, second) = (stack.context(), stack.context())
    try first.performAndWait {
      _ = first.insert("Person", ["firstName": "Ada"])
      try first.save()
    }
    let held = try second.performAndWait {
      let person = try second.only("Person")
      _ = person.string("firstName")
      return Held(person)
    }
    try first.performAndWait {
      try first.only("Person").setValue("Ada", forKey: "firstName")
      try first.save()
    }
    try second.performAndWait {
      held.object.setValue("Lovelace", forKey: "lastName")
      try second.save()
    }
  }

  // R-CTX-174, R-CTX-587
  @Test(arguments: StackKind.all)
  func aTransientChangeIsAChangeThatWritesNothing(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      person.setValue("calm", forKey: "mood")
      #expect(person.isUpdated)
      #expect(context.hasChanges)
      #expect(context.updatedObjects == [person])
      #expect(!person.hasPersistentChangedValues)
      #expect(person.changedValues()["mood"] == nil)
      try context.save()
      #expect(person.string("mood") == "calm")
      #expect(!context.hasChanges)
    }
    try stack.run { context in
      let mood = try context.only("Person").string("mood")
      #expect(mood == nil)
    }
  }

  // R-CTX-176, R-CTX-405
  @Test(arguments: StackKind.all)
  func aDeletedObjectStaysReadableUntilTheSave(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      let id = person.objectID
      context.delete(person)
      context.delete(person)
      #expect(person.isDeleted)
      #expect(person.hasChanges)
      #expect(!person.isUpdated)
      #expect(!person.isInserted)
      #expect(context.deletedObjects == [person])
      #expect(context.updatedObjects.isEmpty)
      #expect(person.string("firstName") == "Ada")
      #expect(person.managedObjectContext === context)
      try context.save()
      #expect(!person.isDeleted)
      #expect(!person.hasChanges)
      #expect(person.managedObjectContext == nil)
      #expect(person.objectID == id)
      #expect(context.deletedObjects.isEmpty)
      #expect(context.registeredObject(for: id) == nil)
    }
  }

  // R-CTX-171, R-CTX-181, R-CTX-408
  @Test(arguments: StackKind.all)
  func anInsertionThatIsDeletedAgainIsForgotten(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      context.delete(person)
      #expect(person.isDeleted)
      #expect(context.insertedObjects == [person])
      #expect(context.deletedObjects == [person])
      #expect(context.hasChanges)
      context.processPendingChanges()
      #expect(context.insertedObjects.isEmpty)
      #expect(context.deletedObjects.isEmpty)
      #expect(!person.isDeleted)
      #expect(!person.isInserted)
      #expect(person.managedObjectContext == nil)
      #expect(!context.hasChanges)
      #expect(context.registeredObjects.isEmpty)
      try context.save()
      #expect(try context.all("Person").isEmpty)
    }
  }

  // R-CTX-181
  @Test(arguments: StackKind.all)
  func anInsertionThatIsDeletedAgainCountsUntilTheSave(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let people = ["Ada", "Grace"].map { context.insert("Person", ["firstName": $0]) }
      _ = try context.all("Person")
      context.delete(people[0])
      #expect(context.insertedObjects == Set(people))
      #expect(context.registeredObjects == Set(people))
      #expect(context.deletedObjects == [people[0]])
      try context.save()
      #expect(context.insertedObjects.isEmpty)
      #expect(context.deletedObjects.isEmpty)
      #expect(context.registeredObjects == [people[1]])
      #expect(try context.all("Person") == [people[1]])
    }
  }

  // R-CTX-170, R-CTX-275
  @Test(arguments: StackKind.all)
  func askingForStateFiresNoFault(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Person", ["firstName": "Ada"])
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      _ = (person.isInserted, person.isUpdated, person.isDeleted, person.hasChanges)
      _ = (person.entity, person.objectID, person.managedObjectContext, person.description)
      _ = (person.hash, person.isEqual(person), person.hasPersistentChangedValues)
      _ = (person.changedValues(), person.hasFault(forRelationshipNamed: "cars"))
      #expect(person.isFault)
      #expect(person.faultingState != 0)
      _ = person.string("firstName")
      #expect(!person.isFault)
      #expect(person.faultingState == 0)
    }
  }

  // R-CTX-217
  @Test(arguments: StackKind.all)
  func willAccessValueFiresTheFault(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Person", ["firstName": "Ada"])
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      person.willAccessValue(forKey: nil)
      #expect(!person.isFault)
      #expect(person.primitiveValue(forKey: "firstName") as? String == "Ada")
    }
  }

  // R-CTX-225
  @Test(arguments: StackKind.all)
  func aToManyRelationshipIsAFaultUntilItIsRead(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      context.insert("Car", ["numberPlate": "A1"]).setValue(person, forKey: "owner")
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      #expect(person.hasFault(forRelationshipNamed: "cars"))
      #expect(person.isFault)
      _ = person.string("firstName")
      #expect(person.hasFault(forRelationshipNamed: "cars"))
      let cars = person.objects("cars")
      #expect(cars.count == 1)
      #expect(cars.first?.isFault == true)
      #expect(!person.hasFault(forRelationshipNamed: "cars"))
    }
  }

  // R-CTX-226
  @Test(arguments: StackKind.all)
  func theDescriptionShowsEntityIDAndData(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      let uri = person.objectID.uriRepresentation().absoluteString
      let text = person.description
      #expect(text.contains("entity: Person"))
      #expect(text.contains(uri))
      #expect(text.contains("firstName"))
      #expect(text.contains("Ada"))
      context.refresh(person, mergeChanges: false)
      #expect(person.description.contains("<fault>"))
      #expect(person.isFault)
    }
  }

  // R-CTX-157, R-CTX-419
  @Test(arguments: StackKind.all)
  func insertingADeletedObjectAgainCancelsTheDeletion(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      context.delete(person)
      context.insert(person)
      #expect(!person.isDeleted)
      #expect(context.deletedObjects.isEmpty)
      try context.save()
      #expect(person.managedObjectContext === context)
    }
    try stack.run { context in
      let holds = try context.only("Person").string("firstName") == "Ada"
      #expect(holds)
    }
  }
}
