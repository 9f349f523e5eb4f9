// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import Testing

/// Encoded order is value order. R-PSC-854, R-PSC-272
@Suite struct SortableKeyTests {
  private static let kinds: [(AttributeType, [AttributeValue])] = [
    (.integer64, [Int64.min, -256, -1, 0, 1, 255, 256, .max].map(AttributeValue.integer)),
    (
      .double,
      [-Double.infinity, -1e300, -1, -.leastNonzeroMagnitude, 0, 1e-300, 1, 1.5, .infinity]
        .map(AttributeValue.double)
    ),
    (
      .string,
      ["", "\u{0}", "\u{0}a", "\u{1}", "a", "a\u{0}", "a\u{0}b", "aa", "b", "é"].map(
        AttributeValue.string)
    ),
    (
      .decimal,
      [
        "-1000", "-100.5", "-100", "-1", "-0.5", "-0.05", "0", "0.001", "0.05", "0.5", "0.51", "1",
        "9", "10",
        "10.01", "123456789012345678901234567890",
      ]
      .map { .decimal(DecimalCoding.decimal($0)) }
    ),
    (.binaryData, [[], [0], [0, 0], [0, 255], [1], [255], [255, 0]].map { .data(Data($0)) }),
  ]

  @Test(arguments: kinds.indices, [true, false])
  func encodedValuesOrderAsTheValuesDo(_ kind: Int, ascending: Bool) {
    let (type, values) = SortableKeyTests.kinds[kind]
    let keys = ([.null] + values).map { value in
      var key = SortableKey()
      let isAppended = key.append(value, kind: type.slotKind, ascending: ascending)
      #expect(isAppended)
      return key.ended(by: 7)
    }
    #expect(keys.sorted() == (ascending ? keys : keys.reversed()))
    #expect(Set(keys).count == keys.count)
  }

  @Test func anEarlierFieldDecidesWhateverFollows() {
    for ascending in [true, false] {
      func key(_ text: String, _ number: Int64) -> SortableKey {
        var key = SortableKey()
        key.appendString(text, ascending: ascending)
        key.appendInteger(number, ascending: false)
        return key
      }
      #expect((key("a", .min) < key("a\u{0}", .max)) == ascending)
      #expect((key("a", .max) < key("ab", .min)) == ascending)
    }
  }

  @Test func equalDecimalsOfDifferentTextAreOneKey() {
    var keys: Set<SortableKey> = []
    for text in ["1.50", "1.5", "01.5", "15e-1", "+1.5"] {
      var key = SortableKey()
      Array(text.utf8).withUnsafeBytes { key.appendDecimal($0, ascending: true) }
      keys.insert(key)
    }
    #expect(keys.count == 1)
  }

  @Test func bothZerosAreOneKey() {
    var positive = SortableKey()
    var negative = SortableKey()
    positive.appendDouble(0)
    negative.appendDouble(-0.0)
    #expect(positive == negative)
  }

  @Test func aRowsColumnEncodesAsItsValueDoes() {
    var random = SeededGenerator(3)
    for _ in 0..<200 {
      let values = World.values(&random)
      let row = Sample.row(Sample.person, values)
      for (slot, attribute) in Sample.attributes.enumerated() {
        var fromRow = SortableKey()
        var fromValue = SortableKey()
        fromRow.append(slot: slot, kind: attribute.1.slotKind, of: row)
        let isAppended = fromValue.append(values[slot] ?? .null, kind: attribute.1.slotKind)
        #expect(isAppended)
        #expect(fromRow == fromValue)
      }
    }
  }

  @Test func theNumberAtTheEndCanBeReadBack() {
    var key = SortableKey()
    key.appendString("x")
    #expect(key.ended(by: 123_456).bytes.withUnsafeBytes(SortableKey.trailingNumber) == 123_456)
  }

  @Test func theUpperBoundFollowsEveryKeyWithThePrefix() {
    let key = SortableKey(bytes: [1, 0xFF, 0xFF])
    #expect(key.upperBound == SortableKey(bytes: [2]))
    #expect(SortableKey(bytes: [0xFF]).upperBound == nil)
  }
}
