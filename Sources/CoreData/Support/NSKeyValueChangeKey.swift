// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The keys of a change dictionary of key-value observing, which Foundation on Linux lacks: for the
/// signature of ``NSManagedObjectContext/observeValue(forKeyPath:of:change:context:)``.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  /// The text of the key.
  public let rawValue: String

  /// A key with a text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The key of the kind of change.
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  /// The key of the new value.
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  /// The key of the old value.
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  /// The key of the indexes of changed members.
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  /// The key that says that the change is still to come.
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// How a set of values is combined with the present members of a to-many relationship.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
  /// The values are added.
  case union = 1
  /// The values are removed.
  case minus = 2
  /// The members that are none of the values are removed.
  case intersect = 3
  /// The values replace the members.
  case set = 4
}

/// The kinds of changes to the members of an ordered relationship.
public enum NSKeyValueChange: UInt, Sendable {
  /// The relationship has other members altogether.
  case setting = 1
  /// Members come in at the indexes.
  case insertion = 2
  /// The members at the indexes are removed.
  case removal = 3
  /// Others take the places of the members at the indexes.
  case replacement = 4
}
