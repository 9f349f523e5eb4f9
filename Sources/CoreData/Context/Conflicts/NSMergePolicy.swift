// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Resolves the conflicts that a save meets. Subclass it to add rules; call super for the rest.
// Sendable: immutable.
nonisolated open class NSMergePolicy: NSObject, @unchecked Sendable {
  /// Which standard resolution the policy starts from.
  public final let mergeType: NSMergePolicyType

  public init(merge ty: NSMergePolicyType) { mergeType = ty }

  public static let error = NSMergePolicy(merge: .errorMergePolicyType)
  public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
  public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
  public static let mergeByPropertyObjectTrump = NSMergePolicy(
    merge: .mergeByPropertyObjectTrumpMergePolicyType)
  public static let mergeByPropertyStoreTrump = NSMergePolicy(
    merge: .mergeByPropertyStoreTrumpMergePolicyType)

  /// The kind of resolution.
  open override var description: String { "\(ObjectText.head(self)) (type: \(mergeType))" }

  /// Resolves all conflicts of a save, `NSMergeConflict`s and `NSConstraintConflict`s, or throws.
  open func resolve(mergeConflicts list: [Any]) throws {
    let locking = list.compactMap { $0 as? NSMergeConflict }
    let constraints = list.compactMap { $0 as? NSConstraintConflict }
    if !locking.isEmpty { try resolve(optimisticLockingConflicts: locking) }
    if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
  }

  /// Resolves conflicts of versions: the object was changed in the store since it was read.
  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    try VersionMerging.resolve(list, by: mergeType)
  }

  /// Resolves clashes of unique values.
  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    try ConstraintMerging.resolve(list, by: mergeType)
  }
}

/// The standard policies under the names of the C interface.
public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject {
  NSMergePolicy.mergeByPropertyStoreTrump
}
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject {
  NSMergePolicy.mergeByPropertyObjectTrump
}
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }

/// The standard ways to resolve conflicts.
public enum NSMergePolicyType: UInt, Sendable {
  /// Fail the save.
  case errorMergePolicyType = 0
  /// Merge by property; where both changed, the store's value.
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  /// Merge by property; where both changed, the object's value.
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  /// The whole object replaces what is stored.
  case overwriteMergePolicyType = 3
  /// The stored state replaces the object's.
  case rollbackMergePolicyType = 4
}
