// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Synchronization

/// Contexts that merge one another's saves, and whose objects die on other threads.
struct MergingRace {
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

  private let stack: Stack
  private let graveyard = Graveyard()
  private let errors = RaceErrors()

  init(_ kind: StackKind) throws { stack = try Stack(kind) }

  func run() throws {
    try stack.run { context in
      for rank in 0..<8 { _ = context.insert("Note", ["text": "shared", "rank": rank]) }
      try context.save()
    }
    let workers = (0..<Self.threads).map(worker)
    workers.forEach { $0.start() }
    let watched = stack.context()
    watched.automaticallyMergesChangesFromParent = true
    let isFine = workers.map { $0.wait() }
    try errors.rethrow()
    try RaceFailure.require(isFine.allSatisfy { $0 }, "a thread failed")
    try stack.run(checkResult)
    graveyard.bury([])
  }

  private func checkResult(_ context: NSManagedObjectContext) throws {
    let kept = try context.all("Note", "text == 'kept'")
    let expected = Self.threads * Self.rounds
    try RaceFailure.require(kept.count == expected, "\(kept.count) notes kept, not \(expected)")
    let ranks = Set(kept.compactMap { $0.value(forKey: "rank") as? Int })
    try RaceFailure.require(ranks.count == expected, "\(ranks.count) ranks, not \(expected)")
    let shared = try context.all("Note", "text BEGINSWITH 'shared'")
    try RaceFailure.require(shared.count == 8, "\(shared.count) shared notes, not 8")
  }

  private func worker(_ number: Int) -> Worker {
    let context = stack.context()
    context.automaticallyMergesChangesFromParent = true
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    var round = 0
    return Worker(limit: Self.rounds) { [errors, graveyard] in
      round += 1
      return errors.noted { try Self.work(number, round: round, in: context, graveyard: graveyard) }
    }
  }

  /// Inserts, updates, deletes, relates and fetches; what it held goes to the others.
  private static func work(
    _ number: Int, round: Int, in context: NSManagedObjectContext, graveyard: Graveyard
  ) throws {
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
  }
}
