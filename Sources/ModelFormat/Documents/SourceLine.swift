// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Where a document came from in its file; zero when it was made in code.
///
/// A line is a place, not content: two lines are always equal, so that documents read from
/// differently laid out files compare equal.
package struct SourceLine: Codable, Sendable, Hashable {
  package var number: Int

  package init(_ number: Int = 0) { self.number = number }

  package static func == (left: SourceLine, right: SourceLine) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
