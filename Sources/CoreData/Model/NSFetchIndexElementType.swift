// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How an index orders an element.
public enum NSFetchIndexElementType: UInt, Sendable {
  /// By value.
  case binary = 0
  /// As a range of a spatial index.
  case rTree = 1
}
