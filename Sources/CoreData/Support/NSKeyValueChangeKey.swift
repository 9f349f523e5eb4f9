// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The keys of a change dictionary of key-value observing, which Foundation on Linux lacks: for the
/// signature of ``NSManagedObjectContext/observeValue(forKeyPath:of:change:context:)``.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// How a set of values is combined with the present members of a to-many relationship.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
  case union = 1
  case minus = 2
  case intersect = 3
  case set = 4
}
