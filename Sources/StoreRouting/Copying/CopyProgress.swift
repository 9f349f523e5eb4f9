// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How far a copy has come.
package struct CopyProgress: Sendable, Equatable {
  package enum Phase: Sendable, Equatable {
    case rows
    case links
    case verification
  }

  package let phase: Phase
  /// Rows written, and rows there are to write; both stay while links are written and the copy is
  /// verified.
  package let done: Int
  package let total: Int
}

/// Called on the copying thread after each batch; the copy ends when it returns false.
package typealias CopyProgressHandler = (CopyProgress) -> Bool
