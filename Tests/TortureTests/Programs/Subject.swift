// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// The library under test: three contexts, and the objects that the test holds in each.
final class Subject {
  let stack: Stack
  let contexts: [NSManagedObjectContext]
  /// Every object that was seen, so that none leaves because nobody holds it.
  private(set) var held = [[Int: NSManagedObject]](repeating: [:], count: 3)
  private var numbers = [[ObjectIdentifier: Int]](repeating: [:], count: 3)
  private var numbersOfIDs: [NSManagedObjectID: Int] = [:]
  private var permanentIDs: [Int: NSManagedObjectID] = [:]
  /// What the root contexts tell of their saves, and how much of it the other one has merged.
  private let logs: [NotificationLog]
  private var merged = [0, 0]

  init(_ kind: StackKind) throws {
    stack = try Stack(kind, model: Shape.model())
    let (parent, sibling) = (stack.context(), stack.context())
    contexts = [parent, sibling, Family.child(of: parent)]
    logs = [parent, sibling].map { NotificationLog($0, [.NSManagedObjectContextDidSave]) }
    for place in Place.allCases { self[place].name = "\(place)" }
  }

  subscript(place: Place) -> NSManagedObjectContext { contexts[place.rawValue] }

  /// Runs a block inside all queues.
  func run<T>(_ block: () throws -> T) rethrows -> T {
    try self[.child].performAndWait {
      try self[.parent].performAndWait { try self[.sibling].performAndWait(block) }
    }
  }

  // MARK: - Objects

  func hold(_ object: NSManagedObject, as number: Int, at place: Place) {
    held[place.rawValue][number] = object
    numbers[place.rawValue][ObjectIdentifier(object)] = number
    let id = object.objectID
    numbersOfIDs[id] = number
    if !id.isTemporaryID { permanentIDs[number] = id }
  }

  func release(_ number: Int, _ place: Place) {
    guard let object = held[place.rawValue].removeValue(forKey: number) else { return }
    numbers[place.rawValue][ObjectIdentifier(object)] = nil
  }

  /// The number of an object; one that was not seen yet is held from now on.
  func number(_ object: NSManagedObject, _ place: Place) -> Int? {
    if let number = numbers[place.rawValue][ObjectIdentifier(object)] { return number }
    guard let number = numbersOfIDs[object.objectID] else { return nil }
    if held[place.rawValue][number] == nil { hold(object, as: number, at: place) }
    return number
  }

  func number(_ id: NSManagedObjectID) -> Int? { numbersOfIDs[id] }

  /// The ID that a context can look an object up by.
  func id(_ number: Int, _ place: Place) -> NSManagedObjectID? {
    if let object = held[place.rawValue][number] { return object.objectID }
    if let id = permanentIDs[number] { return id }
    return place == .child ? held[Place.parent.rawValue][number]?.objectID : nil
  }

  /// The object, as a fault if the context does not know it yet.
  func object(_ number: Int, _ place: Place) throws -> NSManagedObject {
    if let object = held[place.rawValue][number] { return object }
    guard let id = id(number, place) else { throw Mismatch("#\(number) has no ID in \(place)") }
    let object = self[place].object(with: id)
    hold(object, as: number, at: place)
    return object
  }

  /// The object if the context knows it.
  func known(_ number: Int, _ place: Place) -> NSManagedObject? {
    if let object = held[place.rawValue][number] { return object }
    guard let id = id(number, place), let object = self[place].registeredObject(for: id) else {
      return nil
    }
    hold(object, as: number, at: place)
    return object
  }

  var storedNumbers: Dictionary<Int, NSManagedObjectID>.Keys { permanentIDs.keys }

  // MARK: - Saves

  func merge(_ place: Place) {
    let notes = logs[place.rival.rawValue].notes
    for note in notes.dropFirst(merged[place.rawValue]) {
      self[place].mergeChanges(
        fromContextDidSave: Notification(
          name: note.name, object: self[place.rival], userInfo: note.userInfo))
    }
    merged[place.rawValue] = notes.count
  }

  /// Learns the IDs that a save has given.
  func noteIDs(of numbers: Set<Int>, _ place: Place) {
    for number in numbers {
      if let object = held[place.rawValue][number] { hold(object, as: number, at: place) }
    }
  }
}
