// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Taking back pending changes of stored objects, on both sides of a relationship (R-CTX-375).
enum ChangeUndoing {
  /// Takes back all changes of an object; members of its one-to-many relationships go back to the
  /// owners their rows name.
  static func undoAll(_ object: NSManagedObject) {
    for index in object.changed.slots { undo(object, index) }
  }

  /// Takes back a deletion: those whom the object has left have it again.
  static func undoDeletion(_ object: NSManagedObject) {
    for index in object.layout.relationships {
      let access = object.layout.access[index]
      guard access.inverse >= 0, access.deleteRule == .nullifyDeleteRule else { continue }
      for other in DeletePropagation.destinations(of: object, access) {
        release(object, from: other, Int(access.inverse))
      }
    }
  }

  /// Takes back the change of one property: its value is what the row says.
  static func undo(_ object: NSManagedObject, _ index: Int) {
    guard object.changed.contains(index), !object.cells.isEmpty else { return }
    object.announceChange()
    if case .toMany(let value) = object.cells[index] {
      undoMany(object, index, value)
    } else if object.layout.properties[index].kind == .toOne {
      undoOne(object, index)
    } else {
      let clean = object.context?.tracker.cleanCell(index, of: object)
      object.state.revert(index, to: clean ?? .unset)
    }
    tidy(object)
  }

  private static func undoOne(_ object: NSManagedObject, _ index: Int) {
    let current = object.toOne(index)
    object.state.revert(index)
    let record = object.layout.properties[index]
    guard record.inverse >= 0 else { return }
    if let current { release(object, from: current, record.inverse) }
    if let former = Refreshing.registered(object.row, record, of: object), former !== current {
      release(object, from: former, record.inverse)
    }
  }

  /// The other side forgets that it gained or lost the object.
  private static func release(
    _ object: NSManagedObject, from other: NSManagedObject, _ index: Int
  ) {
    guard other.layout.access[index].kind == .toOne else { return forget(object, in: other, index) }
    guard other.changed.contains(index) else { return }
    let value = other.toOne(index)
    if value === object || value == nil { undo(other, index) }
  }

  /// A to-many is read anew, and no longer remembers that a member was added or removed.
  static func forget(_ member: NSManagedObject, in owner: NSManagedObject, _ index: Int) {
    owner.announceChange()
    owner.reloadToMany(index, without: member)
    guard !owner.cells.isEmpty, case .toMany(let value) = owner.cells[index],
      !value.hasChanges
    else { return }
    owner.state.forgetChange(index)
    tidy(owner)
  }

  private static func undoMany(_ object: NSManagedObject, _ index: Int, _ value: ToManyValue) {
    let record = object.layout.properties[index]
    guard record.column >= 0 else {
      value.revert()
      return object.state.forgetChange(index)
    }
    if case .inverse = object.layout.schema.toManys[record.column].storage {
      for member in value.added + value.removed where record.inverse >= 0 {
        undo(member, record.inverse)
      }
      object.state.forgetChange(index)
      return object.reloadToMany(index)
    }
    object.state.revert(index)
    guard record.inverse >= 0 else { return }
    for member in value.added + value.removed {
      forget(object, in: member, record.inverse)
    }
  }

  /// An object without changes is not updated; the caller prunes the tracker.
  private static func tidy(_ object: NSManagedObject) {
    if object.changed.isEmpty { object.state.cancelUpdate() }
  }
}
