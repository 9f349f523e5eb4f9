// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Some rows on their way up from a store, in result order.
///
/// `keys[i]` belongs to `rows[i]`. A keys-only query leaves `rows` empty.
@usableFromInline
package struct RowBatch: Sendable {
  /// How many rows a store gathers before it hands them on.
  @inlinable package static var standardCount: Int { 256 }

  @usableFromInline package var keys: [ObjectKey] = []
  @usableFromInline package var rows: [Row] = []

  @inlinable package init() {}

  package mutating func append(_ key: ObjectKey, _ row: Row) {
    keys.append(key)
    rows.append(row)
  }

  package mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
  }
}

/// Destinations of to-many relationships, flat: entry `i` says that `owners[i]` (a position in the
/// request) is related to `keys[i]`. Sorted by owner position, then by order key, then by number.
@usableFromInline
package struct RelatedBatch: Sendable {
  @usableFromInline package var owners: [Int32] = []
  @usableFromInline package var keys: [ObjectKey] = []
  /// Order keys of an ordered relationship; empty for an unordered one.
  @usableFromInline package var orders: [Int64] = []
  /// The destinations' rows, when they were asked for; else empty.
  @usableFromInline package var rows: [Row] = []

  @inlinable package init() {}
}
