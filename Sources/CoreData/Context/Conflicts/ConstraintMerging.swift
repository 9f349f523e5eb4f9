// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The standard resolutions of uniqueness conflicts (R-CTX-640…647).
///
/// A new object gives way to the stored one that has the value. A stored object that took the value
/// goes back to its own, or, where pending values win, the other one is deleted.
enum ConstraintMerging {
  static func resolve(_ conflicts: [NSConstraintConflict], by type: NSMergePolicyType) throws {
    guard type != .errorMergePolicyType else {
      let names = Set(conflicts.flatMap(\.constraint)).sorted().joined(separator: ", ")
      throw CocoaError.make(
        .managedObjectConstraintMerge,
        reason: "Uniqueness constraints are violated: \(names).",
        userInfo: [NSPersistentStoreSaveConflictsErrorKey: conflicts])
    }
    spreadDeletions(of: conflicts)
    var removal = DuplicateRemoval()
    for conflict in conflicts { resolve(conflict, type, by: &removal) }
    removal.finish()
    spreadDeletions(of: conflicts)
  }

  /// A policy finds what was deleted out of the relationships when it has called this one: the deletions of its own
  /// before, and those of objects that have given way.
  private static func spreadDeletions(of conflicts: [NSConstraintConflict]) {
    var known: Set<ObjectIdentifier> = []
    for conflict in conflicts {
      for object in conflict.conflictingObjects {
        guard let context = object.context, known.insert(ObjectIdentifier(context)).inserted
        else { continue }
        DeletePropagation(context, isFinal: true).run()
      }
    }
  }

  private static func resolve(
    _ conflict: NSConstraintConflict, _ type: NSMergePolicyType,
    by removal: inout DuplicateRemoval
  ) {
    let pending = conflict.conflictingObjects.filter { !$0.isDeleted && $0.context != nil }
    let holder = conflict.storedObject ?? pending.first { isHolder($0, conflict.constraint) }
    // Another conflict of this round has removed it: the next attempt shows what is left.
    if let holder, holder.isDeleted || holder.context == nil { return }
    let takers = pending.filter { $0 !== holder && !$0.isInserted }
    let winner = takesValues(type) ? takers.first : nil
    guard let survivor = winner ?? holder ?? takers.first ?? pending.first else { return }
    for object in pending where object !== survivor && object !== holder {
      if object.isInserted {
        let replaces = takesValues(type) && survivor === holder
        if takesValues(type) || holder == nil && type != .rollbackMergePolicyType {
          copyValues(of: object, to: survivor, all: replaces)
        }
        removal.remove(object, for: survivor, replacing: replaces)
      } else {
        putBack(object, constraint: conflict.constraint, type: type)
      }
    }
    if let holder, holder !== survivor { removal.remove(holder, for: survivor) }
  }

  /// Returns true if a stored object has had the value before.
  private static func isHolder(_ object: NSManagedObject, _ constraint: [String]) -> Bool {
    !object.isInserted
      && !constraint.contains {
        object.layout.index(constrainedBy: $0).map(object.changed.contains) ?? false
      }
  }

  private static func takesValues(_ type: NSMergePolicyType) -> Bool {
    type == .mergeByPropertyObjectTrumpMergePolicyType || type == .overwriteMergePolicyType
  }

  /// Gives the survivor an object's attributes: those that were set, or, where the object replaces a
  /// stored one, all, whether anybody has set them or not (R-CTX-644).
  private static func copyValues(
    of object: NSManagedObject, to survivor: NSManagedObject, all: Bool
  ) {
    for record in object.layout.properties {
      let index = record.index
      guard object.changed.contains(index) || all && record.isPersistent && !record.isDerived,
        !record.isRelationship, record.kind != .fetched,
        let target = survivor.layout.index(of: record.name)
      else { continue }
      // What a link holds, even if it leads nowhere now.
      let value =
        record.link == nil
        ? object.propertyValue(index) : object.loadedCell(index).clientValue(type: record.type)
      survivor.setProperty(target, to: value)
    }
  }

  /// A stored object has its stored values again: all, or those of the constraint.
  private static func putBack(
    _ object: NSManagedObject, constraint: [String], type: NSMergePolicyType
  ) {
    if type == .rollbackMergePolicyType {
      object.undoChanges()
    } else {
      for index in constraint.compactMap(object.layout.index(constrainedBy:)) {
        object.undoChange(index)
      }
    }
    VersionMerging.note(object)
  }
}

extension PropertyLayout {
  /// Returns the property that a name in a constraint is of: an element of a composite changes with
  /// that.
  fileprivate func index(constrainedBy name: String) -> Int? {
    index(of: name) ?? name.split(separator: ".").first.flatMap { index(of: String($0)) }
  }
}
