// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Taking back pending changes of stored objects, on both sides of a relationship (R-CTX-375).
extension NSManagedObject {
  /// Takes back all changes of the object; members of its one-to-many relationships go back to the
  /// owners their rows name.
  final func undoChanges() {
    for index in changed.slots { undoChange(index) }
  }

  /// Takes back a deletion: those whom the object has left have it again. Returns them.
  @discardableResult
  final func undoDeletion() -> [NSManagedObject] {
    var released: [NSManagedObject] = []
    for index in layout.relationships {
      let access = layout.access[index]
      guard access.inverse >= 0, access.deleteRule == .nullifyDeleteRule else { continue }
      for other in destinations(access) {
        other.release(self, Int(access.inverse))
        released.append(other)
      }
    }
    return released
  }

  /// Takes back the change of one property: its value is what the row says.
  final func undoChange(_ index: Int) {
    guard changed.contains(index), !cells.isEmpty else { return }
    announceChange()
    if case .toMany(let value) = cells[index] {
      undoMembers(index, value)
    } else if layout.properties[index].kind == .toOne {
      undoDestination(index)
    } else {
      state.revert(index, to: context?.tracker.cleanCell(index, of: self) ?? .unset)
    }
    tidyUpdate()
  }

  private final func undoDestination(_ index: Int) {
    let current = toOne(index)
    state.revert(index)
    let record = layout.properties[index]
    guard record.inverse >= 0 else { return }
    if let current { current.release(self, record.inverse) }
    if let former = registered(row, record), former !== current {
      former.release(self, record.inverse)
    }
  }

  /// Forgets that this side of a relationship gained or lost an object.
  private final func release(_ object: NSManagedObject, _ index: Int) {
    guard layout.access[index].kind == .toOne else { return forgetChange(of: object, index) }
    guard changed.contains(index) else { return }
    let value = toOne(index)
    if value === object || value == nil { undoChange(index) }
  }

  /// Reads a to-many anew, and no longer remembers that a member was added or removed.
  final func forgetChange(of member: NSManagedObject, _ index: Int) {
    announceChange()
    reloadToMany(index, without: member)
    guard !cells.isEmpty, case .toMany(let value) = cells[index], !value.hasChanges else { return }
    state.forgetChange(index)
    tidyUpdate()
  }

  private final func undoMembers(_ index: Int, _ value: ToManyValue) {
    let record = layout.properties[index]
    guard record.column >= 0 else {
      value.revert()
      return state.forgetChange(index)
    }
    if case .inverse = layout.schema.toManys[record.column].storage {
      for member in value.added + value.removed where record.inverse >= 0 {
        member.undoChange(record.inverse)
      }
      state.forgetChange(index)
      return reloadToMany(index)
    }
    state.revert(index)
    guard record.inverse >= 0 else { return }
    for member in value.added + value.removed { member.forgetChange(of: self, record.inverse) }
  }

  /// An object without changes that does not move is not updated; the caller prunes the tracker.
  private final func tidyUpdate() {
    if changed.isEmpty, context?.tracker.moves.contains(self) != true { state.cancelUpdate() }
  }
}
