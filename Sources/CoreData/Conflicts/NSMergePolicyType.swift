// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

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
