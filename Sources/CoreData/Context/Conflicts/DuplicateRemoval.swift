// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Deleting an object in favour of another with the same unique values: what is related to it is
/// related to the other (R-CTX-643).
enum DuplicateRemoval {
  /// - Parameter replacing: true if the survivor is to have no destination where the object has none.
  static func remove(
    _ object: NSManagedObject, for survivor: NSManagedObject, replacing: Bool = false
  ) {
    guard let context = object.context else { return }
    for index in object.layout.relationships {
      let record = object.layout.properties[index]
      guard !record.isTransient, let target = survivor.layout.index(of: record.name) else {
        continue
      }
      if record.kind == .toOne {
        if replacing, object.toOne(index) == nil { survivor.setToOne(target, to: nil) }
        redirectOne(object, index: index, to: survivor, target: target)
      } else {
        redirectMany(object, index: index, to: survivor, target: target)
      }
    }
    redirectReferences(to: object, survivor, in: context)
    context.delete(object)
  }

  /// A new object's destination counts more than the survivor's; that of a stored one does not.
  private static func redirectOne(
    _ object: NSManagedObject, index: Int, to survivor: NSManagedObject, target: Int
  ) {
    guard let destination = object.toOne(index) else { return }
    object.setToOne(index, to: nil)
    guard destination !== survivor, !destination.isDeleted,
      object.isInserted || survivor.toOne(target) == nil
    else { return }
    survivor.setToOne(target, to: destination)
  }

  private static func redirectMany(
    _ object: NSManagedObject, index: Int, to survivor: NSManagedObject, target: Int
  ) {
    let members = object.members(index)
    guard !members.isEmpty else { return }
    object.setMembers(index, to: [])
    let moved = members.filter { $0 !== survivor && $0 !== object && !$0.isDeleted }
    if !moved.isEmpty { survivor.insert(moved, into: target, at: nil) }
  }

  /// References of pending objects by relationships without an inverse.
  private static func redirectReferences(
    to object: NSManagedObject, _ survivor: NSManagedObject, in context: NSManagedObjectContext
  ) {
    for owner in context.tracker.inserted + context.tracker.updated where !owner.cells.isEmpty {
      for index in owner.layout.relationships
      where owner.layout.properties[index].inverse < 0 && owner.changed.contains(index) {
        redirect(owner, index, from: object, to: survivor)
      }
    }
  }

  private static func redirect(
    _ owner: NSManagedObject, _ index: Int, from object: NSManagedObject,
    to survivor: NSManagedObject
  ) {
    switch owner.cells[index] {
    case .toOne(let destination) where destination === object:
      owner.setToOne(index, to: survivor)
    case .toMany(let value) where value.contains(object):
      owner.remove([object], from: index)
      owner.insert([survivor], into: index, at: nil)
    default: break
    }
  }
}
