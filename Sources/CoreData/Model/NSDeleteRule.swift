// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What deleting an object does to the objects of a relationship.
public enum NSDeleteRule: UInt, Sendable {
  /// Nothing.
  case noActionDeleteRule = 0
  /// Their inverse relationships are cleared.
  case nullifyDeleteRule = 1
  /// They are deleted too.
  case cascadeDeleteRule = 2
  /// The deletion fails validation while there are any.
  case denyDeleteRule = 3
}
