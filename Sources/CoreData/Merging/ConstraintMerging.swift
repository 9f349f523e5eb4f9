// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The standard resolutions of uniqueness conflicts (R-CTX-640…647).
enum ConstraintMerging {
  static func resolve(_ conflicts: [NSConstraintConflict], by type: NSMergePolicyType) throws {
    guard type != .errorMergePolicyType else {
      let names = Set(conflicts.flatMap(\.constraint)).sorted().joined(separator: ", ")
      throw CocoaError.make(
        .managedObjectConstraintMerge,
        reason: "Uniqueness constraints are violated: \(names).",
        userInfo: [NSPersistentStoreSaveConflictsErrorKey: conflicts])
    }
    for conflict in conflicts { resolve(conflict, type) }
  }

  /// One object survives: the stored one, else the one that was saved before, else the first.
  private static func resolve(_ conflict: NSConstraintConflict, _ type: NSMergePolicyType) {
    let pending = conflict.conflictingObjects.filter { !$0.isDeleted && $0.context != nil }
    let survivor = conflict.databaseObject ?? pending.first { !$0.isInserted } ?? pending.first
    guard let survivor else { return }
    for object in pending where object !== survivor {
      if takesValues(type) || conflict.databaseObject == nil { copyValues(of: object, to: survivor) }
      redirect(object, to: survivor)
      object.context?.delete(object)
    }
  }

  private static func takesValues(_ type: NSMergePolicyType) -> Bool {
    type == .mergeByPropertyObjectTrumpMergePolicyType || type == .overwriteMergePolicyType
  }

  private static func copyValues(of object: NSManagedObject, to survivor: NSManagedObject) {
    for index in object.changed.slots {
      let record = object.layout.properties[index]
      guard !record.isRelationship, record.kind != .fetched,
        let target = survivor.layout.index(of: record.name)
      else { continue }
      survivor.setProperty(target, to: object.propertyValue(index))
    }
  }

  /// Relationships of the duplicate become the survivor's.
  private static func redirect(_ object: NSManagedObject, to survivor: NSManagedObject) {
    for index in object.changed.slots {
      let record = object.layout.properties[index]
      guard record.isRelationship, let target = survivor.layout.index(of: record.name) else {
        continue
      }
      if record.kind == .toOne {
        let destination = object.toOne(index)
        object.setToOne(index, to: nil)
        if let destination { survivor.setToOne(target, to: destination) }
      } else {
        let members = object.members(index)
        object.setMembers(index, to: [])
        survivor.insert(members, into: target, at: nil)
      }
    }
  }
}
