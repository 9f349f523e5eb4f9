// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The relationships of an object that a merge policy stores again after somebody has deleted it (R-CTX-631).
///
/// Whoever deleted it has parted it from all others. What memory shows is related anew, on both sides, but
/// for objects that are gone as well, or that have another owner by now.
struct RestoredRelationships {
  private let object: NSManagedObject
  private let context: NSManagedObjectContext

  /// - Parameter object: one that is inserted again, with its values in cells.
  init?(_ object: NSManagedObject) {
    guard let context = object.context, !object.cells.isEmpty else { return nil }
    self.object = object
    self.context = context
  }

  func run() {
    for access in object.layout.accesses where access.isStored {
      switch object.cells[Int(access.index)] {
      case .toOne(let destination): relate(access, to: destination)
      case .toMany(let value) where !value.isFault: relate(access, to: value)
      default: break
      }
    }
  }

  // MARK: - To-ones

  private func relate(_ access: PropertyAccess, to destination: NSManagedObject) {
    let (index, inverse) = (Int(access.index), Int(access.inverse))
    let isOneToOne = inverse >= 0 && destination.layout.access[inverse].kind == .toOne
    guard isThere(destination, rereading: isOneToOne) else {
      return object.setToOne(index, to: nil)
    }
    guard isOneToOne else { return }
    guard isFree(destination, inverse) else { return object.place(.null, index) }
    destination.placeToOne(inverse, object)
  }

  // MARK: - To-manys

  /// A new value, so that all its members count as added: it has been read as what is stored.
  private func relate(_ access: PropertyAccess, to value: ToManyValue) {
    let (index, inverse) = (Int(access.index), Int(access.inverse))
    let members = value.members.filter {
      isThere($0, rereading: true) && (inverse < 0 || isFree($0, inverse))
    }
    let fresh = ToManyValue(isFault: false, isOrdered: value.isOrdered)
    fresh.mayBeOneSided = true
    object.place(.toMany(fresh), index)
    if inverse >= 0 { members.forEach { reread($0, inverse) } }
    object.setMembers(index, to: members)
    guard inverse >= 0 else { return }
    for member in members where member.layout.access[inverse].kind == .toOne {
      member.placeToOne(inverse, object)
    }
  }

  // MARK: - The others

  /// The other side of a many-to-many is read anew as well, and asked whether it has the object already.
  private func reread(_ other: NSManagedObject, _ inverse: Int) {
    other.reloadToMany(inverse)
    if !other.cells.isEmpty, case .toMany(let value) = other.cells[inverse] {
      value.mayBeOneSided = true
    }
  }

  /// Returns true unless an object leads to another owner by a to-one.
  private func isFree(_ other: NSManagedObject, _ inverse: Int) -> Bool {
    guard other.layout.access[inverse].kind == .toOne, let owner = other.toOne(inverse) else {
      return true
    }
    return owner === object
  }

  /// Returns true if an object is stored, or is going to be. One without changes is read anew if that is
  /// wanted: its row as it was read may still name this object.
  private func isThere(_ other: NSManagedObject, rereading rereads: Bool) -> Bool {
    guard object.mayRelate(other) else { return false }
    if !other.flags.hasPendingChanges {
      if rereads { context.refresh(other, mergeChanges: true) }
      other.realise()
    }
    return other.flags.isDisjoint(with: [.deleted, .inaccessible])
  }
}
