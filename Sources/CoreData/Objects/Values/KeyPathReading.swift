// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// Values over key paths, with collection operators (R-CTX-218).
enum KeyPathReading {
  static func value(_ keyPath: String, of object: NSManagedObject) -> Any? {
    guard keyPath.contains(".") || keyPath.hasPrefix("@") else {
      return object.value(forKey: keyPath)
    }
    if let reduction = MemberReduction(keyPath, of: object) { return reduction.value }
    if let operation = keyPath.range(of: ".@avg."),
      case let collection = String(keyPath[..<operation.lowerBound]),
      !collection.contains("@"), isOfOne(collection, of: object)
    {
      return average(of: String(keyPath[operation.upperBound...]), over: collection, of: object)
    }
    return clientValue(
      NSExpression(forKeyPath: keyPath).expressionValue(with: object, context: nil))
  }

  /// Returns true if all but the last key of a path lead to one object.
  private static func isOfOne(_ path: String, of object: NSManagedObject) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return true }
    return object.value(forKeyPath: String(path[..<dot])) is NSManagedObject
  }

  /// Returns the mean over the members of a collection, of which those without a value count as 0
  /// (R-CTX-218); nil of none.
  private static func average(
    of path: String, over collection: String, of object: NSManagedObject
  ) -> Any? {
    func read(_ keyPath: String) -> Any? {
      NSExpression(forKeyPath: keyPath).expressionValue(with: object, context: nil)
    }
    guard let count = (read("\(collection).@count") as? NSNumber)?.intValue, count > 0 else {
      return nil
    }
    let sum = read("\(collection).@sum.\(path)")
    if let decimal = sum as? Decimal ?? (sum as? NSDecimalNumber)?.decimalValue {
      return NSDecimalNumber(decimal: decimal / Decimal(count))
    }
    return (sum as? NSNumber).map { NSNumber(value: $0.doubleValue / Double(count)) }
  }

  /// Returns what predicates see at a key path as key-value coding gives it: objects in a set of
  /// Foundation's, and no nulls in sets.
  private static func clientValue(_ value: Any?) -> Any? {
    if let value, type(of: value) == Set<NSManagedObject>.self {
      let members = value as? Set<NSManagedObject> ?? []
      return RelationshipValue.client(Array(members), isOrdered: false)
    }
    return switch value {
    case let set as NSSet where set.contains { $0 is NSNull }:
      NSSet(array: set.filter { !($0 is NSNull) })
    case let set as NSOrderedSet where set.contains { $0 is NSNull }:
      NSOrderedSet(array: set.filter { !($0 is NSNull) })
    default: value
    }
  }

  static func set(_ value: Any?, _ keyPath: String, of object: NSManagedObject) {
    var keys = keyPath.split(separator: ".").map(String.init)
    guard let first = keys.first, keys.count > 1 else {
      return object.setValue(value, forKey: keyPath)
    }
    if object.layout.record(named: first)?.kind == .composite {
      var dictionary = object.value(forKey: first) as? [String: Any] ?? [:]
      setLeaf(value, keys.dropFirst(), in: &dictionary)
      return object.setValue(dictionary, forKey: first)
    }
    keys.removeFirst()
    let rest = keys.joined(separator: ".")
    guard let found = object.value(forKey: first) else { return }
    let targets = (found as? NSManagedObject).map { [$0] } ?? RelationshipValue.objects(in: found)
    for target in targets ?? [] { target.setValue(value, forKeyPath: rest) }
  }

  /// Returns the object that has the last key of a path; one that is not there is a misuse.
  static func lastOwner(
    _ keyPath: String, from object: NSManagedObject
  ) -> (owner: NSManagedObject, key: String) {
    guard let dot = keyPath.lastIndex(of: ".") else { return (object, keyPath) }
    let path = String(keyPath[..<dot])
    guard let owner = object.value(forKeyPath: path) as? NSManagedObject else {
      raise(.invalidArgument, "'\(path)' of the key path '\(keyPath)' leads to no object.")
    }
    return (owner, String(keyPath[keyPath.index(after: dot)...]))
  }

  private static func setLeaf(
    _ value: Any?, _ path: ArraySlice<String>, in dictionary: inout [String: Any]
  ) {
    guard let first = path.first else { return }
    guard path.count > 1 else { return dictionary[first] = value }
    var nested = dictionary[first] as? [String: Any] ?? [:]
    setLeaf(value, path.dropFirst(), in: &nested)
    dictionary[first] = nested
  }
}

/// A collection operator over a to-many relationship of an object, as in `employees.@sum.salary`: the
/// numbers are taken from where they are, where the evaluation of the key path asks each member by
/// name and makes objects of all values.
struct MemberReduction {
  private enum Function {
    case count
    case sum(of: Int)
    case average(of: Int)
  }

  private let owner: NSManagedObject
  /// The relationship.
  private let index: Int
  private let function: Function

  /// Nil for any other key path, and where a class answers keys itself.
  init?(_ keyPath: String, of owner: NSManagedObject) {
    let keys = keyPath.split(separator: ".", maxSplits: 3)
    guard (2...3).contains(keys.count), keys[1].first == "@",
      MemberReduction.arePlain([owner]),
      let index = owner.layout.index(of: String(keys[0])),
      owner.layout.access[index].kind == .toMany
    else { return nil }
    switch (keys[1], keys.count) {
    case ("@count", 2): function = .count
    case ("@sum", 3), ("@avg", 3):
      guard MemberReduction.arePlain(owner.members(index)),
        let number = MemberReduction.number(String(keys[2]), of: owner, index)
      else {
        return nil
      }
      function = keys[1] == "@sum" ? .sum(of: number) : .average(of: number)
    default: return nil
    }
    self.owner = owner
    self.index = index
  }

