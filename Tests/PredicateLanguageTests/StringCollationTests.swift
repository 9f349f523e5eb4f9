// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

/// A generator whose numbers depend on its seed alone.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

@Suite struct StringCollationTests {
  // R-PRED-281
  @Test func theFiveComparisonsAreKnownBySelector() {
    #expect(StringCollation(rawValue: "compare:") == .binary)
    #expect(StringCollation(rawValue: "caseInsensitiveCompare:") == .caseInsensitive)
    #expect(StringCollation(rawValue: "localizedCompare:") == .localized)
    #expect(
      StringCollation(rawValue: "localizedCaseInsensitiveCompare:") == .localizedCaseInsensitive)
    #expect(StringCollation(rawValue: "localizedStandardCompare:") == .localizedStandard)
    #expect(StringCollation(rawValue: "other:") == nil)
  }

  // R-PRED-281
  @Test func eachComparisonSortsItsWay() {
    let names = ["item10", "Item2", "item1", "Äpfel", "zebra"]
    func sorted(_ collation: StringCollation) -> [String] {
      names.sorted { collation.order($0, $1) == .orderedAscending }
    }
    #expect(sorted(.binary) == ["Item2", "item1", "item10", "zebra", "Äpfel"])
    #expect(sorted(.caseInsensitive) == ["item1", "item10", "Item2", "zebra", "Äpfel"])
    #expect(sorted(.localized) == ["Äpfel", "item1", "item10", "Item2", "zebra"])
    #expect(sorted(.localizedCaseInsensitive) == ["Äpfel", "item1", "item10", "Item2", "zebra"])
    #expect(sorted(.localizedStandard) == ["Äpfel", "item1", "Item2", "item10", "zebra"])
  }

  // The path for plain ASCII has to give what Foundation gives.
  @Test(arguments: [UInt64](1...8))
  func theFastPathAgreesWithFoundation(_ seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    let letters = Array("aAbBzZ019 -_.é")
    func word() -> String {
      String(
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in
          letters.randomElement(using: &generator) ?? "a"
        })
    }
    for _ in 0..<2_000 {
      let (left, right) = (word(), word())
      #expect(
        StringCollation.localized.order(left, right) == left.localizedCompare(right),
        "\(left) \(right)")
      #expect(
        StringCollation.localizedCaseInsensitive.order(left, right)
          == left.localizedCaseInsensitiveCompare(right), "\(left) \(right)")
      #expect(
        StringCollation.localizedStandard.order(left, right)
          == left.localizedStandardCompare(right), "\(left) \(right)")
    }
  }

  @Test(arguments: StringCollation.allCases)
  func bytesAndStringsHaveTheSameOrder(_ collation: StringCollation) {
    let words = ["", "a", "A", "b", "é", "E", "a10", "a9", "日本", "a b", "-x"]
    for left in words {
      for right in words {
        let bytes = Array(left.utf8).withUnsafeBufferPointer { left in
          Array(right.utf8).withUnsafeBufferPointer { right in collation.order(left, right) }
        }
        #expect(bytes == collation.order(left, right), "\(left) \(right)")
      }
    }
  }
}
