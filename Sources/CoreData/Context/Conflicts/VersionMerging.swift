// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The standard resolutions of version conflicts (R-CTX-625…634).
enum VersionMerging {
  static func resolve(_ conflicts: [NSMergeConflict], by type: NSMergePolicyType) throws {
    guard type != .errorMergePolicyType else {
      throw CocoaError.make(
        .managedObjectMerge,
        reason: "Could not merge changes: \(conflicts.count) object(s) were changed in the store "
          + "since they were read.",
        userInfo: [NSPersistentStoreSaveConflictsErrorKey: conflicts])
    }
    // Objects whose rows are gone come first, while their members are loaded: the rows of those may tell
    // that they have no owner. Each may be a member of another: first all have their values.
    let gone = conflicts.filter { $0.storedRow == nil }
    for conflict in gone { resolve(conflict, type) }
    for conflict in conflicts where conflict.storedRow != nil { resolve(conflict, type) }
    // All changes that lose are taken back: what is changed still counts.
    for conflict in conflicts {
      guard let row = conflict.storedRow, conflict.sourceObject.flags.hasPendingChanges else {
        continue
      }
      conflict.sourceObject.settlePartners(storedIn: row)
    }
    for conflict in gone where conflict.sourceObject.isInserted {
      try RestoredRelationships(conflict.sourceObject)?.run()
    }
  }

  private static func resolve(_ conflict: NSMergeConflict, _ type: NSMergePolicyType) {
    let object = conflict.sourceObject
    guard let context = object.context else { return }
    object.announceChange()
    guard let stored = conflict.storedRow else {
      return resolveGone(object, type: type, in: context)
    }
    if object.flags.contains(.deleted) {
      return resolveDeletion(of: object, stored: stored, type: type, in: context)
    }
    switch type {
    case _ where !object.flags.hasPendingChanges: discard(object, stored: stored, in: context)
    case .rollbackMergePolicyType: discard(object, stored: stored, in: context)
    case .overwriteMergePolicyType:
      overwrite(object, stored)
      overwriteMembers(object)
    case .mergeByPropertyStoreTrumpMergePolicyType: merge(object, stored, storeWins: true)
    default: merge(object, stored, storeWins: false)
    }
    note(object)
  }

  /// Changes of the object over the stored row; where both changed, the winner's value.
  private static func merge(_ object: NSManagedObject, _ stored: Row, storeWins: Bool) {
    guard let base = object.row else { return }
    if storeWins {
      for index in object.changed.slots where !object.cells.isEmpty {
        let record = object.layout.properties[index]
        guard record.hasSlots, record.isPersistent, !record.isSame(base, stored) else { continue }
        object.undoChange(index)
      }
    }
    object.rebase(on: stored, settlesPartners: false)
  }

  /// Everything in memory counts as changed.
  private static func overwrite(_ object: NSManagedObject, _ stored: Row) {
    for record in object.layout.properties where record.isPersistent && record.hasSlots {
      if record.kind == .toOne { _ = object.toOne(record.index) }
      if object.keepsMissingFile(record) { continue }
      if record.kind == .toOne {
        if object.toOne(record.index) == nil { object.place(.null, record.index) }
      } else if record.kind == .composite || record.type == .transformable {
        let cell = object.settledCell(record.index)
        // What cannot be decoded here cannot be written either.
        if case .null = cell, object.loadedOrUnset(record.index).isUnset,
          record.slot >= 0, object.row?.isNull(record.slot) == false
        {
          continue
        }
        object.place(cell, record.index)
      } else {
        object.place(object.loadedCell(record.index), record.index)
      }
      object.state.noteChange(record.index)
    }
    object.state.rebase(on: stored)
  }

  /// The stored members of loaded to-manys become those in memory (R-CTX-630).
  private static func overwriteMembers(_ object: NSManagedObject) {
    for index in object.layout.relationships where object.layout.properties[index].column >= 0 {
      guard case .toMany(let value) = object.cells[index], !value.isFault else { continue }
      let members = value.members.filter { !$0.isDeleted }
      object.reloadToMany(index)
      object.setMembers(index, to: members)
    }
  }

