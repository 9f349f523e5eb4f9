// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Tracked changes of relationships; the inverse follows at once (R-CTX-375).
extension NSManagedObject {
  /// Sets a to-one relationship.
  final func setToOne(_ index: Int, to destination: NSManagedObject?) {
    if let destination { requireRelatable(destination, index) }
    let old = toOne(index)
    placeToOne(index, destination)
    guard old !== destination else { return }
    maintainInverse(index, from: old, to: destination)
  }

  /// Writes a to-one cell and notes the change, without the inverse.
  final func placeToOne(_ index: Int, _ destination: NSManagedObject?) {
    if let destination { change(index, to: .toOne(destination)) } else { change(index, to: .null) }
  }

  /// Adds a member to a to-many, at the end of an ordered one, unless it is there.
  final func insert(_ object: NSManagedObject, into index: Int) {
    prepareChange(of: index)
    let value = toMany(index)
    if value.isFault, layout.access[index].inverse < 0, !loadsToChange(index) { return }
    if !isMember(object, of: value, index) {
      requireRelatable(object, index)
      value.add(object)
      maintainInverse(index, added: object)
    }
    noteChange(index)
  }

  /// Adds members to a to-many, at the end or at a position of an ordered one; those that are
  /// there stay where they are.
  final func insert(_ objects: [NSManagedObject], into index: Int, at position: Int?) {
    prepareChange(of: index)
    addMembers(objects, index, at: position)
    noteChange(index)
  }

  private final func addMembers(_ objects: [NSManagedObject], _ index: Int, at position: Int?) {
    let value = toMany(index)
    if position != nil || (value.isFault && layout.access[index].inverse < 0),
      !loadsToChange(index)
    {
      return
    }
    if let position, value.isOrdered, objects.count == 1 {
      return insertMember(objects[0], of: value, index, at: position)
    }
    var inserted: [NSManagedObject] = []
    for object in objects where !isMember(object, of: value, index) {
      requireRelatable(object, index)
      value.add(object)
      maintainInverse(index, added: object)
      if position != nil { inserted.append(object) }
    }
    if let position, value.isOrdered { move(inserted, in: value, to: position) }
  }

  private final func insertMember(
    _ object: NSManagedObject, of value: ToManyValue, _ index: Int, at position: Int
  ) {
    guard !isMember(object, of: value, index) else { return }
    requireRelatable(object, index)
    value.insert(object, at: max(position, 0))
    maintainInverse(index, added: object)
  }

  /// Puts the members of an ordered to-many, which stay the same ones, in another order.
  final func arrangeMembers(_ index: Int, _ objects: [NSManagedObject]) {
    prepareChange(of: index)
    guard loadsToChange(index) else { return }
    let value = toMany(index)
    // Observers, and whoever compared them, may have changed the members meanwhile.
    guard value.members.count == objects.count, objects.allSatisfy(value.contains) else {
      return setMembers(index, to: objects)
    }
    value.arrange(objects)
    noteChange(index)
  }

  /// Removes members from a to-many; those that are not there do not matter.
  final func remove(_ objects: [NSManagedObject], from index: Int) {
    prepareChange(of: index)
    removeMembers(objects, index)
    noteChange(index)
  }

  private final func removeMembers(_ objects: [NSManagedObject], _ index: Int) {
    let value = toMany(index)
    if !loadsToChange(index) { return }
    for object in objects where value.contains(object) {
      value.remove(object)
      maintainInverse(index, removed: object)
    }
  }

  /// Replaces the members of a to-many; of an object that is listed twice the first place counts.
  final func setMembers(_ index: Int, to objects: [NSManagedObject]) {
    prepareChange(of: index)
    guard loadsToChange(index) else { return }
    let value = toMany(index)
    var kept = ObjectList(distinct: objects)
    let gone = value.members.filter { !kept.contains($0) }
    removeMembers(gone, index)
    addMembers(kept.objects, index, at: nil)
    if value.isOrdered { value.arrange(kept.objects) }
    noteChange(index)
  }

  /// Writes the members of a to-many without the inverse and without noting the change. Between
  /// two notes of a change the latter follows with both (R-CTX-209).
  final func placeMembers(_ index: Int, _ objects: [NSManagedObject]) {
    guard loadsToChange(index) else { return }
    let value = toMany(index)
    value.mayBeOneSided = true
    var kept = ObjectList(distinct: objects)
    let gone = value.members.filter { !kept.contains($0) }
    let new = kept.objects.filter { !value.contains($0) }
    gone.forEach(value.remove)
    new.forEach(value.add)
    if value.isOrdered { value.arrange(kept.objects) }
    changeNotes?.note(self, index, gone: gone, new: new)
  }

  /// Returns true if an object is a member already. The inverse to-one tells without loading the
  /// members.
  private final func isMember(
    _ object: NSManagedObject, of value: ToManyValue, _ index: Int
  ) -> Bool {
    guard value.isToldByInverse else { return value.contains(object) }
    if value.isFault, value.contains(object) { return true }
    let inverse = Int(layout.access[index].inverse)
    if inverse >= 0, object.layout.access[inverse].kind == .toOne {
      return object.toOne(inverse) === self
    }
    guard value.isFault else { return value.contains(object) }
    return loadsToChange(index) && value.contains(object)
  }

  private final func move(_ objects: [NSManagedObject], in value: ToManyValue, to position: Int) {
    var moved = ObjectList(objects)
    var rest = value.members.filter { !moved.contains($0) }
    rest.insert(contentsOf: objects, at: min(max(position, 0), rest.count))
    value.arrange(rest)
  }

  /// Stops the program for a destination of another context or of a wrong entity (R-CTX-380).
  final func requireRelatable(_ destination: NSManagedObject, _ index: Int) {
    if !layout.access[index].destinations.contains(destination.layout.number) {
      raise(
        .invalidArgument,
        "Unacceptable type of value for to-one or to-many relationship: property = "
          + "\"\(layout.properties[index].name)\"; entity of the value = "
          + "\(destination.layout.schema.name). Relate an object of the relationship's destination "
          + "entity.")
    }
    if destination.map === map, destination.flags.isDisjoint(with: .orphan),
      flags.isDisjoint(with: .orphan)
    {
      return
    }
    meet(destination, index)
  }

  /// An object without a context joins that of the other.
  final func meet(_ destination: NSManagedObject, _ index: Int) {
    guard destination.context !== context else { return }
    if destination.context == nil, let context, !destination.flags.contains(.orphan) {
      context.insert(destination)
    } else if context == nil, let other = destination.context, !flags.contains(.orphan) {
      other.insert(self)
    } else {
      raise(
        .invalidArgument,
        "Illegal attempt to establish a relationship '\(layout.properties[index].name)' between "
          + "objects in different contexts. Look the destination up in this object's context by its objectID."
      )
    }
  }
}
