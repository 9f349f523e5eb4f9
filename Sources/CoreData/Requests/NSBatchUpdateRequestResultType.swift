// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What a batch update reports.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  /// Whether it succeeded, a `Bool`.
  case statusOnlyResultType = 0
  /// The IDs of the changed rows, `[NSManagedObjectID]`.
  case updatedObjectIDsResultType = 1
  /// How many rows were changed, an `Int`.
  case updatedObjectsCountResultType = 2
}
