// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// The changes of the current event, and where events end.
@Suite struct EventTests {
  // R-CTX-214
  @Test(arguments: StackKind.all)
  func theFormerValuesOfAnEventAreKnown(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada", "lastName": "a", "mood": "calm"])
      let car = context.insert("Car", ["numberPlate": "A1"])
      try context.save()
      #expect(person.changedValuesForCurrentEvent().isEmpty)
      person.setValue("b", forKey: "lastName")
      person.setValue("wild", forKey: "mood")
      #expect(person.changedValuesForCurrentEvent() as? [String: String] == ["lastName": "a"])
      context.processPendingChanges()
      #expect(person.changedValuesForCurrentEvent().isEmpty)
      person.setValue("c", forKey: "lastName")
      person.mutableSetValue(forKey: "cars").add(car)
      let former = person.changedValuesForCurrentEvent()
      #expect(Set(former.keys) == ["lastName", "cars"])
      #expect(former["lastName"] as? String == "b")
      #expect((former["cars"] as? Set<NSManagedObject>)?.isEmpty == true)
      #expect(car.changedValuesForCurrentEvent()["owner"] is NSNull)
      try context.save()
      #expect(person.changedValuesForCurrentEvent().isEmpty)
    }
  }

  // R-CTX-214
  @Test(arguments: StackKind.all)
  func theyAreKnownInHandlersAndNotAfterwards(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      context.processPendingChanges()
      let seen = Values()
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
      ) { note in
        let updated = note.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject>
        seen.note(updated?.first?.changedValuesForCurrentEvent())
      }
      defer { NotificationCenter.default.removeObserver(token) }
      person.setValue("Bob", forKey: "firstName")
      person.setValue("Cid", forKey: "firstName")
      context.processPendingChanges()
      #expect(seen.values == ["Ada"])
      #expect(person.changedValuesForCurrentEvent().isEmpty)
    }
  }

  private final class Values: Sendable {
    private let noted = Mutex<[String]>([])

    func note(_ values: [String: Any]?) {
      noted.withLock { $0.append(values?["firstName"] as? String ?? "none") }
    }

    var values: [String] { noted.withLock { $0 } }
  }

  // R-CTX-214
  @Test(arguments: StackKind.all)
  func theFormerOrderOfMembersIsKnown(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let club = context.insert("Club", ["title": "Red"])
      let people = ["a", "b", "c"].map { context.insert("Person", ["firstName": $0]) }
      let waiting = club.mutableOrderedSetValue(forKey: "waiting")
      waiting.addObjects(from: people)
      context.processPendingChanges()
      waiting.moveObjects(at: IndexSet(integer: 2), to: 0)
      waiting.remove(people[0])
      let former = club.changedValuesForCurrentEvent()["waiting"] as? NSOrderedSet
      #expect(former == NSOrderedSet(array: people))
      #expect(club.destinationLabels("waiting") == ["c", "b"])
    }
  }

  // R-CTX-351
  @Test(arguments: StackKind.all)
  func aHandlersChangesAreProcessedByAnotherPass(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      let log = NotificationLog(context)
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
      ) { [weak context] _ in
        guard let context, context.insertedObjects.count < 3 else { return }
        _ = context.insert("Person", ["firstName": "More"])
        context.processPendingChanges()
      }
      defer { NotificationCenter.default.removeObserver(token) }
      context.processPendingChanges()
      let notes = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(notes.map { $0.objects(NSInsertedObjectsKey).count } == [1, 1, 1])
      #expect(notes.first?.objects(NSInsertedObjectsKey) == [person])
    }
  }
}
