// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A piece of a source that a port replaces.
package struct SourceEdit: Equatable, Sendable {
  package let topic: EditTopic
  /// The line that the piece begins on, from 1.
  package let line: Int
  /// The piece, in bytes of the source; empty where something is put in.
  package let range: Range<Int>
  package let replacement: String
}

/// A place that a person has to look at.
package struct Remainder: Equatable, Sendable {
  package let topic: RemainderTopic
  /// From 1.
  package let line: Int
  /// A sentence for people: the subject, and what to do.
  package let reason: String
}
