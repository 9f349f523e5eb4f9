// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

private struct Person: KeyPathNaming {
  var name: String?
  var age = 0

  static func propertyName(of keyPath: AnyKeyPath) -> String? {
    keyPath == \Person.name ? "name" : nil
  }
}

@Suite struct NSSortDescriptorTests {
  private func sorted(_ rows: [[String: Any]], _ descriptor: NSSortDescriptor) -> [Int] {
    (rows as NSArray).sortedArray(using: [descriptor]).compactMap {
      ($0 as? [String: Any])?["i"] as? Int
    }
  }

  // R-PRED-280, R-PRED-281
  @Test func theInitialisersKeepTheirParts() {
    let plain = NSSortDescriptor(key: "a.b", ascending: false)
    #expect(plain.key == "a.b")
    #expect(!plain.ascending)
    #expect(plain.selector == "compare:")
    let named = NSSortDescriptor(
      key: "a", ascending: true, selector: Selector("localizedStandardCompare:"))
    #expect(named.selector == NSSelectorFromString("localizedStandardCompare:"))
    #expect(NSSortDescriptor(key: "a", ascending: true, selector: nil).selector == "compare:")
    let closure = NSSortDescriptor(key: "a", ascending: true) { _, _ in .orderedSame }
    #expect(closure.selector == nil)
    #expect(closure.hasComparator)
  }

  // R-PRED-282
  @Test func nilComesFirstWhenAscending() {
    let rows: [[String: Any]] = [["i": 0, "k": 2], ["i": 1], ["i": 2, "k": 1]]
    #expect(sorted(rows, NSSortDescriptor(key: "k", ascending: true)) == [1, 2, 0])
    #expect(sorted(rows, NSSortDescriptor(key: "k", ascending: false)) == [0, 2, 1])
  }

  // R-PRED-282
  @Test func aKeyMayBeAPath() {
    let rows: [[String: Any]] = [["i": 0, "o": ["n": "b"]], ["i": 1, "o": ["n": "a"]], ["i": 2]]
    #expect(sorted(rows, NSSortDescriptor(key: "o.n", ascending: true)) == [2, 1, 0])
  }

  // R-PRED-281
  @Test func theSelectorDecidesHowStringsCompare() {
    let rows: [[String: Any]] = [
      ["i": 0, "n": "item10"], ["i": 1, "n": "Item2"], ["i": 2, "n": "item1"],
    ]
    func order(_ selector: Selector?) -> [Int] {
      sorted(rows, NSSortDescriptor(key: "n", ascending: true, selector: selector))
    }
    #expect(order(nil) == [1, 2, 0])
    #expect(order("caseInsensitiveCompare:") == [2, 0, 1])
    #expect(order("localizedStandardCompare:") == [2, 1, 0])
  }

  // R-PRED-281
  @Test func anotherSelectorIsAnError() {
    let descriptor = NSSortDescriptor(key: "n", ascending: true, selector: "other:")
    #expect(throws: EvaluationError.unsupportedSelector("other:")) {
      try descriptor.order(["n": "a"], ["n": "b"])
    }
  }

  // R-PRED-281
  @Test func anotherSelectorTrapsWhenSorting() async {
    await #expect(processExitsWith: .failure) {
      let descriptor = NSSortDescriptor(key: "n", ascending: true, selector: "other:")
      _ = descriptor.compare(["n": "a"], to: ["n": "b"])
    }
  }

  // R-PRED-283
  @Test func aClosureCompares() {
    let rows: [[String: Any]] = [["i": 0, "k": "aaa"], ["i": 1, "k": "b"]]
    let descriptor = NSSortDescriptor(key: "k", ascending: true) { left, right in
      guard let left = left as? String, let right = right as? String else { return .orderedSame }
      return left.count < right.count ? .orderedAscending : .orderedDescending
    }
    #expect(sorted(rows, descriptor) == [1, 0])
  }

  // R-PRED-284
  @Test(arguments: [nil, "self"])
  func theObjectItselfIsSorted(_ key: String?) {
    let descriptor = NSSortDescriptor(key: key, ascending: true)
    #expect(([3, 1, 2] as NSArray).sortedArray(using: [descriptor]) as? [Int] == [1, 2, 3])
  }

  // R-PRED-286
  @Test func aSwiftKeyPathIsNamedByItsClass() {
    let named = NSSortDescriptor(keyPath: \Person.name, ascending: true)
    #expect(named.key == "name")
    #expect(NSSortDescriptor(keyPath: \Person.age, ascending: true).key == nil)
    #expect(named.compare(["name": "a"], to: ["name": "b"]) == .orderedAscending)
  }

  // R-PRED-285
  @Test func aSwiftSortDescriptorKeepsItsComparator() {
    func selector(_ comparator: String.StandardComparator) -> Selector? {
      NSSortDescriptor(SortDescriptor(\Person.name, comparator: comparator)).selector
    }
    #expect(selector(.lexical) == "compare:")
    #expect(selector(.localized) == "localizedCompare:")
    #expect(selector(.localizedStandard) == "localizedStandardCompare:")
    let reverse = NSSortDescriptor(SortDescriptor(\Person.age, order: .reverse))
    #expect(!reverse.ascending)
    #expect(reverse.selector == "compare:")
    #expect(reverse.compare(Person(age: 1), to: Person(age: 2)) == .orderedDescending)
    #expect(NSSortDescriptor(SortDescriptor(\Person.name)).key == "name")
  }

  // R-PRED-285
  @Test func stringsOfObjectsSortByStandardUnlessTold() {
    #expect(NSSortDescriptor(SortDescriptor(\Gadget.b)).selector == "localizedStandardCompare:")
    #expect(NSSortDescriptor(SortDescriptor(\Gadget.j)).selector == "localizedStandardCompare:")
    #expect(NSSortDescriptor(SortDescriptor(\Gadget.a)).selector == "compare:")
  }

  // What a comparator consists of is only known to its encoding.
  @Test func theLocalisedComparatorsAreWhatTheySay() throws {
    func encoded(_ comparator: String.StandardComparator) throws -> NSDictionary? {
      let data = try JSONEncoder().encode(comparator)
      return try JSONSerialization.jsonObject(with: data) as? NSDictionary
    }
    for comparator in [String.StandardComparator.localized, .localizedStandard] {
      #expect(try encoded(comparator)?["isLocalized"] as? Bool == true)
      #expect(comparator.order == .forward)
      #expect(comparator != .lexical)
    }
    #expect(try encoded(.localized)?["options"] as? Int == 0)
    #expect(String.StandardComparator.localizedStandard.compare("a2", "A10") == .orderedAscending)
  }

  // R-PRED-287
  @Test func equalKeysKeepTheirOrder() {
    let rows: [[String: Any]] = (0..<50).map { ["i": $0, "k": $0 % 2] }
    let expected = (0..<50).filter { $0 % 2 == 0 } + (0..<50).filter { $0 % 2 == 1 }
    #expect(sorted(rows, NSSortDescriptor(key: "k", ascending: true)) == expected)
  }

  @Test func reversingAndCopyingKeepTheKey() throws {
    let descriptor = NSSortDescriptor(key: "a", ascending: true, selector: "localizedCompare:")
    let reversed = try #require(descriptor.reversedSortDescriptor as? NSSortDescriptor)
    #expect(reversed.key == "a")
    #expect(!reversed.ascending)
    #expect(reversed.selector == "localizedCompare:")
    #expect(reversed != descriptor)
    #expect(reversed.reversedSortDescriptor as? NSSortDescriptor == descriptor)
    #expect((descriptor.copy() as? NSSortDescriptor)?.key == "a")
  }
}
