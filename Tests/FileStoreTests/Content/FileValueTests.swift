// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Values of every attribute type come back from Binary and XML stores as they went in.
struct FileValueTests {
  private static func roundTrip(
    _ type: String, key: String, values: [Any], isEqual: (Any?, Any) -> Bool
  ) throws {
    let office = try Office(type)
    try office.check { context in
      for (place, value) in values.enumerated() {
        _ = context.insert("Sample", [key: value, key == "big" ? "medium" : "big": place])
      }
      try context.save()
    }
    let order = key == "big" ? "medium" : "big"
    try office.check { context in
      let samples = try context.all("Sample", sortedBy: order)
      #expect(samples.count == values.count)
      for (sample, value) in zip(samples, values) {
        #expect(isEqual(sample.value(forKey: key), value), "\(key): \(value)")
      }
    }
  }

  // R-PSC-409
  @Test(arguments: Office.types)
  func integersAndBooleans(_ type: String) throws {
    try Self.roundTrip(type, key: "small", values: [Int16.min, Int16(-1), Int16(0), Int16.max]) {
      $0 as? Int16 == $1 as? Int16
    }
    try Self.roundTrip(type, key: "medium", values: [Int32.min, Int32.max]) {
      $0 as? Int32 == $1 as? Int32
    }
    try Self.roundTrip(type, key: "big", values: [Int64.min, Int64(1) << 53 + 1, Int64.max]) {
      $0 as? Int64 == $1 as? Int64
    }
    try Self.roundTrip(type, key: "flag", values: [true, false]) { $0 as? Bool == $1 as? Bool }
  }

  // R-PSC-409
  @Test(arguments: Office.types)
  func floatingPointToTheBit(_ type: String) throws {
    let doubles: [Double] = [
      0, -0.0, .infinity, -.infinity, .nan, .pi, 0.1, .leastNonzeroMagnitude, 5,
      .greatestFiniteMagnitude,
    ]
    try Self.roundTrip(type, key: "ratio", values: doubles) {
      let (one, other) = ($0 as? Double, $1 as? Double)
      return one?.bitPattern == other?.bitPattern || one?.isNaN == true && other?.isNaN == true
    }
    let floats: [Float] = [0.1, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 3]
    try Self.roundTrip(type, key: "share", values: floats) {
      ($0 as? Float)?.bitPattern == ($1 as? Float)?.bitPattern
    }
    let dates = [0, -0.0005, 274201500.83986998, 700000000.123456789, -63_114_076_800].map {
      Date(timeIntervalSinceReferenceDate: $0)
    }
    try Self.roundTrip(type, key: "day", values: dates) { $0 as? Date == $1 as? Date }
  }

  // R-PSC-409
  @Test(arguments: Office.types)
  func decimals(_ type: String) throws {
    let texts = [
      "0", "0.1", "-12345678901234567890.123456789", "99999999999999999999999999999999999999",
      "1e100", "1e-100", "-5",
    ]
    try Self.roundTrip(type, key: "amount", values: texts.map { NSDecimalNumber(string: $0) }) {
      $0 as? NSDecimalNumber == $1 as? NSDecimalNumber
    }
  }

  // R-PSC-409
  @Test(arguments: Office.types)
  func anyTextAtAll(_ type: String) throws {
    var texts = [
      "", " ", "\t", "\n", "\r", "\r\n", "  lead and trail  ", "a\u{0}b", "\u{FFFE}\u{FFFF}",
      "😀👩‍👩‍👧\u{301}", "<a href=\"x\">&amp;</a>", "]]>", "<![CDATA[x]]>", "\\", "\\u003c",
      "\\\\u0041", "C:\\users\\new", "\\u005c", "\u{FEFF}bom", "\u{85}\u{2028}\u{2029}", "\u{7F}",
      "&#0;", "\u{10FFFF}\u{1FFFE}", "\u{EFFF}é漢",
    ]
    texts.append(String(String.UnicodeScalarView((0...0x9F).compactMap(Unicode.Scalar.init))))
    try Self.roundTrip(type, key: "name", values: texts) {
      ($0 as? String).map { Array($0.utf8) } == ($1 as? String).map { Array($0.utf8) }
    }
  }

  // R-PSC-409, 063
  @Test(arguments: Office.types)
  func dataIdentifiersTransformablesAndComposites(_ type: String) throws {
    var large = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    while large.count < 1_000_000 { large += large }
    try Self.roundTrip(type, key: "data", values: [Data(), Data([0]), large]) {
      $0 as? Data == $1 as? Data
    }
    try Self.roundTrip(type, key: "key", values: [UUID()]) { $0 as? UUID == $1 as? UUID }
    let links = ["https://example.org/%C3%A4?q=1&r=%22#f", "urn:a:b"].compactMap(URL.init)
    try Self.roundTrip(type, key: "link", values: links) { $0 as? URL == $1 as? URL }
    let lists: [NSArray] = [["a", "b\u{1}"], []]
    try Self.roundTrip(type, key: "tags", values: lists) { ($0 as? NSArray)?.isEqual($1) ?? false }
    let places: [[String: Any]] = [["city": "Ulm", "zip": 89073], ["zip": 1]]
    try Self.roundTrip(type, key: "place", values: places) {
      let (one, other) = ($0 as? [String: Any], $1 as? [String: Any])
      return one?["city"] as? String == other?["city"] as? String
        && one?["zip"] as? Int == other?["zip"] as? Int
    }
  }

  // R-PSC-409
  @Test(arguments: Office.types)
  func nothingStaysNothingAndTransientsAreLeftOut(_ type: String) throws {
    let office = try Office(type)
    try office.check { context in
      _ = context.insert("Sample", ["mood": "good"])
      try context.save()
    }
    #expect(try office.bytes.range(of: Data("mood".utf8)) == nil)
    try office.check { context in
      let sample = try context.only("Sample")
      for name in sample.entity.attributesByName.keys {
        #expect(sample.value(forKey: name) == nil)
      }
    }
  }
}
