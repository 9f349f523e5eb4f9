// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Refreshing, staleness, rolling back and resetting.
@Suite struct RefreshTests {
  private func change(_ stack: Stack, _ values: [String: Any]) throws {
    try stack.run { context in
      try context.only("Person").setValuesForKeys(values)
      try context.save()
    }
  }

  // R-CTX-279, R-CTX-282, R-CTX-287
  @Test(arguments: StackKind.everyStore)
  func realisedObjectsKeepTheirValuesUntilRefreshed(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      try change(stack, ["firstName": "Grace"])
      #expect(person.string("firstName") == "Ada")
      let fetched = try context.only("Person")
      #expect(fetched === person)
      #expect(person.string("firstName") == "Ada")
      context.refresh(person, mergeChanges: false)
      #expect(person.isFault)
      #expect(person.string("firstName") == "Grace")
    }
  }

  // R-CTX-211, R-CTX-316
  @Test(arguments: StackKind.everyStore)
  func settingAValueToItselfIsNoChangeToKeep(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      person.setValue("Ada", forKey: "firstName")
      person.setValue("Byron", forKey: "lastName")
      try change(stack, ["firstName": "Grace"])
      context.refresh(person, mergeChanges: true)
      #expect(person.string("firstName") == "Grace")
      #expect(person.string("lastName") == "Byron")
      #expect(person.isUpdated)
    }
  }

  // R-CTX-315
  @Test(arguments: StackKind.everyStore)
  func refreshingWithoutMergingDropsChanges(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      person.setValue("x", forKey: "firstName")
      person.setValue("calm", forKey: "mood")
      context.refresh(person, mergeChanges: false)
      #expect(person.isFault)
      #expect(!person.isUpdated)
      #expect(!context.hasChanges)
      #expect(person.string("firstName") == "Ada")
      #expect(person.string("mood") == nil)
    }
  }

  // R-CTX-316, R-CTX-612
  @Test(arguments: StackKind.everyStore)
  func refreshingWithMergingKeepsChangesOverNewValues(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada", "lastName": "L"])
      try context.save()
      person.setValue("Mine", forKey: "firstName")
      person.setValue("calm", forKey: "mood")
      try change(stack, ["firstName": "Theirs", "lastName": "Theirs"])
      context.refresh(person, mergeChanges: true)
      #expect(!person.isFault)
      #expect(person.isUpdated)
      #expect(person.string("mood") == "calm")
      #expect(person.string("firstName") == "Mine")
      #expect(person.string("lastName") == "Theirs")
      #expect(person.committedValues(forKeys: ["firstName"])["firstName"] as? String == "Theirs")
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      #expect(person.string("firstName") == "Mine")
      #expect(person.string("lastName") == "Theirs")
    }
  }

  // R-CTX-316, R-CTX-630
  @Test(arguments: StackKind.everyStore)
  func refreshingWithMergingReplaysRelationshipChanges(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let club = context.insert("Club", ["title": "c"])
      let people = ["a", "b", "c"].map { context.insert("Person", ["firstName": $0]) }
      club.setValue([people[0]] as Set, forKey: "members")
      try context.save()
      club.mutableSetValue(forKey: "members").add(people[1])
      try stack.run { other in
        let third = other.object(with: people[2].objectID)
        try other.only("Club").mutableSetValue(forKey: "members").add(third)
        try other.save()
      }
      context.refresh(club, mergeChanges: true)
      #expect(club.objects("members") == Set(people))
    }
  }

  // R-CTX-317
  @Test(arguments: StackKind.everyStore)
  func refreshingACleanObjectMakesItAFault(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada", "mood": "calm"])
      try context.save()
      context.refresh(person, mergeChanges: true)
      #expect(person.isFault)
      #expect(person.string("mood") == nil)
      #expect(person.string("firstName") == "Ada")
    }
  }

  // R-CTX-319, R-CTX-320
  @Test(arguments: StackKind.everyStore)
  func refreshingAnInsertionLeavesItInserted(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      context.refresh(person, mergeChanges: true)
      #expect(person.isInserted)
      #expect(person.string("firstName") == "Ada")
      context.refresh(person, mergeChanges: false)
      #expect(person.isFault)
      #expect(person.isInserted)
      #expect(person.value(forKey: "age") as? Int == 18)
      #expect(!person.isFault)
    }
  }

  // R-CTX-320
  @Test(arguments: StackKind.everyStore)
  func refreshingADeletionTakesItBackOrKeepsIt(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let people = ["Ada", "Bob"].map { context.insert("Person", ["firstName": $0]) }
      try context.save()
      people.forEach(context.delete)
      context.processPendingChanges()
      context.refresh(people[0], mergeChanges: false)
      context.refresh(people[1], mergeChanges: true)
      #expect(!people[0].isDeleted)
      #expect(people[0].isFault)
      #expect(context.deletedObjects == [people[1]])
      #expect(people[0].string("firstName") == "Ada")
      try context.save()
    }
    #expect(try stack.run { try $0.all("Person").map { $0.string("firstName") } } == ["Ada"])
  }

  // R-CTX-320
  @Test(arguments: StackKind.everyStore)
  func whoeverADeletionHasLeftHasTheObjectAgain(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let cars = ["A1", "A2"].map { context.insert("Car", ["numberPlate": $0]) }
      cars.forEach { $0.setValue(ada, forKey: "owner") }
      try context.save()
      cars.forEach(context.delete)
      context.processPendingChanges()
      try #require(ada.objects("cars").isEmpty)
      context.refresh(cars[0], mergeChanges: false)
      #expect(ada.objects("cars") == [cars[0]])
      #expect(cars[0].value(forKey: "owner") as? NSManagedObject === ada)
      try context.save()
      #expect(ada.objects("cars") == [cars[0]])
    }
  }

  // R-CTX-320: nothing is left to save, and lists hear of it
  @Test(arguments: StackKind.everyStore)
  func aDeletionThatIsTakenBackLeavesNothing(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let car = context.insert("Car", ["numberPlate": "A1", "owner": ada])
      try context.save()
      context.delete(car)
      context.processPendingChanges()
      context.refresh(car, mergeChanges: false)
      #expect(!context.hasChanges)
      #expect(context.updatedObjects.isEmpty)
      #expect(ada.objects("cars") == [car])
      // Of an owner that is deleted it goes again: a reference would dangle.
      context.delete(ada)
      context.processPendingChanges()
      try #require(car.isDeleted)
      context.refresh(car, mergeChanges: false)
      context.processPendingChanges()
      #expect(car.isDeleted)
      try context.save()
      #expect(try context.all("Car").isEmpty)
    }
  }

  // R-CTX-377
  @Test(arguments: StackKind.everyStore)
  func whatIsRelatedAgainAfterARefreshIsOneMember(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let car = context.insert("Car", ["numberPlate": "A1"])
      try context.save()
      let ada = context.insert("Person", ["firstName": "Ada"])
      car.setValue(ada, forKey: "owner")
      context.refresh(car, mergeChanges: false)
      car.setValue(ada, forKey: "owner")
      #expect(ada.mutableSetValue(forKey: "cars").count == 1)
      try context.save()
      #expect(ada.objects("cars") == [car])
    }
  }

  // R-CTX-321
  @Test(arguments: StackKind.everyStore)
  func refreshingAllKeepsDirtyObjectsRealised(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let people = ["a", "b"].map { context.insert("Person", ["firstName": $0]) }
      try context.save()
      people[0].setValue("x", forKey: "lastName")
      context.refreshAllObjects()
      #expect(!people[0].isFault)
      #expect(people[0].string("lastName") == "x")
      #expect(people[1].isFault)
      #expect(context.updatedObjects == [people[0]])
    }
  }

  // R-CTX-660
  @Test(arguments: StackKind.everyStore)
  func rollingBackRestoresEverything(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let (car, other) = (
        context.insert("Car", ["numberPlate": "A"]), context.insert("Car", ["numberPlate": "B"])
      )
      car.setValue(ada, forKey: "owner")
      try context.save()
      ada.setValue("x", forKey: "firstName")
      other.setValue(ada, forKey: "owner")
      context.delete(car)
      let new = context.insert("Person", ["firstName": "New"])
      new.setValue([other] as Set, forKey: "cars")
      context.processPendingChanges()
      context.rollback()
      #expect(!context.hasChanges)
      #expect(new.managedObjectContext == nil)
      #expect(!new.isInserted)
      #expect(ada.string("firstName") == "Ada")
      #expect(!ada.isUpdated)
      #expect(!car.isDeleted)
      #expect(ada.objects("cars") == [car])
      #expect(other.value(forKey: "owner") == nil)
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
      try context.save()
    }
    try stack.run { context in
      let holds = try context.only("Person").objects("cars").count == 1
      #expect(holds)
    }
  }

  // R-CTX-665, R-CTX-345
  @Test(arguments: StackKind.everyStore)
  func resettingOrphansEveryObject(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      context.name = "mine"
      context.mergePolicy = NSMergePolicy.overwrite
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      let id = person.objectID
      person.setValue("x", forKey: "lastName")
      context.reset()
      #expect(context.registeredObjects.isEmpty)
      #expect(!context.hasChanges)
      #expect(context.updatedObjects.isEmpty)
      #expect(context.name == "mine")
      #expect((context.mergePolicy as? NSMergePolicy)?.mergeType == .overwriteMergePolicyType)
      #expect(person.managedObjectContext == nil)
      #expect(person.isFault)
      #expect(person.string("firstName") == nil)
      #expect(person.objects("cars").isEmpty)
      person.willAccessValue(forKey: nil)
      #expect(!person.isFault)
      let again = try context.existingObject(with: id)
      #expect(again !== person)
      #expect(again.string("firstName") == "Ada")
      #expect(again.string("lastName") == nil)
    }
  }
}
