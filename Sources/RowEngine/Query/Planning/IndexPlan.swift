// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// An ordered index that a store can offer the ``IndexPlanner``: entries are the columns'
/// ``SortableKey`` fields followed by the row's number, one for every row, nulls included.
package struct IndexCandidate: Sendable {
  package struct Element: Sendable, Hashable {
    package let column: Column
    package let isAscending: Bool

    package init(_ column: Column, ascending: Bool = true) {
      self.column = column
      isAscending = ascending
    }
  }

  package let elements: [Element]
  /// The concrete entities whose rows have entries.
  package let entities: Range<Int>
  /// True if at most one row has given values that are all not null.
  package let isUnique: Bool

  package init(_ elements: [Element], entities: Range<Int>, isUnique: Bool = false) {
    self.elements = elements
    self.entities = entities
    self.isUnique = isUnique
  }
}

/// How to find a query's candidates in one index.
package struct IndexPlan: Sendable {
  /// Keys from `lower` up to but not including `upper` (nil: to the end).
  package struct Bounds: Sendable, Hashable {
    package var lower: SortableKey
    package var upper: SortableKey?
  }

  /// The position of the index among the candidates.
  package let index: Int
  /// Disjoint, ascending; none when nothing can match.
  package let bounds: [Bounds]
  /// True if reading the bounds in order gives the query's order: its sort keys, then number.
  package let isInOrder: Bool
  /// True if reading them backwards gives the sort keys' order; entries that are equal but for the
  /// number must then be turned around by the store. Never set together with `isInOrder`.
  package let isInReverseOrder: Bool
  /// The filter that still has to be tested on the rows; nil when the bounds say all.
  package let residual: Filter?
  /// True if the index has entries of exactly the concrete entities asked for.
  package let coversExactly: Bool
  /// True if at most one row can match.
  package let isSingle: Bool
}
