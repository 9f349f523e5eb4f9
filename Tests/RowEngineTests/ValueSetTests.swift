// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import Testing

/// A set has the members that comparing with each of its values would find.
@Suite struct ValueSetTests {
  private static let numbers: [AttributeValue] = [
    .integer(0), .integer(7), .integer(.max), .integer(.min), .integer(1 << 53 + 1), .double(0),
    .double(-0.0), .double(7), .double(0.1), .double(0x1p53), .double(0x1p63), .double(-0x1p63),
    .double(.nan), .double(.infinity), .double(1e121),
    .double(1e-101), .double(.leastNonzeroMagnitude),
    .decimal(0), .decimal(7), .decimal(Decimal(string: "0.1") ?? 0), .decimal(Decimal(0.1)),
    .decimal(Decimal(string: "7.00") ?? 0), .decimal(.nan), .decimal(Decimal(Int64.max)),
    .decimal(Decimal(string: "1e121") ?? 0), .decimal(Decimal(string: "1e-101") ?? 0),
  ]

  private static let texts: [AttributeValue] = [
    "", "a", "A", "ä", "Ä", "a\u{308}", "e\u{301}", "é", "E", "straße", "STRASSE", "I", "i", "ı",
    "İ", "\u{200B}a", "ﬁ", "fi", "ab", "AB", "Zoë", "zoe", "ΑΣ", "ας", "ασ", "1", "Ⅰ",
  ].map { .string($0) }

  private static let others: [AttributeValue] = [
    .date(0), .date(-0.0), .date(7), .date(.nan), .data(Data()), .data(Data("a".utf8)),
    .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
    .reference(ObjectKey(entity: Sample.person, number: 1)),
    .reference(ObjectKey(entity: Sample.person + 1, number: 1)),
    .reference(ObjectKey(entity: Sample.person, number: 1, store: 1)),
    .reference(ObjectKey(entity: Sample.person, number: 2)),
  ]

  // R-PRED-172, R-PRED-174, R-PRED-175
  @Test(arguments: (UInt8(0)..<16).map { StringOptions(rawValue: $0) })
  func aMemberIsWhatComparesEqual(_ options: StringOptions) {
    let values = Self.numbers + Self.texts + Self.others
    for member in values {
      let set = ValueSet([member], options: options, schema: Sample.schema)
      for value in values {
        let expected = ValueComparison.areEqual(
          value, member, options: options, schema: Sample.schema)
        #expect(set.contains(value) == expected, "\(value) in {\(member)}, options \(options)")
      }
    }
  }

  @Test(arguments: (UInt8(0)..<16).map { StringOptions(rawValue: $0) })
  func manyMembersAreFoundTogether(_ options: StringOptions) {
    let values = Self.numbers + Self.texts + Self.others
    for remainder in 0..<3 {
      let members = values.indices.filter { $0 % 3 != remainder }.map { values[$0] }
      let set = ValueSet(members, options: options, schema: Sample.schema)
      for value in values {
        let expected = members.contains {
          ValueComparison.areEqual(value, $0, options: options, schema: Sample.schema)
        }
        #expect(set.contains(value) == expected, "\(value), options \(options)")
      }
    }
  }

  /// Comparing each with each would be ten thousand million comparisons.
  @Test(arguments: [StringOptions(), .caseInsensitive, [.caseInsensitive, .diacriticInsensitive]])
  func aSearchDoesNotLookAtEveryMember(_ options: StringOptions) {
    let members = (0..<50_000).map { AttributeValue.string("Name \(2 * $0)") }
    let set = ValueSet(
      members + (0..<50_000).map { .double(Double($0) / 4) }, options: options, schema: nil)
    let found = (0..<100_000).count { set.contains(.string("Name \($0)")) }
    #expect(found == 50_000)
    #expect((0..<100_000).count { set.contains(.double(Double($0) / 4)) } == 50_000)
  }
}