  private static func discard(
    _ object: NSManagedObject, stored: Row, in context: NSManagedObjectContext
  ) {
    object.undoChanges()
    object.state.cancelDeletion()
    if object.changed.isEmpty, !context.tracker.moves.contains(object) {
      object.state.cancelUpdate()
    } else {
      context.tracker.noteChange(of: object)
    }
    object.rebase(on: stored, settlesPartners: false)
  }

  private static func resolveDeletion(
    of object: NSManagedObject, stored: Row, type: NSMergePolicyType,
    in context: NSManagedObjectContext
  ) {
    switch type {
    case .rollbackMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType:
      object.undoDeletion()
      discard(object, stored: stored, in: context)
    default: object.state.rebase(on: stored)
    }
    note(object)
  }

  /// The row is gone: the object goes with it, or is stored again (R-CTX-631, 633).
  private static func resolveGone(
    _ object: NSManagedObject, type: NSMergePolicyType, in context: NSManagedObjectContext
  ) {
    if object.flags.contains(.deleted) {
      object.state.markInaccessible()
      return
    }
    switch type {
    case .rollbackMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
      _ where !object.flags.hasPendingChanges:
      object.state.cancelUpdate()
      context.tracker.noteDeletion(of: object)
      MergedDeletion(context).run(object)
    default:
      keepEverything(object)
      object.state.cancelUpdate()
      context.tracker.noteInsertion(of: object)
    }
  }

  /// The object's values move from its row into its cells, to be written as a new row.
  private static func keepEverything(_ object: NSManagedObject) {
    guard let row = object.row else { return }
    overwrite(object, row)
  }

  /// The policy changed an object: it is told, and announced as refreshed (R-CTX-620).
  static func note(_ object: NSManagedObject) {
    object.awake(fromSnapshotEvents: .mergePolicy)
    object.context?.tracker.noteRefresh(of: object)
  }
}

extension PropertyRecord {
  /// True if rows hold the property: in a slot of its own, or a composite in those of its elements.
  fileprivate var hasSlots: Bool { slot >= 0 || kind == .composite }

  /// Returns true if two rows agree in this property.
  func isSame(_ a: Row, _ b: Row) -> Bool {
    if kind == .composite {
      return leaves.allSatisfy { a.isEqual($0.slot, to: b, kind: $0.type.slotKind) }
    }
    let kind: SlotKind = kind == .toOne ? .reference : type?.slotKind ?? .bytes
    return a.isEqual(slot, to: b, kind: kind)
  }
}

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

  func run() throws {
    for access in object.layout.accesses where access.isStored {
      switch object.cells[Int(access.index)] {
      case .toOne(let destination): try relate(access, to: destination)
      case .toMany(let value) where !value.isFault: try relate(access, to: value)
      default: break
      }
    }
  }

  // MARK: - To-ones

  private func relate(_ access: PropertyAccess, to destination: NSManagedObject) throws {
    let (index, inverse) = (Int(access.index), Int(access.inverse))
    guard try isThere(destination), inverse < 0 || isFree(destination, inverse) else {
      return object.place(.null, index)
    }
    guard inverse >= 0 else { return }
    if destination.layout.access[inverse].kind == .toOne {
      return destination.placeToOne(inverse, object)
    }
    reread(destination, inverse)
    object.place(.null, index)
    object.setToOne(index, to: destination)
  }

  // MARK: - To-manys

  /// A new value, so that all its members count as added: it has been read as what is stored.
  private func relate(_ access: PropertyAccess, to value: ToManyValue) throws {
    let (index, inverse) = (Int(access.index), Int(access.inverse))
    let members = try value.members.filter {
      try isThere($0) && (inverse < 0 || isFree($0, inverse))
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

  /// Returns true if an object is stored, or is going to be. One without changes is read anew: its row as
  /// it was read may still name this object.
  private func isThere(_ other: NSManagedObject) throws -> Bool {
    guard object.mayRelate(other) else { return false }
    guard !other.flags.hasPendingChanges else { return true }
    context.refresh(other, mergeChanges: true)
    return try context.loadStoredRow(of: other) != nil
  }
}
