// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Requests made of anything: a call that can throw throws or answers, and does not stop the
/// program. // R-REQ-004
///
/// The seed of each request is printed before a run. `REQUEST_FUZZ_COUNT` makes more of them,
/// `REQUEST_FUZZ_SEED` begins elsewhere.
@Suite struct RequestFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["REQUEST_FUZZ_COUNT"].flatMap(UInt64.init) ?? 150
  private static let first = environment["REQUEST_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
  private static let isTalkative = environment["REQUEST_FUZZ_COUNT"] != nil

  private final class Tally {
    var answered = 0
    var refused = 0

    func note(_ body: () throws -> Void) {
      do {
        try body()
        answered += 1
      } catch {
        refused += 1
      }
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: StackKind.singles)
  func aRequestThrowsOrAnswers(_ kind: StackKind) throws {
    print("requests for \(kind.name): seeds \(Self.first)..<\(Self.first + Self.count)")
    let stack = try Stack(kind)
    let context = stack.context()
    let tally = Tally()
    try context.performAndWait {
      let people = fill(context)
      try context.save()
      people[0].setValue(41, forKey: "age")
      let objects: [Any] = [people[0], people[1].objectID, people[2].objectID.uriRepresentation()]
      for seed in Self.first..<(Self.first + Self.count) {
        if Self.isTalkative { print("seed", seed) }
        run(RandomRequest(seed: seed, objects: objects), in: context, tally)
      }
    }
    #expect(tally.answered > 0)
    #expect(tally.refused > 0)
  }

  private func fill(_ context: NSManagedObjectContext) -> [NSManagedObject] {
    (0..<3).map { index in
      let person = context.insert("Person", ["firstName": "a\(index)", "age": index * 7])
      for number in 0..<2 {
        context.insert("Car", ["numberPlate": "\(index)\(number)", "price": Double(number)])
          .setValue(person, forKey: "owner")
      }
      return person
    }
  }

  private func run(
    _ random: RandomRequest, in context: NSManagedObjectContext, _ tally: Tally
  ) {
    var random = random
    let objects = random.fetch(NSManagedObject.self)
    tally.note { _ = try context.fetch(objects).count }
    tally.note { _ = try context.count(for: objects) }
    let dictionaries = random.dictionaries()
    tally.note { _ = try context.fetch(dictionaries) }
    let update = random.batchUpdate()
    tally.note { _ = try context.execute(update) }
    let insertion = random.batchInsertion()
    tally.note { _ = try context.execute(insertion) }
  }
}
