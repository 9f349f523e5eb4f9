// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A column of an entity, by index into its ``EntitySchema``.
package enum Column: Hashable, Sendable {
  case attribute(Int)
  case toOne(Int)
  /// The object itself.
  case key
}

/// A column reached over to-one relationships. A hop is an index of `toOnes` of the entity reached
/// so far; a null on the way makes the value null.
package struct ColumnPath: Hashable, Sendable {
  package var hops: [Int]
  package var column: Column

  package init(hops: [Int] = [], _ column: Column) {
    self.hops = hops
    self.column = column
  }
}

/// A to-many relationship reached over to-one relationships. `toMany` is an index of `toManys` of
/// the entity that the hops lead to.
package struct ToManyPath: Hashable, Sendable {
  package var hops: [Int]
  package var toMany: Int

  package init(hops: [Int] = [], toMany: Int) {
    self.hops = hops
    self.toMany = toMany
  }
}
