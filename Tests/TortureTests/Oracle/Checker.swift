// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// Compares the library with the oracle.
struct Checker {
  let subject: Subject

  init(_ subject: Subject) { self.subject = subject }

  /// What a context has registered by itself matters only to merges: they ignore what is not.
  func adoptRegistered(_ step: Step, into oracle: inout Oracle) {
    guard case .merge(let place) = step else { return }
    for number in subject.storedNumbers where oracle[place, number] == nil {
      if subject.known(number, place) != nil { oracle.register(number, place) }
    }
    adoptLoaded(place, &oracle)
  }

  func check(after step: Step, _ oracle: inout Oracle) throws {
    for place in Place.allCases {
      try checkLeft(place, oracle)
      adoptHeld(place, &oracle)
      adoptLoaded(place, &oracle)
      if step == .rollback(place) { adoptTransients(place, &oracle) }
      try checkSets(place, oracle)
      try checkObjects(place, &oracle, after: step)
      try checkFetches(place, oracle)
    }
    if case .save(let place) = step, place.isRoot { try checkStore(oracle) }
  }

  // MARK: - Registration

  /// What the oracle has forgotten has no context any more.
  private func checkLeft(_ place: Place, _ oracle: Oracle) throws {
    for (number, object) in subject.held[place.rawValue] where oracle[place, number] == nil {
      let context = object.managedObjectContext
      let isRegistered = subject[place].registeredObject(for: object.objectID) === object
      if context == nil, !isRegistered {
        subject.release(number, place)
      } else if object.hasChanges {
        throw Mismatch("\(place): #\(number) should have left")
      }
    }
  }

  /// What the library has registered on its own way is known; what nobody holds may have left.
  private func adoptHeld(_ place: Place, _ oracle: inout Oracle) {
    for number in subject.held[place.rawValue].keys { oracle.register(number, place) }
    for (number, object) in oracle.objects(place)
    where !object.hasChanges && subject.known(number, place) == nil {
      oracle[place, number] = nil
    }
  }

  /// A fault may fire at any time: what counts is when it did.
  private func adoptLoaded(_ place: Place, _ oracle: inout Oracle) {
    for (number, object) in oracle.objects(place) where !object.isDeleted {
      guard let actual = subject.known(number, place), !actual.isFault else { continue }
      if object.isFault { oracle.fire(number, place) }
      for relation in Shape.toMany where object.many[relation].loaded == nil {
        guard !actual.hasFault(forRelationshipNamed: Shape.relations[relation]) else { continue }
        oracle.load(number, relation: relation, at: place)
      }
    }
  }

  /// What transient attributes are after a rollback is open (R-CTX-660).
  private func adoptTransients(_ place: Place, _ oracle: inout Oracle) {
    for (number, object) in oracle.objects(place) where !object.isFault {
      guard let actual = subject.known(number, place), !actual.isFault else { continue }
      let value = Checker.number(actual.value(forKey: Shape.attributes[Shape.transient]))
      oracle[place, number]?.values[Shape.transient] = value
      oracle[place, number]?.committedValues[Shape.transient] = value
    }
  }

  // MARK: - Comparing

  private func checkSets(_ place: Place, _ oracle: Oracle) throws {
    let context = subject[place]
    try compare(
      "inserted", actual: context.insertedObjects, expected: oracle.inserted(place), at: place)
    try compare(
      "updated", actual: context.updatedObjects, expected: oracle.updated(place), at: place)
    try compare(
      "deleted", actual: context.deletedObjects, expected: oracle.deleted(place), at: place)
    let hasChanges = oracle.objects(place).values.contains(where: \.hasChanges)
    guard context.hasChanges == hasChanges else {
      throw Mismatch("\(place): hasChanges is \(!hasChanges)")
    }
  }

  private func compare(
    _ name: String, actual: Set<NSManagedObject>, expected: Set<Int>, at place: Place
  ) throws {
    let found = Set(actual.compactMap { subject.number($0, place) })
    guard found != expected || found.count != actual.count else { return }
    throw Mismatch("\(place): \(name) are \(found.sorted()), not \(expected.sorted())")
  }

  private func checkObjects(_ place: Place, _ oracle: inout Oracle, after step: Step) throws {
    for (number, expected) in oracle.objects(place) {
      guard let actual = subject.known(number, place) else {
        throw Mismatch("\(place): #\(number) is lost")
      }
      guard subject[place].object(with: actual.objectID) === actual else {
        throw Mismatch("\(place): #\(number) is there twice")
      }
      if actual.isFault, !expected.isFault, case .merge(place) = step, !expected.hasChanges {
        oracle[place, number]?.forget()
        continue
      }
      guard actual.isFault == expected.isFault || expected.isDeleted else {
        throw Mismatch("\(place): #\(number).isFault is \(actual.isFault)")
      }
      if !actual.isFault, !expected.isDeleted {
        try checkValues(of: actual, expected: expected, name: "\(place): #\(number)", at: place)
      }
    }
  }

  private func checkValues(
    of actual: NSManagedObject, expected: OracleObject, name: String, at place: Place
  ) throws {
    for (attribute, key) in Shape.attributes.enumerated() {
      let value = Checker.number(actual.value(forKey: key))
      guard value != expected.values[attribute] else { continue }
      throw Mismatch("\(name).\(key) is \(value ?? -1), not \(expected.values[attribute] ?? -1)")
    }
    for (relation, key) in Shape.relations.enumerated() {
      if !Shape.isMany[relation] {
        let other = (actual.value(forKey: key) as? NSManagedObject).map { number($0, place) }
        guard other != expected.one[relation] else { continue }
        throw Mismatch("\(name).\(key) is #\(other ?? -1), not #\(expected.one[relation] ?? -1)")
      }
      guard let loaded = expected.many[relation].loaded,
        !actual.hasFault(forRelationshipNamed: key)
      else { continue }
      let members = members(of: actual, relation, place)
      guard relation == Shape.ordered ? members != loaded : members.sorted() != loaded.sorted()
      else { continue }
      throw Mismatch("\(name).\(key) are \(members), not \(loaded)")
    }
  }

  private func number(_ object: NSManagedObject, _ place: Place) -> Int {
    subject.number(object, place) ?? -2
  }

  private func members(of object: NSManagedObject, _ relation: Int, _ place: Place) -> [Int] {
    let value = object.value(forKey: Shape.relations[relation])
    let members =
      relation == Shape.ordered
      ? (value as? NSOrderedSet)?.array as? [NSManagedObject]
      : (value as? Set<NSManagedObject>).map { Array($0) }
    return (members ?? []).map { number($0, place) }
  }

  /// An attribute's value as the oracle has it.
  static func number(_ value: Any?) -> Int? {
    if let number = value as? NSNumber { return number.intValue }
    return (value as? String).flatMap { Int($0.dropFirst()) }
  }

  private func checkFetches(_ place: Place, _ oracle: Oracle) throws {
    let all = oracle.fetched(place) { _ in true }
    let found = try subject.fetched(place)
    guard found == all else {
      throw Mismatch("\(place): a fetch finds \(found.sorted()), not \(all.sorted())")
    }
    let even = oracle.fetched(place) { $0.map { $0 > 20 } ?? false }
    let foundEven = try subject.fetched(place, NSPredicate(format: "number > 20"))
    guard foundEven == even else {
      throw Mismatch("\(place): number > 20 finds \(foundEven.sorted()), not \(even.sorted())")
    }
  }
}
