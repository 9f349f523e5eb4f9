// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Sort keys that look at a row's own slots and compare bytes or numbers: the order of a
/// ``RowComparator`` on bare addresses, for rows that have not been copied.
package struct FlatOrder: Sendable {
  private struct Level: Sendable {
    let slot: Int
    let kind: SlotKind
    let isAscending: Bool
  }

  private let levels: [Level]

  /// Nil when a sort key needs more than that.
  package init?(_ comparator: RowComparator) {
    var levels: [Level] = []
    for level in comparator.levels {
      guard level.hops.isEmpty, level.kind != .decimal,
        level.kind != .text || level.collation == .binary
      else { return nil }
      levels.append(
        Level(
          slot: level.isKey ? -1 : level.slot, kind: level.kind, isAscending: level.isAscending))
    }
    guard !levels.isEmpty else { return nil }
    self.levels = levels
  }

  /// Returns the first sort key's value as a number that orders alike, as far as 63 bits go, nulls
  /// first. Rows with equal words must be compared.
  package func word(_ row: UnsafeRawPointer, _ number: Int64) -> UInt64 {
    let level = levels[0]
    guard let bits = FlatOrder.word(of: level, in: RawRow(start: row), number: number) else {
      return level.isAscending ? 0 : .max
    }
    let word = bits >> 1 | 1 << 63
    return level.isAscending ? word : ~word
  }

  private static func word(of level: Level, in row: RawRow, number: Int64) -> UInt64? {
    if level.slot < 0 { return SortableKey.word(number) }
    let bits = row.bits(level.slot)
    if bits == 0, row.isNull(level.slot) { return nil }
    switch level.kind {
    case .integer, .reference: return SortableKey.word(Int64(bitPattern: bits))
    case .double: return SortableKey.word(Double(bitPattern: bits))
    case .text, .bytes, .uuid, .decimal: return SortableKey.prefix(row.bytes(bits))
    }
  }

  /// Returns true if `a` stands before `b`: by the sort keys, then by number.
  package func precedes(
    _ a: UnsafeRawPointer, number aNumber: Int64, _ b: UnsafeRawPointer, number bNumber: Int64
  ) -> Bool {
    let (left, right) = (RawRow(start: a), RawRow(start: b))
    for level in levels {
      let order = FlatOrder.order(by: level, left, number: aNumber, right, number: bNumber)
      if order != 0 { return (order < 0) == level.isAscending }
    }
    return aNumber < bNumber
  }

  private static func order(
    by level: Level, _ a: RawRow, number aNumber: Int64, _ b: RawRow, number bNumber: Int64
  ) -> Int {
    guard level.slot >= 0 else { return NumberComparison.order(aNumber, bNumber) }
    let (left, right) = (a.bits(level.slot), b.bits(level.slot))
    let leftNull = left == 0 && a.isNull(level.slot)
    let rightNull = right == 0 && b.isNull(level.slot)
    if leftNull || rightNull { return leftNull ? (rightNull ? 0 : -1) : 1 }
    switch level.kind {
    case .integer, .reference:
      return NumberComparison.order(Int64(bitPattern: left), Int64(bitPattern: right))
    case .double:
      let words = (
        SortableKey.word(Double(bitPattern: left)), SortableKey.word(Double(bitPattern: right))
      )
      return words.0 < words.1 ? -1 : (words.0 > words.1 ? 1 : 0)
    case .text, .bytes, .uuid, .decimal: return ByteOrder.order(a.bytes(left), b.bytes(right))
    }
  }
}
