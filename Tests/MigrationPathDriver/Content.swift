// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// What a store has in every version.
struct Content {
  private static let people = 30
  private static let photo = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

  private let context: NSManagedObjectContext
  private let version: Version

  init(_ context: NSManagedObjectContext, _ version: Version) {
    self.context = context
    self.version = version
  }

  static func fill(_ context: NSManagedObjectContext) {
    let teams = (0..<3).map { context.insert("Team", ["title": "team \($0)"]) }
    let people = (1...people).map { number in
      let person = context.insert(number % 3 == 0 ? "Pilot" : "Person", ["name": "name \(number)"])
      person.setValue(teams[number % 3], forKey: "team")
      if number % 3 == 0 { person.setValue(number, forKey: "hours") }
      if number == 7 { person.setValue(photo, forKey: "photo") }
      return person
    }
    for place in people.indices {
      let friends = (1...2).map { people[(place + $0) % people.count] }
      people[place].setValue(Set(friends), forKey: "friends")
    }
  }

  func check() throws {
    let people = try context.all(version.people)
    let numbers = people.compactMap(number).sorted()
    require(numbers == Array(1...Self.people), "people \(numbers)")
    let teams = try context.all("Team").compactMap { $0.string("title") }.sorted()
    require(teams == ["team 0", "team 1", "team 2", "team 3"], "teams \(teams)")
    for person in people { check(person, number(person) ?? 0) }
  }

  private func number(_ person: NSManagedObject) -> Int? {
    person.string(version.nameKey).flatMap { Int($0.lowercased().dropFirst("name ".count)) }
  }

  private func check(_ person: NSManagedObject, _ number: Int) {
    let team = (person.value(forKey: "team") as? NSManagedObject)?.string("title")
    require(team == "team \(number % 3)", "the team of \(number)")
    let friends = Set(person.objects("friends").compactMap(self.number))
    require(
      friends == Set((1...2).map { (number - 1 + $0) % Self.people + 1 }), "\(number)'s friends")
    require(
      (person.value(forKey: "photo") as? Data) == (number == 7 ? Self.photo : nil),
      "the photo of \(number)")
    require((person.entity.name == "Pilot") == (number % 3 == 0), "the entity of \(number)")
    if number % 3 == 0 {
      require(person.value(forKey: "hours") as? Int == number, "the hours of \(number)")
    }
    if version.has("rank") {
      require(person.value(forKey: "rank") as? Int == 3, "the rank of \(number)")
    }
    if version.has("checked") {
      require(person.string("label") == person.string("name"), "the label of \(number)")
    }
  }

  /// What the handlers of stages have done.
  func checkHandlers() throws {
    let left = try context.all(version.people, "checked != YES").count
    require(left == 0, "\(left) people are not checked")
  }

  func checkHistory() throws {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(
      after: nil as NSPersistentHistoryToken?)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
    let inserts = transactions.flatMap { $0.changes ?? [] }.count { $0.changeType == .insert }
    require(inserts == Self.people + 4, "a history of \(inserts) insertions")
  }
}
