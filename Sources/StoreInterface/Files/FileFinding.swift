// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One thing that is wrong with the files of a store, as its engine finds it.
package struct FileFinding: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// The engine's structures contradict each other.
    case damage
    /// An index does not have what the rows have; it can be made anew.
    case index
    /// A pair of a relationship names an object that is not there.
    case danglingLink
    /// A file that a row names is not there.
    case missingFile
    /// A file that no row names.
    case unusedFile
  }

  package let kind: Kind
  /// A sentence that names the place.
  package let message: String
  package var isRepaired = false

  package init(_ kind: Kind, _ message: String, isRepaired: Bool = false) {
    self.kind = kind
    self.message = message
    self.isRepaired = isRepaired
  }
}
