// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// When objects hear of what happens to them.
@Suite struct LifeCycleTests {
  // R-CTX-150, R-CTX-240
  @Test(arguments: StackKind.all)
  func awakeFromInsertIsSentOnceToTheRegisteredObject(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let person = try context.traced()
      try context.save()
      person.setValue("Lovelace", forKey: "lastName")
      try context.save()
      #expect(person.events.filter { $0.hasPrefix("awakeFromInsert") } == ["awakeFromInsert"])
    }
  }

  // R-CTX-152, R-CTX-157
  @Test(arguments: StackKind.all)
  func anObjectWithoutContextAwakesWhenItIsInserted(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let entity = try #require(NSEntityDescription.entity(forEntityName: "Person", in: context))
      let person = TracedPerson(entity: entity, insertInto: nil)
      #expect(person.events.isEmpty)
      #expect(person.managedObjectContext == nil)
      #expect(person.value(forKey: "age") as? Int == 18)
      person.setValue("Ada", forKey: "firstName")
      #expect(!context.hasChanges)
      context.insert(person)
      context.insert(person)
      #expect(person.events == ["awakeFromInsert"])
      try context.save()
      let found = try context.only("Person")
      #expect(found === person)
      #expect(found.string("firstName") == "Ada")
    }
  }

  // R-CTX-242, R-CTX-243
  @Test(arguments: StackKind.all)
  func awakeFromFetchIsSentEachTimeAFaultIsFulfilled(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      _ = try context.traced()
      try context.save()
    }
    try stack.run { context in
      let person = try #require(try context.only("Person") as? TracedPerson)
      #expect(person.isFault)
      #expect(person.events.isEmpty)
      #expect(person.string("firstName") == "Ada")
      #expect(person.events == ["awakeFromFetch"])
      context.refresh(person, mergeChanges: false)
      #expect(person.events == ["awakeFromFetch", "willTurnIntoFault", "didTurnIntoFault"])
      _ = person.string("firstName")
      #expect(person.events.last == "awakeFromFetch")
      #expect(person.events.count == 4)
    }
  }

  // R-CTX-242
  @Test(arguments: StackKind.all)
  func settingTransientValuesInAwakeFromFetchDirtiesNothing(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      _ = try context.traced()
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      #expect(person.string("mood") == "fetched")
      #expect(!person.hasChanges)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-242
  @Test(arguments: StackKind.all)
  func aRelationshipThatIsSetInAwakeFromFetchDoesNotReachTheOtherSide(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: GarageModel.make(person: Record.self))
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      context.insert("Passport", ["number": "1"]).setValue(person, forKey: "holder")
      _ = context.insert("Passport", ["number": "2"])
      try context.save()
    }
    try stack.run { context in
      let person = try #require(try context.only("Person") as? Record)
      let passports = try context.all("Passport", sortedBy: "number")
      person.actions["awakeFromFetch"] = { $0.setValue(passports[1], forKey: "passport") }
      #expect(person.string("firstName") == "Ada")
      #expect(passports[0].value(forKey: "holder") as? NSManagedObject === person)
      #expect(passports[1].value(forKey: "holder") == nil)
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-243, R-CTX-490
  @Test(arguments: StackKind.all)
  func fetchingRealisedObjectsAwakesThemDuringTheFetch(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      _ = try context.traced()
      try context.save()
    }
    try stack.run { context in
      let request = NSFetchRequest<TracedPerson>(entityName: "Person")
      request.returnsObjectsAsFaults = false
      let people = try context.fetch(request)
      try #require(people.count == 1)
      #expect(!people[0].isFault)
      #expect(people[0].events == ["awakeFromFetch"])
    }
  }

  // R-CTX-248
  @Test(arguments: StackKind.all)
  func valuesAreReadableBeforeAndGoneAfterTurningIntoAFault(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let person = try context.traced()
      person.setValue("calm", forKey: "mood")
      try context.save()
      var before: [String?] = []
      var after: [Any?] = []
      person.onWillTurnIntoFault = { before = [$0.string("firstName"), $0.string("mood")] }
      person.onDidTurnIntoFault = {
        after = [$0.primitiveValue(forKey: "firstName"), $0.primitiveValue(forKey: "mood")]
      }
      context.refresh(person, mergeChanges: false)
      #expect(before == ["Ada", "calm"])
      #expect(after.count == 2)
      #expect(after.allSatisfy { $0 == nil })
      #expect(person.isFault)
    }
  }

  // R-CTX-248, R-CTX-665
  @Test(arguments: StackKind.all)
  func resettingFaultsOnlyTheRealisedObjects(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      let person = try context.traced()
      let other = try context.traced("Bob")
      try context.save()
      context.refresh(other, mergeChanges: false)
      person.forgetEvents()
      other.forgetEvents()
      context.reset()
      #expect(person.events == ["willTurnIntoFault", "didTurnIntoFault"])
      #expect(other.events.isEmpty)
    }
  }

  // R-CTX-661, R-CTX-244
  @Test(arguments: StackKind.all)
  func rollingBackTellsTheRestoredObjects(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let updated = try context.traced()
      let deleted = try context.traced("Bob")
      let untouched = try context.traced("Cyd")
      try context.save()
      for person in [updated, deleted, untouched] { person.forgetEvents() }
      updated.setValue("Augusta", forKey: "firstName")
      context.delete(deleted)
      context.rollback()
      #expect(updated.events.contains("rollback"))
      #expect(deleted.events.contains("rollback"))
      #expect(!untouched.events.contains("rollback"))
    }
  }

  // R-CTX-316, R-CTX-244
  @Test(arguments: StackKind.all)
  func refreshingADirtyObjectTellsIt(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let person = try context.traced()
      try context.save()
      person.setValue("Lovelace", forKey: "lastName")
      person.forgetEvents()
      context.refresh(person, mergeChanges: true)
      #expect(person.events == ["refresh"])
    }
  }
}
