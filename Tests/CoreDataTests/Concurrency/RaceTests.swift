// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// Many threads, each with contexts of its own, over one coordinator. Meant for the thread
/// sanitizer: `swift test --sanitize=thread --filter RaceTests`.
@Suite(.serialized) struct RaceTests {
  private static let threads = 4
  private static let rounds = 25

  /// Objects of any context, to be let go on any thread.
  private final class Graveyard: Sendable {
    private let objects = Mutex<[Held]>([])

    func bury(_ more: [NSManagedObject]) {
      let more = more.map(Held.init)
      let old = objects.withLock { objects in
        defer { objects = more }
        return objects
      }
      // Somebody else's objects die here, on this thread.
      withExtendedLifetime(old) {}
    }
  }

  // R-CTX-901, R-CTX-902, R-CTX-781, R-CTX-907
  @Test(arguments: StackKind.singles + [StackKind.all[3]])
  func contextsThatMergeAndDieOnOtherThreadsDoNotRace(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let coordinator = stack.coordinator
    let graveyard = Graveyard()
    try stack.run { context in
      for rank in 0..<8 { _ = context.insert("Note", ["text": "shared", "rank": rank]) }
      try context.save()
    }
    let workers = (0..<Self.threads).map { number in
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      context.automaticallyMergesChangesFromParent = true
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      var round = 0
      return Worker(limit: Self.rounds) {
        round += 1
        return Self.work(number, round: round, in: context, graveyard: graveyard)
      }
    }
    workers.forEach { $0.start() }
    let watched = stack.context()
    watched.automaticallyMergesChangesFromParent = true
    #expect(workers.allSatisfy { $0.wait() })
    try stack.run { context in
      let kept = try context.all("Note", "text == 'kept'")
      #expect(kept.count == Self.threads * Self.rounds)
      #expect(Set(kept.compactMap { $0.value(forKey: "rank") as? Int }).count == kept.count)
      let shared = try context.all("Note", "text BEGINSWITH 'shared'")
      #expect(shared.count == 8)
    }
    graveyard.bury([])
  }

  /// Inserts, updates, deletes, relates and fetches; what it held goes to the others.
  private static func work(
    _ number: Int, round: Int, in context: NSManagedObjectContext, graveyard: Graveyard
  ) -> Bool {
    do {
      let held = try context.performAndWait { () throws -> [Held] in
        let kept = context.insert("Note", ["text": "kept", "rank": number * rounds + round])
        let passing = context.insert("Note", ["text": "passing \(number)"])
        let tag = context.insert("Tag", ["label": "\(number)-\(round)"])
        tag.mutableSetValue(forKey: "notes").add(kept)
        try context.save()
        let shared = try context.all("Note", "text BEGINSWITH 'shared'")
        shared[(number + round) % shared.count].setValue("shared \(number)", forKey: "text")
        context.delete(passing)
        try context.save()
        let found = try context.all("Note", "text == 'kept'")
        for note in found { _ = note.objects("tags").count }
        if round % 7 == 0 { context.reset() }
        return (shared + found).map(Held.init)
      }
      for held in held { _ = (held.object.objectID, held.object.managedObjectContext) }
      graveyard.bury(held.map(\.object))
      return true
    } catch {
      Issue.record(error)
      return false
    }
  }

  // R-CTX-901
  @Test(arguments: StackKind.all)
  func eightContextsLoseNoRows(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let coordinator = stack.coordinator
    let workers = (0..<8).map { number in
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      var round = 0
      return Worker(limit: 12) {
        round += 1
        return Self.insertAndUpdate(number, round: round, in: context)
      }
    }
    workers.forEach { $0.start() }
    #expect(workers.allSatisfy { $0.wait() })
    try stack.run { context in
      let people = try context.all("Person")
      #expect(people.count == 96)
      #expect(people.allSatisfy { $0.string("lastName") == "updated" })
      let cars = people.flatMap { Array($0.objects("cars")) }
      #expect(Set(cars.compactMap { $0.string("numberPlate") }).count == 96)
      let notes = try context.all("Note").count
      #expect(notes == 96)
    }
  }

  private static func insertAndUpdate(
    _ number: Int, round: Int, in context: NSManagedObjectContext
  ) -> Bool {
    do {
      try context.performAndWait {
        let person = context.insert("Person", ["firstName": "\(number)-\(round)"])
        let car = context.insert("Car", ["numberPlate": "\(number)-\(round)"])
        car.setValue(person, forKey: "owner")
        _ = context.insert("Note", ["text": "\(number)"])
        try context.save()
        person.setValue("updated", forKey: "lastName")
        try context.save()
        let mine = try context.all("Person", "firstName BEGINSWITH '\(number)-'")
        #expect(mine.count == round)
        _ = try context.all("Person").map { $0.objects("cars").count }
      }
      return true
    } catch {
      Issue.record(error)
      return false
    }
  }
}