  /// Returns the index of a destination's attribute that is stored as an integer or a double.
  private static func number(
    _ name: String, of owner: NSManagedObject, _ index: Int
  ) -> Int? {
    let destination = owner.layout.properties[index].destination
    guard destination >= 0 else { return nil }
    let layout = owner.layout.model[destination]
    guard let number = layout.index(of: name) else { return nil }
    let form = layout.access[number].form
    return form == .integer || form == .double || form == .float ? number : nil
  }

  /// Returns true if the classes of objects leave it to the model what their keys mean.
  static func arePlain(_ objects: [NSManagedObject]) -> Bool {
    var known: ObjectIdentifier?
    for object in objects where ObjectIdentifier(type(of: object)) != known {
      guard MethodOverrides.of(type(of: object)).isDisjoint(with: .keyedReading) else {
        return false
      }
      known = ObjectIdentifier(type(of: object))
    }
    return true
  }

  /// Nil for the average of nothing. Members without a value count as 0 in an average.
  var value: NSNumber? {
    switch function {
    case .count: return NSNumber(value: owner.members(index).count)
    case .sum(let attribute): return total(attribute).boxed
    case .average(let attribute):
      let count = owner.members(index).count
      return count == 0 ? nil : NSNumber(value: total(attribute).double / Double(count))
    }
  }

  /// Returns the sum of the values that there are.
  private func total(_ attribute: Int) -> Number {
    var sum = Number.integer(0)
    owner.members(index).forEachBorrowed { member in
      let number: Number
      switch member.cell(attribute) {
      case .integer(let value): number = .integer(Int(value))
      case .double(let value): number = .real(value)
      default: return
      }
      sum = Arithmetic.sum(.add, of: sum, and: number)
    }
    return sum
  }
}

/// A key by which objects tell of themselves beside their properties, to programs and to predicates that
/// are evaluated on objects. No property can have such a name (R-MOD-047).
enum ObjectStateKey: String {
  case objectID
  case `self`
  case entity
  case managedObjectContext
  case isInserted
  case isUpdated
  case isDeleted
  case isFault
  case hasChanges
  case hasPersistentChangedValues
  case faultingState
  case description

  func value(of object: NSManagedObject) -> Any? {
    switch self {
    case .objectID: object.objectID
    case .`self`: object
    case .entity: object.entity
    case .managedObjectContext: object.managedObjectContext
    case .isInserted: NSNumber(value: object.isInserted)
    case .isUpdated: NSNumber(value: object.isUpdated)
    case .isDeleted: NSNumber(value: object.isDeleted)
    case .isFault: NSNumber(value: object.isFault)
    case .hasChanges: NSNumber(value: object.hasChanges)
    case .hasPersistentChangedValues: NSNumber(value: object.hasPersistentChangedValues)
    case .faultingState: NSNumber(value: object.faultingState)
    case .description: object.description
    }
  }
}

extension NSManagedObject: PredicateReading {
  /// Returns a property for a predicate. A key that is none is for the class to answer, if it overrides the
  /// reading of keys, and to refuse; else it is an error here, not a programmer error.
  package final func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    if let index = layout.index(of: key) { return listedMembers(index) ?? value(forKey: key) }
    if let state = ObjectStateKey(rawValue: key) { return state.value(of: self) }
    guard MethodOverrides.of(type(of: self)).isDisjoint(with: [.value, .undefinedValue]) else {
      return value(forKey: key)
    }
    throw .undefinedKey(key, type: layout.schema.name)
  }

  /// Returns the members of an unordered to-many as a set of Swift's, which costs an evaluation less to
  /// list than Foundation's; nil for anything else, and where a class answers keys itself.
  private final func listedMembers(_ index: Int) -> Set<NSManagedObject>? {
    guard layout.access[index].kind == .toMany, !layout.properties[index].isOrdered,
      MemberReduction.arePlain([self])
    else { return nil }
    return Set(roomy: members(index))
  }
}

extension NSManagedObject: PredicateIdentity {
  /// The ID; the permanent one if a context above has numbered what is temporary here, so that an
  /// object of a child equals its parent's.
  package final var identityToken: AnyHashable {
    guard key.isTemporary, let map, let known = map.family.counterpart(of: key) else {
      return currentID
    }
    return map.livingContext?.rootCoordinator?.objectID(for: known) ?? currentID
  }
  package final var identityURL: URL? { currentID.uriRepresentation() }
}

extension NSManagedObjectID: PredicateReading {
  /// Returns a part of the ID.
  package final func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    switch key {
    case "isTemporaryID", "temporaryID": return NSNumber(value: isTemporaryID)
    case "entity": return entity
    case "persistentStore": return persistentStore
    case "uriRepresentation", "URIRepresentation": return uriRepresentation()
    case "self": return self
    case "description": return description
    case "hash": return NSNumber(value: hash)
    default: throw .undefinedKey(key, type: "NSManagedObjectID")
    }
  }
}

extension NSManagedObjectID: PredicateIdentity {
  package final var identityToken: AnyHashable { self }
  package final var identityURL: URL? { uriRepresentation() }
}
