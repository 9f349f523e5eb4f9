// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Why a store was not copied. The destination is of no use then.
package enum StoreCopyError: Error, Sendable {
  /// Reading failed.
  case source(StoreError)
  /// Writing, or reading what was written, failed.
  case destination(StoreError)
  /// The destination refuses a row: it breaks a uniqueness constraint.
  case conflict(entityName: String)
  /// The destination does not hold what the source holds.
  case difference(ContentDifference)
  /// The progress block asked for an end.
  case cancelled
}

/// The first thing that two stores' contents do not have in common.
package struct ContentDifference: Sendable, Equatable {
  /// An entity, or a relationship as `Entity.name`.
  package let subject: String
  /// Rows or pairs here and there.
  package let expected: Int
  package let found: Int
}

extension StoreCopyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .source(let error), .destination(let error): error.description
    case .conflict(let entity):
      "The copy was given up: objects of \(entity) break one of its uniqueness constraints."
    case .difference(let difference) where difference.expected != difference.found:
      "The copy was given up: it has \(difference.found) of the \(difference.expected) entries of "
        + "\(difference.subject)."
    case .difference(let difference):
      "The copy was given up: the new store has other values of \(difference.subject) than were "
        + "written to it."
    case .cancelled: "The copy was cancelled."
    }
  }
}
