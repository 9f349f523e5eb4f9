// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The changes that a child's save hands to its parent: objects by key, and the values of changed
/// properties, with no reference to an object of the child (R-CTX-810).
struct PushedChanges {
  /// The new value of a property.
  enum Value {
    case attribute(PropertyValue)
    case toOne(ObjectKey?)
    case toMany(Members)
  }

  /// The changes of a to-many's members.
  struct Members {
    var added: [ObjectKey]
    var removed: [ObjectKey]
    /// All members of an ordered relationship that is in another order now.
    var order: [ObjectKey]?
  }

  struct Object {
    let key: ObjectKey
    let values: [(index: Int, value: Value)]
    /// The store it was assigned to in the child.
    let store: NSPersistentStore?
  }

  var inserts: [Object] = []
  var updates: [Object] = []
  var deletes: [ObjectKey] = []

  /// Reads the pending changes of a child.
  init(_ context: NSManagedObjectContext) throws {
    let tracker = context.tracker
    if tracker.mayDangle {
      let objects = tracker.savedInserts + tracker.savedUpdates
      try DanglingReferences.requireNone(in: objects, isFinal: false)
    }
    inserts = try tracker.savedInserts.map { try PushedChanges.insert($0, in: context) }
    updates = try tracker.savedUpdates.map { object in
      try SavePlan.requireTransformable(object)
      return Object(key: object.key, values: PushedChanges.values(of: object), store: nil)
    }
    deletes = tracker.savedDeletes.filter { !$0.flags.contains(.inaccessible) }.map(\.key)
  }

  private static func insert(
    _ object: NSManagedObject, in context: NSManagedObjectContext
  ) throws -> Object {
    try SavePlan.requireTransformable(object)
    return Object(
      key: object.key, values: values(of: object),
      store: context.assignments[ObjectIdentifier(object)])
  }

  /// Returns the properties that differ, and the transient ones that were set; of an object that
  /// takes up values of a row, all of them.
  private static func values(of object: NSManagedObject) -> [(index: Int, value: Value)] {
    let isWhole = object.flags.contains(.inserted) && !object.hasDefaultRow
    return object.layout.accesses.compactMap { access in
      let index = Int(access.index)
      guard access.kind != .fetched, isWhole || isChanged(object, access) else { return nil }
      return value(of: object, access).map { (index, $0) }
    }
  }

  private static func isChanged(_ object: NSManagedObject, _ access: PropertyAccess) -> Bool {
    let index = Int(access.index)
    guard object.changed.contains(index) else { return false }
    return !access.isPersistent || object.differs(index)
  }

  private static func value(of object: NSManagedObject, _ access: PropertyAccess) -> Value? {
    let index = Int(access.index)
    switch access.kind {
    case .toOne:
      let destination = object.toOne(index)
      return .toOne(destination.flatMap { object.mayRelate($0) ? $0.key : nil })
    case .toMany:
      guard !object.cells.isEmpty, case .toMany(let value) = object.cells[index] else { return nil }
      return .toMany(members(of: object, index, value))
    default: return .attribute(object.presentCell(index))
    }
  }

  private static func members(
    of object: NSManagedObject, _ index: Int, _ value: ToManyValue
  ) -> Members {
    let living = { (members: [NSManagedObject]) in members.filter(object.mayRelate).map(\.key) }
    return Members(
      added: living(value.added), removed: value.removed.map(\.key),
      order: value.isOrdered && value.hasChanges ? living(object.members(index)) : nil)
  }
}

extension NSManagedObject {
  /// True if the object, being inserted, began with the defaults of its entity.
  fileprivate final var hasDefaultRow: Bool { rowStart == layout.defaultRow.start }

  /// Returns an attribute's cell for another object of the entity.
  fileprivate final func presentCell(_ index: Int) -> PropertyValue {
    guard layout.access[index].kind == .attribute, !layout.access[index].isTransformable else {
      return propertyValue(index).map { .boxed(ValueBox($0)) } ?? .null
    }
    return loadedCell(index)
  }
}
