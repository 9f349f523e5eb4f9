// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A set of slot numbers; up to 64 without an allocation.
@usableFromInline
package struct SlotSet: Hashable, Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: [UInt64] = []

  @inlinable
  package init() {}

  @inlinable
  package var isEmpty: Bool { low == 0 && (high.isEmpty || high.allSatisfy { $0 == 0 }) }

  @inlinable @inline(__always)
  package func contains(_ slot: Int) -> Bool {
    slot < 64 ? low & (1 &<< UInt64(slot)) != 0 : containsHigh(slot)
  }

  @usableFromInline
  func containsHigh(_ slot: Int) -> Bool {
    let word = slot / 64 - 1
    return word < high.count && high[word] & (1 << UInt64(slot % 64)) != 0
  }

  @inlinable @inline(__always)
  package mutating func insert(_ slot: Int) {
    if slot < 64 { low |= 1 &<< UInt64(slot) } else { insertHigh(slot) }
  }

  @usableFromInline
  mutating func insertHigh(_ slot: Int) {
    let word = slot / 64 - 1
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(slot % 64)
  }

  /// Returns true if there is a slot that is in both.
  package func intersects(_ other: SlotSet) -> Bool {
    low & other.low != 0 || zip(high, other.high).contains { $0 & $1 != 0 }
  }

  @inlinable
  package mutating func remove(_ slot: Int) {
    guard slot >= 64 else { return low &= ~(1 &<< UInt64(slot)) }
    let word = slot / 64 - 1
    if word < high.count { high[word] &= ~(1 << UInt64(slot % 64)) }
  }

  /// Calls `body` with each member, ascending.
  @inlinable
  package func forEach(_ body: (Int) -> Void) {
    SlotSet.visit(low, offset: 0, body)
    if high.isEmpty { return }
    for (index, word) in high.enumerated() { SlotSet.visit(word, offset: 64 * (index + 1), body) }
  }

  /// The members, ascending.
  package var slots: [Int] {
    var result: [Int] = []
    forEach { result.append($0) }
    return result
  }

  @inlinable
  static func visit(_ word: UInt64, offset: Int, _ body: (Int) -> Void) {
    var rest = word
    while rest != 0 {
      body(offset + rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}
