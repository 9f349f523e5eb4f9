// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Resolves the conflicts that a save meets. Subclass it to add rules; call super for the rest.
// Sendable: immutable.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  /// Which standard resolution the policy starts from.
  public final let mergeType: NSMergePolicyType

  /// A policy that starts from a standard resolution.
  public init(merge ty: NSMergePolicyType) { mergeType = ty }

  /// The policy that fails the save with 133020, or 133021 for a constraint; the default.
  public static let error = NSMergePolicy(merge: .errorMergePolicyType)
  /// The policy that gives up the context's changes to an object in conflict.
  public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
  /// The policy that writes the context's values over the stored ones.
  public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
  /// The policy that merges by property; where both changed, the context's value wins.
  public static let mergeByPropertyObjectTrump = NSMergePolicy(
    merge: .mergeByPropertyObjectTrumpMergePolicyType)
  /// The policy that merges by property; where both changed, the store's value wins.
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
/// The policy ``NSMergePolicy/mergeByPropertyStoreTrump``.
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject {
  NSMergePolicy.mergeByPropertyStoreTrump
}
/// The policy ``NSMergePolicy/mergeByPropertyObjectTrump``.
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject {
  NSMergePolicy.mergeByPropertyObjectTrump
}
/// The policy ``NSMergePolicy/overwrite``.
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
/// The policy ``NSMergePolicy/rollback``.
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
