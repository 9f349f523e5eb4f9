// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Observation
import Synchronization
import Testing

/// Reads within `withObservationTracking`.
@Suite struct TrackedReadTests {
  /// Counts calls from anywhere.
  private final class Count: Sendable {
    private let calls = Mutex(0)
    var value: Int { calls.withLock { $0 } }
    func call() { calls.withLock { $0 += 1 } }
  }

  private func observe(_ count: Count, _ read: () -> Void) {
    withObservationTracking(read) { count.call() }
  }

  /// A context that notes reads, with a stored person.
  private func run(
    _ kind: StackKind, _ body: (NSManagedObjectContext, NSManagedObject) throws -> Void
  ) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      context.tracksObservation = true
      #expect(context.tracksObservation)
      let person = context.insert("Person", ["firstName": "Ada", "lastName": "Byron"])
      try context.save()
      try body(context, person)
    }
  }

  @Test(arguments: StackKind.everyStore)
  func aChangeOfWhatWasReadEndsTheObservation(_ kind: StackKind) throws {
    try run(kind) { _, person in
      let count = Count()
      observe(count) { _ = person.string("firstName") }
      person.setValue("Lovelace", forKey: "lastName")
      #expect(count.value == 0)
      person.setValue("Eve", forKey: "firstName")
      #expect(count.value == 1)
      person.setValue("Fay", forKey: "firstName")
      #expect(count.value == 1)
    }
  }

  @Test(arguments: StackKind.everyStore)
  func refreshesAndDeletionsAreChanges(_ kind: StackKind) throws {
    try run(kind) { context, person in
      let count = Count()
      observe(count) { _ = person.string("firstName") }
      context.refresh(person, mergeChanges: false)
      #expect(count.value == 1)
      // Reads a fault.
      observe(count) { _ = person.string("firstName") }
      person.setValue("Eve", forKey: "firstName")
      #expect(count.value == 2)
      observe(count) { _ = person.string("firstName") }
      context.rollback()
      #expect(count.value == 3)
      observe(count) { _ = person.string("firstName") }
      context.delete(person)
      #expect(count.value == 4)
    }
  }

  @Test(arguments: StackKind.everyStore)
  func mergesAreChanges(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    try pair.save { _ = $0.insert("Person", ["firstName": "Ada"]) }
    let count = Count()
    try pair.receiver.performAndWait {
      pair.receiver.tracksObservation = true
      let person = try #require(try pair.receiver.all("Person").first)
      pair.receiver.userInfo["held"] = person
      observe(count) { _ = person.string("firstName") }
    }
    try pair.merge { try $0.all("Person").first?.setValue("Eve", forKey: "firstName") }
    #expect(count.value == 1)
  }

  @Test(arguments: StackKind.everyStore)
  func relationshipsAreReadAndChangedFromBothSides(_ kind: StackKind) throws {
    try run(kind) { context, person in
      let count = Count()
      observe(count) { _ = person.objects("clubs") }
      let club = context.insert("Club", ["title": "Chess"])
      #expect(count.value == 0)
      club.setValue(Set([person]), forKey: "members")
      #expect(count.value == 1)
    }
  }

  @Test func otherContextsNoteNothing() throws {
    let context = try Stack(StackKind.singles[0]).held()
    context.performAndWait {
      let person = context.insert("Person", ["firstName": "Ada"])
      let count = Count()
      observe(count) { _ = person.string("firstName") }
      person.setValue("Eve", forKey: "firstName")
      #expect(count.value == 0)
      context.tracksObservation = true
      observe(count) { _ = person.string("firstName") }
      person.setValue("Fay", forKey: "firstName")
      #expect(count.value == 1)
      context.tracksObservation = false
      observe(count) { _ = person.string("firstName") }
      person.setValue("Gil", forKey: "firstName")
      #expect(count.value == 1)
    }
  }
}
