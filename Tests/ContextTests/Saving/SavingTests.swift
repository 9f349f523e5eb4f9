// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Saving through every stack.
@Suite struct SavingTests {
  // R-CTX-150, R-CTX-160
  @Test(arguments: StackKind.everyStore)
  func insertingMakesAPendingObjectWithDefaults(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    context.performAndWait {
      let person = context.insert("Person", ["firstName": "Ada"])
      #expect(person.isInserted)
      #expect(!person.isFault)
      #expect(person.objectID.isTemporaryID)
      #expect(person.value(forKey: "age") as? Int == 18)
      #expect(context.insertedObjects == [person])
      #expect(context.hasChanges)
    }
  }

  // R-CTX-588, R-CTX-216
  @Test(arguments: StackKind.everyStore)
  func savingGivesPermanentIDsAndLeavesACleanContext(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let person = context.insert("Person", ["firstName": "Ada", "age": 36])
      let temporary = person.objectID
      try context.save()
      #expect(!context.hasChanges)
      #expect(!person.isInserted)
      #expect(!person.objectID.isTemporaryID)
      #expect(person.objectID != temporary)
      #expect(person.changedValues().isEmpty)
      #expect(person.committedValues(forKeys: ["age"])["age"] as? Int == 36)
      #expect(context.registeredObject(for: temporary) === person)
      let found = try context.existingObject(with: person.objectID)
      #expect(found === person)
    }
  }

  // R-CTX-127
  @Test(arguments: StackKind.everyStore)
  func everyEntityIsFoundAgainFromAnotherContext(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try save(into: stack)
    let other = stack.context()
    try other.performAndWait { try check(other) }
  }

  // R-PSC-093
  @Test(arguments: StackKind.durable)
  func everythingIsThereAfterReopening(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try save(into: stack)
    let again = try stack.reopened()
    let context = again.context()
    try context.performAndWait { try check(context) }
  }

  private func save(into stack: Stack) throws {
    let context = stack.context()
    try context.performAndWait {
      let ada = context.insert(
        "Person",
        [
          "firstName": "Ada", "lastName": "Lovelace", "age": 36,
          "balance": NSDecimalNumber(string: "12.50"),
          "updatedAt": Date(timeIntervalSinceReferenceDate: 1.5),
          "badge": UUID(uuidString: "00000000-0000-0000-0000-000000000001") as Any,
        ])
      let alan = context.insert("Person", ["firstName": "Alan"])
      let car = context.insert("SportCar", ["numberPlate": "A1", "topSpeed": 300])
      car.setValue(ada, forKey: "owner")
      context.insert("Car", ["numberPlate": "B2"]).setValue(ada, forKey: "owner")
      context.insert("Passport", ["number": "P1"]).setValue(ada, forKey: "holder")
      let club = context.insert("Club", ["title": "Engines"])
      club.setValue([ada, alan] as Set, forKey: "members")
      club.setValue(NSOrderedSet(array: [alan, ada]), forKey: "waiting")
      ada.mutableSetValue(forKey: "friends").add(alan)
      let note = context.insert("Note", ["text": "one", "rank": 7])
      note.mutableSetValue(forKey: "tags").add(context.insert("Tag", ["label": "red"]))
      _ = context.insert("Draft", ["text": "d"])
      try context.save()
    }
  }

  private func check(_ context: NSManagedObjectContext) throws {
    let ada = try #require(try context.all("Person", "firstName == 'Ada'").first)
    #expect(ada.string("lastName") == "Lovelace")
    #expect(ada.value(forKey: "balance") as? NSDecimalNumber == NSDecimalNumber(string: "12.5"))
    #expect(ada.value(forKey: "updatedAt") as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
    #expect((ada.value(forKey: "badge") as? UUID)?.uuidString.hasSuffix("1") == true)
    #expect(Set(ada.objects("cars").compactMap { $0.string("numberPlate") }) == ["A1", "B2"])
    #expect((ada.value(forKey: "passport") as? NSManagedObject)?.string("number") == "P1")
    let club = try #require(ada.objects("clubs").first)
    let waiting = club.value(forKey: "waiting") as? NSOrderedSet
    let names = waiting?.array.compactMap { ($0 as? NSManagedObject)?.string("firstName") }
    #expect(names == ["Alan", "Ada"])
    #expect(ada.objects("friends").first?.string("firstName") == "Alan")
    #expect(ada.objects("friendOf").isEmpty)
    #expect(try context.all("Car").count == 2)
    #expect(try context.all("SportCar").first?.value(forKey: "topSpeed") as? Int == 300)
    let note = try #require(try context.all("Note").first)
    #expect(note.objects("tags").first?.string("label") == "red")
    #expect(try context.all("Draft").count == 1)
  }

  // R-CTX-581
  @Test(arguments: StackKind.everyStore)
  func aFailedSaveChangesNothingAndCanBeRetried(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let person = context.insert("Person")
      let note = context.insert("Note", ["text": "n"])
      #expect {
        try context.save()
      } throws: { error in
        (error as? CocoaError)?.code == .validationMissingMandatoryProperty
      }
      #expect(context.insertedObjects == [person, note])
      #expect(person.objectID.isTemporaryID)
      let fresh = stack.context()
      let stored = try fresh.performAndWait { try fresh.all("Note").count }
      #expect(stored == 0)
      person.setValue("Ada", forKey: "firstName")
      try context.save()
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-586, R-CTX-285
  @Test(arguments: StackKind.everyStore)
  func updatesAreWrittenAndSeenElsewhere(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      person.setValue("Grace", forKey: "firstName")
      #expect(person.isUpdated)
      #expect(context.updatedObjects == [person])
      #expect(person.changedValues()["firstName"] as? String == "Grace")
      try context.save()
      #expect(!person.isUpdated)
    }
    let other = stack.context()
    try other.performAndWait {
      let name = try other.all("Person").first?.string("firstName")
      #expect(name == "Grace")
    }
  }

  // R-CTX-606, R-CTX-617
  @Test(arguments: StackKind.everyStore)
  func aStaleUpdateIsAConflict(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (a, b) = (stack.context(), stack.context())
    try a.performAndWait {
      _ = a.insert("Person", ["firstName": "Ada"])
      try a.save()
    }
    let inB = try b.performAndWait {
      let person = try #require(try b.all("Person").first)
      _ = person.string("firstName")
      return Held(person)
    }
    try a.performAndWait {
      try a.all("Person").first?.setValue("Augusta", forKey: "firstName")
      try a.save()
    }
    try b.performAndWait {
      inB.object.setValue("Byron", forKey: "lastName")
      #expect {
        try b.save()
      } throws: { error in
        let conflicts =
          (error as? CocoaError)?.userInfo[NSPersistentStoreSaveConflictsErrorKey]
          as? [NSMergeConflict]
        return (error as? CocoaError)?.code == .managedObjectMerge && conflicts?.count == 1
          && conflicts?.first?.newVersionNumber == 2
      }
      b.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try b.save()
      #expect(inB.object.string("firstName") == "Augusta")
      #expect(inB.object.string("lastName") == "Byron")
    }
  }

  // R-CTX-405, R-CTX-412, R-CTX-416
  @Test(arguments: StackKind.everyStore)
  func deletingCascadesAndNullifies(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let ada = context.insert("Person", ["firstName": "Ada"])
      let car = context.insert("Car", ["numberPlate": "A1"])
      car.setValue(ada, forKey: "owner")
      let club = context.insert("Club", ["title": "c"])
      club.mutableSetValue(forKey: "members").add(ada)
      try context.save()
      context.delete(ada)
      try context.save()
      #expect(ada.managedObjectContext == nil)
      #expect(!ada.isDeleted)
      #expect(ada.isFault)
      let cars = try context.all("Car")
      #expect(cars.isEmpty)
      #expect(club.objects("members").isEmpty)
      #expect(car.managedObjectContext == nil)
    }
    let other = stack.context()
    try other.performAndWait {
      let people = try other.all("Person")
      let members = try other.all("Club").first?.objects("members")
      #expect(people.isEmpty)
      #expect(members?.isEmpty == true)
    }
  }

  // R-CTX-642
  @Test(arguments: StackKind.all)
  func aDuplicateOfAUniqueValueIsAConflict(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      _ = context.insert("Car", ["numberPlate": "A1"])
      try context.save()
      let duplicate = context.insert("SportCar", ["numberPlate": "A1"])
      #expect {
        try context.save()
      } throws: { error in
        (error as? CocoaError)?.code == .managedObjectConstraintMerge
      }
      #expect(duplicate.isInserted)
      duplicate.setValue("A2", forKey: "numberPlate")
      try context.save()
      let count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Car"))
      #expect(count == 2)
    }
  }
}
