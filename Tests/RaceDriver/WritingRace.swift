// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport

/// Eight contexts that insert and update at the same time: no row may be lost.
struct WritingRace {
  private static let threads = 8
  private static let rounds = 12

  private let stack: Stack
  private let errors = RaceErrors()

  init(_ kind: StackKind) throws { stack = try Stack(kind) }

  func run() throws {
    let workers = (0..<Self.threads).map { number in
      let context = stack.context()
      var round = 0
      return Worker(limit: Self.rounds) { [errors] in
        round += 1
        return errors.noted { try Self.insertAndUpdate(number, round: round, in: context) }
      }
    }
    workers.forEach { $0.start() }
    let isFine = workers.map { $0.wait() }
    try errors.rethrow()
    try RaceFailure.require(isFine.allSatisfy { $0 }, "a thread failed")
    try stack.run(Self.checkResult)
  }

  private static func checkResult(_ context: NSManagedObjectContext) throws {
    let expected = threads * rounds
    let people = try context.all("Person")
    try RaceFailure.require(people.count == expected, "\(people.count) people, not \(expected)")
    let updated = people.count { $0.string("lastName") == "updated" }
    try RaceFailure.require(updated == expected, "\(updated) people updated, not \(expected)")
    let plates = Set(people.flatMap { $0.objects("cars") }.compactMap { $0.string("numberPlate") })
    try RaceFailure.require(plates.count == expected, "\(plates.count) cars, not \(expected)")
    let notes = try context.all("Note").count
    try RaceFailure.require(notes == expected, "\(notes) notes, not \(expected)")
  }

  private static func insertAndUpdate(
    _ number: Int, round: Int, in context: NSManagedObjectContext
  ) throws {
    try context.performAndWait {
      let person = context.insert("Person", ["firstName": "\(number)-\(round)"])
      let car = context.insert("Car", ["numberPlate": "\(number)-\(round)"])
      car.setValue(person, forKey: "owner")
      _ = context.insert("Note", ["text": "\(number)"])
      try context.save()
      person.setValue("updated", forKey: "lastName")
      try context.save()
      let mine = try context.all("Person", "firstName BEGINSWITH '\(number)-'")
      try RaceFailure.require(
        mine.count == round, "thread \(number) found \(mine.count) of its people, not \(round)")
      _ = try context.all("Person").map { $0.objects("cars").count }
    }
  }
}
