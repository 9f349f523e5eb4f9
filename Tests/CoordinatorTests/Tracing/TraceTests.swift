// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What observers of a coordinator's stores are told.
struct TraceTests {
  @Test(arguments: StackKind.everyStore) func savesAndFetchesAreTold(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let log = stack.coordinator.log()
    let context = stack.context()
    try context.performAndWait {
      for age in 1...5 { _ = context.insert("Person", ["firstName": "P\(age)", "age": age]) }
      try context.save()
      let save = try #require(log.of(.save).first)
      #expect(save.rowCount == 5)
      #expect(save.text == "5 Person inserted")
      #expect(save.store?.type == kind.stores[0].type)
      #expect(save.store?.identifier == stack.coordinator.persistentStores[0].identifier)
      #expect(save.duration > .zero)
      #expect(save.error == nil)
      log.clear()
      #expect(try context.all("Person", "age > 2").count == 3)
      let fetch = try #require(log.of(.fetch).first)
      #expect(fetch.entityName == "Person")
      #expect(fetch.store?.type == kind.stores[0].type)
      #expect((3...5).contains(fetch.rowCount ?? 0))
    }
  }

  @Test(arguments: StackKind.all) func countsAreTold(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    let log = stack.coordinator.log()
    try context.performAndWait {
      for rank in 1...4 { _ = context.insert("Note", ["rank": rank]) }
      try context.save()
      log.clear()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      #expect(try context.count(for: request) == 4)
    }
    let counts = log.of(.count)
    #expect(counts.count == 1)
    #expect(counts.first?.rowCount == 4)
    #expect(log.of(.fetch).isEmpty)
  }

  @Test(arguments: StackKind.all) func aSaveOfSeveralStoresIsToldForEach(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let log = stack.coordinator.log()
    let context = stack.context()
    try context.performAndWait {
      _ = context.insert("Person", ["firstName": "Ada"])
      _ = context.insert("Note")
      try context.save()
    }
    let stores = Set(log.of(.save).compactMap { $0.store?.identifier })
    #expect(stores.count == min(2, kind.stores.count))
  }

  @Test(arguments: StackKind.all) func faultsAreTold(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let writer = stack.context()
    let id = try writer.performAndWait {
      let person = writer.insert("Person", ["firstName": "Ada"])
      let car = writer.insert("Car", ["numberPlate": "A"])
      car.setValue(person, forKey: "owner")
      try writer.save()
      return person.objectID
    }
    let log = stack.coordinator.log()
    let context = stack.context()
    context.performAndWait {
      let person = context.object(with: id)
      #expect(log.events.isEmpty)
      #expect(person.string("firstName") == "Ada")
      let fault = log.of(.fault).first
      #expect(fault?.objectID == id)
      #expect(fault?.rowCount == 1)
      #expect(person.objects("cars").count == 1)
      let relationship = log.of(.relationship).first
      #expect(relationship?.text == "cars")
      #expect(relationship?.entityName == "Person")
      #expect(relationship?.rowCount == 1)
    }
  }

  // Many objects lead to one owner, whose members are loaded once.
  @Test(arguments: StackKind.all) func membersOfOneOwnerArePrefetchedOnce(_ kind: StackKind) throws
  {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      for plate in 0..<50 {
        context.insert("Car", ["numberPlate": "\(plate)"]).setValue(person, forKey: "owner")
      }
      try context.save()
    }
    let log = stack.coordinator.log()
    try stack.run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
      request.relationshipKeyPathsForPrefetching = ["owner.cars"]
      let cars = try context.fetch(request)
      #expect(log.of(.relationship).map(\.rowCount) == [50])
      let owner = try #require(cars.first?.value(forKey: "owner") as? NSManagedObject)
      #expect(owner.objects("cars") == Set(cars))
    }
  }

  @Test(arguments: StackKind.all) func conflictsAreTold(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let contexts = [stack.context(), stack.context()]
    let id = try contexts[0].performAndWait {
      let note = contexts[0].insert("Note", ["rank": 1])
      try contexts[0].save()
      return note.objectID
    }
    try contexts[1].performAndWait {
      contexts[1].object(with: id).setValue(2, forKey: "rank")
      try contexts[0].performAndWait {
        contexts[0].object(with: id).setValue(3, forKey: "rank")
        try contexts[0].save()
      }
      let log = stack.coordinator.log()
      #expect(throws: (any Error).self) { try contexts[1].save() }
      let conflict = log.of(.conflict).first
      #expect(conflict?.objectID == id)
      #expect(conflict?.entityName == "Note")
      #expect(log.of(.save).isEmpty)
    }
  }

  @Test(arguments: StackKind.all) func batchRequestsAreTold(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    let log = stack.coordinator.log()
    try context.performAndWait {
      _ = try context.execute(
        NSBatchInsertRequest(entityName: "Note", objects: (1...7).map { ["rank": $0] }))
    }
    #expect(log.of(.batch).map(\.rowCount) == [7])
  }

  @Test(arguments: StackKind.all) func storesThatComeAndGoAreTold(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let log = stack.coordinator.log()
    let url = stack.directory.appendingPathComponent("another")
    let store = try stack.coordinator.addPersistentStore(
      ofType: kind.stores[0].type, configurationName: nil, at: url)
    #expect(log.of(.open).map { $0.store?.identifier } == [store.identifier])
    let identifier = store.identifier
    try stack.coordinator.remove(store)
    #expect(log.of(.close).map { $0.store?.identifier } == [identifier])
  }

  // MARK: - Observers

  @Test(arguments: StackKind.singles) func whoHasEndedHearsNothing(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (first, second) = (EventLog(), EventLog())
    let registration = stack.coordinator.trace { first.note($0) }
    stack.coordinator.trace { second.note($0) }
    let context = stack.context()
    try context.performAndWait {
      _ = try context.all("Note")
      registration.end()
      registration.end()
      _ = try context.all("Note")
    }
    #expect(first.of(.fetch).count == 1)
    #expect(second.of(.fetch).count == 2)
  }

  @Test(arguments: StackKind.all) func anObserverMayUseTheStores(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let log = EventLog()
    let other = stack.context()
    stack.coordinator.trace { event in
      log.note(event)
      other.performAndWait {
        _ = other.insert("Draft", ["text": event.text])
        // What comes of it shows in the count.
        try? other.save()
      }
    }
    let context = stack.context()
    try context.performAndWait {
      _ = context.insert("Note")
      try context.save()
      #expect(try context.all("Note").count == 1)
    }
    #expect(log.of(.save).count == 1)
    #expect(log.of(.fetch).count == 1)
    let drafts = try other.performAndWait { try other.all("Draft").count }
    #expect(drafts >= 2)
  }

  @Test func eventsAreToldOnTheThreadThatWorks() throws {
    let stack = try Stack(StackKind.singles[0])
    let context = stack.context()
    try context.performAndWait {
      let thread = ObjectIdentifier(Thread.current)
      let log = EventLog()
      stack.coordinator.trace { event in
        if ObjectIdentifier(Thread.current) == thread { log.note(event) }
      }
      _ = try context.all("Note")
      #expect(log.of(.fetch).count == 1)
    }
  }

  @Test func eventsAreOneLine() throws {
    let stack = try Stack(StackKind.singles[0])
    let log = stack.coordinator.log()
    let context = stack.context()
    try context.performAndWait { _ = try context.all("Note") }
    let text = try #require(log.of(.fetch).first).description
    #expect(text.hasPrefix("fetch, in “"))
    #expect(!text.contains("\n"))
  }
}
