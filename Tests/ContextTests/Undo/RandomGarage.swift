// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// Changes objects of the garage's model at random, the same way for the same seed.
struct RandomGarage {
  private let context: NSManagedObjectContext
  private var state: UInt64
  private var made = 0

  init(_ context: NSManagedObjectContext, seed: UInt64) {
    self.context = context
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func number(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  private mutating func one(_ entity: String) throws -> NSManagedObject? {
    let all = try context.all(entity).sorted { $0.label < $1.label }
    return all.isEmpty ? nil : all[number(all.count)]
  }

  /// Makes a few changes, with processing among them; returns what.
  mutating func change() throws -> String {
    var done: [String] = []
    for _ in 0...number(4) {
      done.append(try changeOnce(number(14)))
      if number(3) == 0 { context.processPendingChanges() }
    }
    return done.joined(separator: ", ")
  }

  private mutating func changeOnce(_ kind: Int) throws -> String {
    switch kind {
    case 0, 1: return insert(["Person", "Car", "Club", "Passport"][number(4)])
    case 2: return try delete(["Person", "Car", "Club", "Passport"][number(4)])
    case 3: return try set("Person", key: "lastName", to: number(3) == 0 ? nil : "n\(number(5))")
    case 4: return try set("Car", key: "price", to: Double(number(5)))
    case 5: return try set("Person", key: "age", to: number(90))
    case 6: return try relate("Car", key: "owner", other: "Person")
    case 7: return try relate("Person", key: "passport", other: "Passport")
    case 8: return try relate("Person", key: "waitsFor", other: "Club")
    case 9: return try toggle("Person", key: "clubs", other: "Club")
    case 10: return try toggle("Club", key: "members", other: "Person")
    case 11: return try toggle("Person", key: "friends", other: "Person")
    case 12: return try toggle("Person", key: "cars", other: "Car")
    default: return try shuffle()
    }
  }

  private mutating func insert(_ entity: String) -> String {
    made += 1
    let keys = ["Person": "firstName", "Car": "numberPlate", "Club": "title", "Passport": "number"]
    _ = context.insert(entity, [keys[entity] ?? "": "\(entity)\(made)"])
    return "insert \(entity)\(made)"
  }

  private mutating func delete(_ entity: String) throws -> String {
    guard let object = try one(entity) else { return "-" }
    let text = "delete \(object.label)"
    context.delete(object)
    return text
  }

  private mutating func set(_ entity: String, key: String, to value: Any?) throws -> String {
    guard let object = try one(entity) else { return "-" }
    object.setValue(value, forKey: key)
    return "\(object.label).\(key) = \(value ?? "nil")"
  }

  private mutating func relate(_ entity: String, key: String, other: String) throws -> String {
    guard let object = try one(entity) else { return "-" }
    let destination = number(4) == 0 ? nil : try one(other)
    object.setValue(destination, forKey: key)
    return "\(object.label).\(key) = \(destination?.label ?? "nil")"
  }

  private mutating func toggle(_ entity: String, key: String, other: String) throws -> String {
    guard let object = try one(entity), let member = try one(other) else { return "-" }
    let members = object.mutableSetValue(forKey: key)
    let isMember = members.contains(member)
    if isMember { members.remove(member) } else { members.add(member) }
    return "\(object.label).\(key) \(isMember ? "-" : "+") \(member.label)"
  }

  private mutating func shuffle() throws -> String {
    guard let club = try one("Club") else { return "-" }
    let waiting = club.mutableOrderedSetValue(forKey: "waiting")
    guard let person = try one("Person") else { return "-" }
    if waiting.contains(person) { waiting.remove(person) }
    waiting.insert(person, at: number(waiting.count + 1))
    return "\(club.label).waiting << \(person.label)"
  }
}
