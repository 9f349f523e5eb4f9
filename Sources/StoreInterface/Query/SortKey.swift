// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One level of a sort: nulls first when ascending.
///
/// Numbers sort by value, dates by instant, strings by collation, data and UUIDs by their bytes,
/// `.key` by entity hierarchy number.
package struct SortKey: Hashable, Sendable {
  package var path: ColumnPath
  package var isAscending: Bool
  package var collation: Collation

  package init(_ path: ColumnPath, ascending: Bool = true, collation: Collation = .binary) {
    self.path = path
    isAscending = ascending
    self.collation = collation
  }
}

/// How strings are ordered.
package enum Collation: Hashable, Sendable, CaseIterable {
  /// By code point, as bytes of UTF-8 compare.
  case binary
  case caseInsensitive
  case localized
  case localizedCaseInsensitive
  case localizedStandard
}
