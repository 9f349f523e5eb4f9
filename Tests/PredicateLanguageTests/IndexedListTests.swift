// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Synchronization
import Testing

/// Lists that many values are looked for in.
@Suite struct IndexedListTests {
  /// Members and values of every class, among them some that are equal across classes.
  private static var values: [Any?] {
    [
      nil, NSNull(), 1, 2, -1, Int.max, 1.0, 1.5, Double.nan, -0.0, 0, true, NSNumber(value: 2),
      Decimal(string: "1.5"), Decimal(1), Int16(2), Float(1.5), "", "a", "A", "é", "e\u{301}",
      NSString("a"), Substring("a"), Character("A"), Date(timeIntervalSinceReferenceDate: 0),
      UUID(uuidString: "00000000-0000-0000-0000-000000000001"), Data([1]), Data(),
      URL(string: "x-test:one"), [1, 2], Set([1]), ["a": 1], Token(name: "one"), Token(name: "two"),
    ]
  }

  private static var lists: [Any] {
    [
      values.map { $0 ?? NSNull() }, ["a", "é", "b"], [1, 2, 3], [1.5, 0.0],
      Set(["A", "e\u{301}"]),
      Set<AnyHashable>([1, "a"]), NSArray(array: ["a", 1]), NSSet(array: [2, "A"]),
      NSOrderedSet(array: [1.0, "é"]), [Token(name: "one")],
      [URL(string: "x-test:two") as Any],
      [String](), [1, nil, 2] as [Int?], ["a": "A"],
    ]
  }

  @Test(
    "An indexed list has the members that comparing with each finds",
    arguments: [[], .caseInsensitive, [.caseInsensitive, .diacriticInsensitive], .normalized]
      as [ComparisonOptions])
  func indexedListsAnswerTheSame(_ options: ComparisonOptions) throws {
    for list in Self.lists {
      for value in Self.values {
        for node in Self.nodes(value, list, options) {
          let expected = try PredicateEvaluator.evaluate(node, with: nil)
          let answer = try PredicateEvaluator.evaluate(node.withIndexedLists, with: nil)
          #expect(answer == expected, "\(value ?? "nil") in \(list) \(options.text)")
        }
      }
    }
  }

  /// Both ways to ask, and a compound of them.
  private static func nodes(
    _ value: Any?, _ list: Any, _ options: ComparisonOptions
  ) -> [PredicateNode] {
    let isIn = PredicateNode.comparison(
      ComparisonNode(
        left: .constant(value), operation: .in, right: .constant(list), options: options))
    let contains = PredicateNode.comparison(
      ComparisonNode(
        left: .constant(list), operation: .contains, right: .constant(value), options: options))
    return [isIn, contains, .not(.and([isIn, .or([contains, .constant(false)])]))]
  }

  @Test("The members of an indexed list are looked at once, however many values are asked for")
  func membersAreLookedAtOnce() throws {
    let tokens = (0..<50).map { Token(name: "\($0)") }
    let node = PredicateNode.comparison(
      ComparisonNode(left: .evaluatedObject, operation: .in, right: .constant(tokens))
    ).withIndexedLists
    let found = try (0..<100).filter {
      try PredicateEvaluator.evaluate(node, with: Token(name: "\($0)"))
    }
    #expect(found == Array(0..<50))
    #expect(tokens.allSatisfy { $0.questions == 1 })
  }

  @Test("ANY asks an indexed list for each of its elements")
  func anyAsksForEachElement() throws {
    let node = { (list: [String]) in
      PredicateNode.comparison(
        ComparisonNode(
          left: .constant(["a", "b"]), operation: .in, right: .constant(list), modifier: .any)
      ).withIndexedLists
    }
    #expect(try PredicateEvaluator.evaluate(node(["b", "c"]), with: nil))
    #expect(try !PredicateEvaluator.evaluate(node(["c", "d"]), with: nil))
  }
}

/// Equal to others of its name; counts how often it was asked who it is.
private final class Token: PredicateIdentity, Sendable {
  private let name: String
  private let asked = Atomic<Int>(0)

  init(name: String) { self.name = name }

  var questions: Int { asked.load(ordering: .relaxed) }

  var identityToken: AnyHashable {
    asked.add(1, ordering: .relaxed)
    return name
  }

  var identityURL: URL? { URL(string: "x-test:\(name)") }
}
