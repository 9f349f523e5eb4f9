// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The form of a fetch's results.
public struct NSFetchRequestResultType: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Managed objects; the default.
  public static var managedObjectResultType: NSFetchRequestResultType { [] }
  /// Object IDs.
  public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
  /// Dictionaries of the properties to fetch.
  public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
  /// One number: how many objects match.
  public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}
