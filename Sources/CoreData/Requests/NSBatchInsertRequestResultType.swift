// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What a batch insertion reports.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
  /// Whether it succeeded, a `Bool`.
  case statusOnly = 0
  /// The IDs of the rows, `[NSManagedObjectID]`.
  case objectIDs = 1
  /// How many rows, an `Int`.
  case count = 2
}
