// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// What the steps are in terms of the library.
extension Subject {
  func perform(_ step: Step) throws {
    let context = self[step.place]
    try perform(step, at: step.place, in: context)
    context.processPendingChanges()
  }

  private func perform(_ step: Step, at place: Place, in context: NSManagedObjectContext) throws {
    switch step {
    case .insert(_, let number):
      hold(
        NSEntityDescription.insertNewObject(forEntityName: "Item", into: context), as: number,
        at: place)
    case .delete(_, let number): context.delete(try object(number, place))
    case .touch(_, let number): try object(number, place).willAccessValue(forKey: nil)
    case .read(_, let number): try read(number, place)
    case .fetch(_, let asFaults): try fetch(place, asFaults)
    case .refresh(_, let number, let merging):
      context.refresh(try object(number, place), mergeChanges: merging)
    case .refreshAll: context.refreshAllObjects()
    case .save: try context.save()
    case .merge: merge(place)
    case .rollback: context.rollback()
    case .reset: context.reset()
    default: try change(step, place)
    }
  }

  private func change(_ step: Step, _ place: Place) throws {
    switch step {
    case .set(_, let number, let attribute, let value):
      try object(number, place).setValue(
        Subject.value(value, attribute), forKey: Shape.attributes[attribute])
    case .relate(_, let number, let relation, let other):
      try object(number, place).setValue(
        try other.map { try object($0, place) }, forKey: Shape.relations[relation])
    case .add(_, let number, let relation, let other):
      try edit(number, relation: relation, other: other, at: place, isAdding: true)
    case .remove(_, let number, let relation, let other):
      try edit(number, relation: relation, other: other, at: place, isAdding: false)
    case .replace(_, let number, let relation, let others):
      let members = try others.map { try object($0, place) }
      let isOrdered = relation == Shape.ordered
      try object(number, place).setValue(
        isOrdered ? NSOrderedSet(array: members) : Set(members), forKey: Shape.relations[relation])
    default: break
    }
  }

  private func edit(
    _ number: Int, relation: Int, other: Int, at place: Place, isAdding: Bool
  ) throws {
    let (owner, member) = (try object(number, place), try object(other, place))
    let key = Shape.relations[relation]
    if relation == Shape.ordered {
      let members = owner.mutableOrderedSetValue(forKey: key)
      isAdding ? members.add(member) : members.remove(member)
    } else {
      let members = owner.mutableSetValue(forKey: key)
      isAdding ? members.add(member) : members.remove(member)
    }
  }

  static func value(_ value: Int?, _ attribute: Int) -> Any? {
    attribute == 1 ? value.map { "t\($0)" } : value.map { NSNumber(value: $0) }
  }

  private func read(_ number: Int, _ place: Place) throws {
    let object = try object(number, place)
    for relation in Shape.all { _ = object.value(forKey: Shape.relations[relation]) }
  }

  private func fetch(_ place: Place, _ asFaults: Bool) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.returnsObjectsAsFaults = asFaults
    for object in try self[place].fetch(request) where number(object, place) == nil {
      throw Mismatch("\(place) fetched \(object), which nobody made")
    }
  }

  /// The IDs that a fetch finds, as numbers; registers nothing.
  func fetched(_ place: Place, _ predicate: NSPredicate? = nil) throws -> Set<Int> {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
    request.resultType = .managedObjectIDResultType
    request.predicate = predicate
    let ids = try self[place].fetch(request)
    let found = Set(ids.compactMap(number))
    guard found.count == ids.count else { throw Mismatch("\(place) fetched \(ids)") }
    return found
  }
}

/// A difference between the library and the oracle.
struct Mismatch: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
