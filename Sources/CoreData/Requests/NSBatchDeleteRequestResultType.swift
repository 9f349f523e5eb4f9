// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What a batch deletion reports.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  /// Whether it succeeded, a `Bool`.
  case resultTypeStatusOnly = 0
  /// The IDs of the removed rows, `[NSManagedObjectID]`.
  case resultTypeObjectIDs = 1
  /// How many rows were removed, an `Int`.
  case resultTypeCount = 2
}
