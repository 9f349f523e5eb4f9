// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Names of objects: temporary and permanent, as URIs and back.
@Suite struct ObjectIDTests {
  // R-CTX-125, R-CTX-128, R-PSC-090
  @Test(arguments: StackKind.all)
  func aTemporaryIDIsOfNoStore(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let ids = (0..<2).map { _ in context.insert("SportCar").objectID }
      let uri = ids[0].uriRepresentation().absoluteString
      #expect(uri.hasPrefix("x-coredata:///SportCar/t"))
      #expect(ids[0] != ids[1])
      #expect(ids[0].isTemporaryID)
      #expect(ids[0].persistentStore == nil)
      #expect(ids[0].entity.name == "SportCar")
      #expect(ids[0].copy() as? NSManagedObjectID === ids[0])
      let found = stack.coordinator.managedObjectID(
        forURIRepresentation: ids[0].uriRepresentation())
      #expect(found == nil)
    }
  }

  // R-CTX-127, R-CTX-130, R-CTX-132, R-PSC-091, R-PSC-094
  @Test(arguments: StackKind.all)
  func aPermanentIDSurvivesTheRoundTripThroughItsURI(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let car = context.insert("SportCar", ["numberPlate": "A"])
      let temporary = car.objectID
      try context.save()
      let id = try context.only("Car").objectID
      #expect(id == car.objectID)
      #expect(id != temporary)
      #expect(temporary.isTemporaryID)
      let store = try #require(id.persistentStore)
      let uri = id.uriRepresentation()
      #expect(uri.absoluteString == "x-coredata://\(try #require(store.identifier))/SportCar/p1")
      #expect(store.identifier == store.identifier.uppercased())
      #expect(id.description.contains("<\(uri.absoluteString)>"))
      let found = stack.coordinator.managedObjectID(forURIRepresentation: uri)
      #expect(found == id)
      #expect(found?.hash == id.hash)
      #expect(found?.entity.name == "SportCar")
      #expect(stack.coordinator.managedObjectID(for: uri.absoluteString) == id)
    }
  }

  // R-PSC-091, R-CTX-132
  @Test(arguments: StackKind.all)
  func aURIThatNamesNothingHereGivesNil(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let uuid = try #require(stack.coordinator.persistentStores[0].identifier)
    let bad = [
      "x-coredata://\(UUID().uuidString)/Person/p1", "x-coredata://\(uuid)/Nothing/p1",
      "x-coredata://\(uuid)/Person/1", "x-coredata://\(uuid)/Person/px",
      "x-coredata://\(uuid)/Person", "x-coredata://\(uuid)", "http://\(uuid)/Person/p1",
      "x-coredata:///Person/t1", "x-coredata://\(uuid)/Person/p1/p2",
      "x-coredata://\(uuid)/Person/p-1",
      "x-coredata://\(uuid)/Person/p99999999999999999999",
    ]
    for text in bad {
      let url = try #require(URL(string: text))
      #expect(stack.coordinator.managedObjectID(forURIRepresentation: url) == nil, "\(text)")
    }
    // There need be no such row.
    let url = try #require(URL(string: "x-coredata://\(uuid)/Person/p4711"))
    #expect(stack.coordinator.managedObjectID(forURIRepresentation: url) != nil)
  }

  // R-PSC-093, R-PSC-076
  @Test(arguments: StackKind.durable)
  func anIDIsFoundAgainAfterReopening(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let id = try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      return person.objectID
    }
    let again = try stack.reopened()
    let found = try #require(
      again.coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()))
    #expect(found == id)
    #expect(found.hash == id.hash)
    try again.run { context in
      let objects = [try context.existingObject(with: found), try context.existingObject(with: id)]
      #expect(objects.map { $0.string("firstName") } == ["Ada", "Ada"])
    }
  }

  // R-CTX-126, R-PSC-095
  @Test(arguments: StackKind.all)
  func idsAreEqualAcrossContextsAndDifferBetweenStores(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let first = try stack.run { context in
      let (person, note, draft) = (
        context.insert("Person", ["firstName": "Ada"]), context.insert("Note"),
        context.insert("Draft")
      )
      try context.save()
      return [person.objectID, note.objectID, draft.objectID]
    }
    let second = try stack.run { context in
      try ["Person", "Note", "Draft"].map { try context.only($0).objectID }
    }
    #expect(first == second)
    #expect(Set(first + second).count == 3)
  }

  // R-CTX-135, R-CTX-171, R-PSC-320, R-PSC-332
  @Test(arguments: StackKind.all)
  func permanentIDsMayBeObtainedBeforeTheSave(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let people = ["a", "b"].map { context.insert("Person", ["firstName": $0]) }
      let temporary = people[0].objectID
      try context.obtainPermanentIDs(for: people)
      let ids = people.map(\.objectID)
      #expect(ids.allSatisfy { !$0.isTemporaryID && $0.persistentStore != nil })
      #expect(people.allSatisfy { $0.isInserted })
      #expect(context.insertedObjects == Set(people))
      #expect(context.registeredObject(for: ids[0]) === people[0])
      #expect(context.object(with: temporary) === people[0])
      try context.obtainPermanentIDs(for: people)
      try stack.run { other in
        let people = try other.all("Person")
        #expect(people.isEmpty)
        #expect(throws: CocoaError.self) { try other.existingObject(with: ids[0]) }
      }
      try context.save()
      #expect(people.map(\.objectID) == ids)
    }
    try stack.run { context in
      let holds = try context.all("Person").count == 2
      #expect(holds)
    }
  }

  // R-PSC-323, R-PSC-186
  @Test func obtainingIDsIsAllOrNothing() throws {
    let stack = try Stack(StackKind(name: "notes", stores: [(NSInMemoryStoreType, "Notes")]))
    try stack.run { context in
      let (note, draft) = (context.insert("Note"), context.insert("Draft"))
      #expect {
        try context.obtainPermanentIDs(for: [note, draft])
      } throws: { ($0 as? CocoaError)?.code == .persistentStoreSave }
      #expect(note.objectID.isTemporaryID)
      #expect(draft.objectID.isTemporaryID)
    }
  }

  // R-PSC-325, R-PSC-326
  @Test(arguments: StackKind.all)
  func numbersCountPerRootEntityAndAreNeverUsedAgain(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let last = try stack.run { context in
      let cars = (0..<4).map {
        context.insert($0 % 2 == 0 ? "Car" : "SportCar", ["numberPlate": "\($0)"])
      }
      try context.save()
      let numbers = cars.map { $0.objectID.uriRepresentation().lastPathComponent }
      #expect(Set(numbers).count == 4)
      for car in cars { context.delete(car) }
      try context.save()
      return Set(numbers)
    }
    try stack.run { context in
      let car = context.insert("Car", ["numberPlate": "new"])
      try context.save()
      #expect(!last.contains(car.objectID.uriRepresentation().lastPathComponent))
    }
  }

  // R-CTX-139
  @Test func obtainingTheIDOfAForeignObjectIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(.singles[0])
      let person = try stack.run { Held($0.insert("Person")) }
      try stack.run { try $0.obtainPermanentIDs(for: [person.object]) }
    }
    #expect(result?.reports("NS") == true)
  }
}
