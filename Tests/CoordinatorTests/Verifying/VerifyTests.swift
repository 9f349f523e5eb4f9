// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import Testing

/// What is found in stores that were written by who keeps no rules, and what is mended.
@Suite struct VerifyTests {
  private static let engines = StackKind.singles

  /// People with cars, a passport, clubs and places in a waiting list; notes with tags.
  private func stack(_ kind: StackKind) throws -> Stack {
    let stack = try Stack(kind)
    try stack.run { context in
      let club = context.insert("Club", ["title": "Chess"])
      let people = (1...3).map { context.insert("Person", ["firstName": "\($0)"]) }
      for (number, person) in people.enumerated() {
        context.insert("Car", ["numberPlate": "\(number)"]).setValue(person, forKey: "owner")
        context.insert("Passport", ["number": "\(number)"]).setValue(person, forKey: "holder")
      }
      club.setValue(Set(people), forKey: "members")
      club.setValue(NSOrderedSet(array: people), forKey: "waiting")
      context.insert("Note", ["text": "a"])
        .setValue(Set([context.insert("Tag", ["label": "b"])]), forKey: "tags")
      try context.save()
    }
    return stack
  }

  private func schema(_ stack: Stack, _ name: String) throws -> EntitySchema {
    try #require(stack.coordinator.managedObjectModel.compiledSchema().entity(named: name))
  }

  private func toOne(_ name: String, of entity: String, _ stack: Stack) throws -> ToOneSchema {
    try #require(try schema(stack, entity).toOnes.first { $0.name == name })
  }

  /// Repairs, and looks again.
  private func requireRepaired(_ kind: IntegrityIssue.Kind, in stack: Stack) async throws {
    let found = try await stack.coordinator.issues()
    #expect(Set(found.map(\.kind)) == [kind])
    #expect(found.allSatisfy { !$0.isRepaired })
    let repaired = try await stack.coordinator.issues(repair: true)
    #expect(repaired.map(\.message) == found.map(\.message))
    #expect(repaired.allSatisfy { $0.isRepaired })
    #expect(try await stack.coordinator.issues() == [])
  }

  // R-PSC-951
  @Test(arguments: StackKind.everyStore)
  func aSoundStoreHasNoIssues(_ kind: StackKind) async throws {
    let stack = try stack(kind)
    #expect(try await stack.coordinator.issues() == [])
    #expect(try await stack.coordinator.issues(repair: true) == [])
  }

  // R-PSC-951
  @Test(arguments: engines)
  func aReferenceToNobodyIsTakenBack(_ kind: StackKind) async throws {
    let stack = try stack(kind)
    let passport = try schema(stack, "Passport")
    try stack.coordinator.writeRaw { changes, reader in
      let key = try #require(try reader.rows(of: passport).first).key
      changes.deletes = [RowDelete(key: key, expectedVersion: nil)]
    }
    try await requireRepaired(.danglingReference, in: stack)
    let holders = try stack.run { try $0.all("Person", "passport != nil").count }
    #expect(holders == 2)
  }

  // R-PSC-951
  @Test(arguments: engines)
  func aReferenceThatIsNotReturnedIsFound(_ kind: StackKind) async throws {
    let stack = try stack(kind)
    let passport = try schema(stack, "Passport")
    let holder = try toOne("holder", of: "Passport", stack)
    try stack.coordinator.writeRaw { changes, reader in
      let (key, row) = try #require(try reader.rows(of: passport).first)
      changes.set([holder.slot], of: key, row)
    }
    let issues = try await stack.coordinator.issues()
    #expect(issues.map(\.kind) == [.wrongInverse])
    #expect(issues.first?.property == "passport")
    #expect(issues.first?.object?.entity.name == "Person")
  }

  // R-PSC-951
  @Test(arguments: engines)
  func aMemberWithoutAPlaceComesLast(_ kind: StackKind) async throws {
    let stack = try stack(kind)
    let person = try schema(stack, "Person")
    let slot = try #require(try toOne("waitsFor", of: "Person", stack).orderSlot)
    try stack.coordinator.writeRaw { changes, reader in
      let (key, row) = try #require(
        try reader.rows(of: person).first)
      changes.set([slot], of: key, row)
    }
    try await requireRepaired(.missingOrder, in: stack)
  }

  // R-PSC-951
  @Test(arguments: engines)
  func aMissingValueIsFound(_ kind: StackKind) async throws {
    let stack = try stack(kind)
    let car = try schema(stack, "Car")
    let plate = try #require(car.attributes.first { $0.name == "numberPlate" })
    try stack.coordinator.writeRaw { changes, reader in
      let (key, row) = try #require(try reader.rows(of: car).first)
      changes.set([plate.slot], of: key, row)
    }
    let issues = try await stack.coordinator.issues(repair: true)
    #expect(issues.map(\.kind) == [.missingValue])
    #expect(issues.allSatisfy { !$0.isRepaired })
  }

  // R-PSC-951
  @Test(arguments: engines)
  func aWrongDerivedValueIsComputedAnew(_ kind: StackKind) async throws {
    let stack = try Stack(kind, model: BookcaseModel.make())
    try stack.run { context in
      let author = context.insert("Author", ["name": "Ada"])
      context.insert("Book").setValue(author, forKey: "author")
      try context.save()
    }
    let author = try schema(stack, "Author")
    let count = try #require(author.attributes.first { $0.name == "booksCount" })
    try stack.coordinator.writeRaw { changes, reader in
      let (key, row) = try #require(try reader.rows(of: author).first)
      changes.set([count.slot], to: 7, of: key, row)
      changes.isDerived = true
    }
    try await requireRepaired(.wrongDerivedValue, in: stack)
    let counted = try stack.run { try $0.only("Author").value(forKey: "booksCount") as? Int }
    #expect(counted == 1)
  }

  // R-PSC-951
  @Test(arguments: engines)
  func aCancelledCheckEnds(_ kind: StackKind) async throws {
    let stack = try stack(kind)
    let progress = Progress(totalUnitCount: 1)
    progress.cancel()
    let store = try #require(stack.coordinator.persistentStores.first)
    await #expect(throws: CancellationError.self) {
      try await stack.coordinator.verify(store, progress: progress)
    }
  }

  // R-PSC-951
  @Test func aStoreOfAnotherCoordinatorIsRefused() async throws {
    let (one, other) = (try stack(StackKind.singles[0]), try stack(StackKind.singles[0]))
    let store = try #require(other.coordinator.persistentStores.first)
    await #expect(throws: CocoaError.self) { try await one.coordinator.verify(store) }
  }

  // R-PSC-951
  @Test func progressIsToldToTheEnd() async throws {
    let stack = try stack(StackKind.singles[0])
    let progress = Progress(totalUnitCount: 1)
    let store = try #require(stack.coordinator.persistentStores.first)
    _ = try await stack.coordinator.verify(store, progress: progress)
    #expect(progress.fractionCompleted == 1)
  }
}
