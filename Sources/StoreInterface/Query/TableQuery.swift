// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A question whose answer is a table of values, made of the rows of one entity: no objects, no keys
/// but those that are values.
package struct TableQuery: Hashable, Sendable {
  /// Which rows, and in what order; its offset, limit and output are not looked at.
  package var rows: Query
  /// The values that are computed of each row. Nulls in conditions within count as predicates count them in
  /// memory, whatever ``Query/nullSemantics`` says.
  package var operands: [Operand]
  package var shape: TableShape

  package init(rows: Query, operands: [Operand], shape: TableShape) {
    self.rows = rows
    self.operands = operands
    self.shape = shape
  }
}

/// The form of a table made of rows of values: groups, columns, order and window, in that order.
///
/// Equality of values is that of `ValueComparison`, nulls and not-a-numbers being equal to
/// themselves.
package struct TableShape: Hashable, Sendable {
  /// The inputs that rows of one group have in common; nil: every row stands for itself. With none
  /// all rows are one group, which is there even of no rows; other groups follow in the order of
  /// their first rows.
  package var groups: [Int]?
  package var columns: [TableColumn]
  /// How many of the columns, from the first, tell rows apart; the others are there to sort by.
  package var visibleCount: Int
  /// A condition on a row of the result: `.attribute(n)` is its column `n`.
  package var having: Filter?
  /// Of rows that are equal in the visible columns only the first stays.
  package var isDistinct = false
  /// The order, which leaves equal rows as they are.
  package var order: [TableOrder] = []
  /// How many rows to skip; how many to return (0: all).
  package var offset = 0
  package var limit = 0

  /// - Parameter columns: all of them visible.
  package init(columns: [TableColumn], groups: [Int]? = nil) {
    self.groups = groups
    self.columns = columns
    visibleCount = columns.count
  }

  /// True if rows go through one by one, but for offset and limit.
  package var isPlain: Bool { groups == nil && having == nil && !isDistinct && order.isEmpty }
}

/// A column of a table, made of inputs: the operands of a ``TableQuery``, or columns of another
/// table.
package enum TableColumn: Hashable, Sendable {
  /// An input, of a group's first row.
  case value(Int)
  /// How many rows there are in the group.
  case count
  case statistic(TableStatistic, Int)
  /// A sum divided by how many numbers it is of; null of none.
  case ratio(sum: Int, count: Int)
}

/// A statistic over an input. Nulls are skipped; the sum of nothing is zero, a count is one always,
/// every other statistic of nothing is null.
package enum TableStatistic: Hashable, Sendable, CaseIterable {
  /// How many values are not null.
  case count
  case sum
  case average
  case minimum
  case maximum
}

/// One level of the order of a table, by a column. Nulls are first when ascending.
package struct TableOrder: Hashable, Sendable {
  package var column: Int
  package var isAscending: Bool
  package var collation: Collation

  package init(_ column: Int, ascending: Bool = true, collation: Collation = .binary) {
    self.column = column
    isAscending = ascending
    self.collation = collation
  }
}

/// Some rows of a table, end to end.
package struct TableBatch: Sendable {
  /// How many values a row has.
  package let width: Int
  package var values: [AttributeValue] = []

  package init(width: Int) { self.width = width }

  package var count: Int { width == 0 ? 0 : values.count / width }

  /// True if it is time to hand the batch on.
  package var isFull: Bool { values.count >= RowBatch.standardCount * width }

  package func row(_ index: Int) -> ArraySlice<AttributeValue> {
    values[index * width..<(index + 1) * width]
  }
}
