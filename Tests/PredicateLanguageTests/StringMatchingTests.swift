// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

@Suite struct StringMatchingTests {
  // R-PRED-179
  @Test(arguments: [
    ("heo", "hel*o", false), ("helllo", "hel*o", true), ("helo", "hel?o", false),
    ("hello", "hel?o", true), ("", "", true), ("", "*", true), ("", "?", false),
    ("a", "", false), ("abc", "*", true), ("abc", "a*", true), ("abc", "*c", true),
    ("abc", "*b*", true), ("abc", "*d*", false), ("abc", "???", true), ("abc", "??", false),
    ("a*c", "a\\*c", true), ("abc", "a\\*c", false), ("a?c", "a\\?c", true),
    ("a\\c", "a\\\\c", true),
    ("é", "?", true), ("日本語", "?本?", true), ("日本語", "*語", true), ("日本語", "*?", true),
    ("aaaaab", "*a*a*b", true), ("mississippi", "m*iss*ippi", true),
    ("mississippi", "m*iss*x", false),
    ("a.c", "a.c", true), ("abc", "a.c", false), ("a\nc", "a*c", true),
  ])
  func likeMatchesTheWholeString(text: String, pattern: String, expected: Bool) {
    #expect(StringMatching.isLike(text, pattern) == expected)
  }

  // R-PRED-179
  @Test func likeFoldsWithOptions() {
    #expect(StringMatching.isLike("HÉLLO", "h?l*", options: [.caseInsensitive]))
    #expect(
      StringMatching.isLike("HÉLLO", "hel*", options: [.caseInsensitive, .diacriticInsensitive]))
    #expect(!StringMatching.isLike("HÉLLO", "hel*", options: [.caseInsensitive]))
    #expect(StringMatching.isLike("e\u{301}", "\u{e9}", options: [.caseInsensitive]))
  }

  // R-PRED-179
  @Test func equalityTreatsWildcardsAsText() throws {
    #expect(try !holds("'abc' == 'a*'"))
    #expect(try holds("'a*' == 'a*'"))
  }

  // R-PRED-180
  @Test func aRegularExpressionKeepsItsClassesUnderCaseFolding() throws {
    #expect(try StringMatching.matches("A B", "\\S\\s\\S", options: [.caseInsensitive]))
    #expect(try !StringMatching.matches("ab", "a"))
    #expect(throws: EvaluationError.invalidPattern("[")) { try StringMatching.matches("a", "[") }
  }

  // R-PRED-174
  @Test func literalOrderIsTheOrderOfUnicodeScalars() {
    // In UTF-16 the emoji, made of surrogates, would come first.
    #expect(StringMatching.order("\u{FF5E}", "\u{1F600}") == .orderedAscending)
    #expect(StringMatching.order("a", "ab") == .orderedAscending)
    #expect(StringMatching.order("", "") == .orderedSame)
    #expect(StringMatching.order("b", "a") == .orderedDescending)
  }

  // R-PRED-174
  @Test func canonicallyEquivalentStringsDifferWithoutOptions() {
    #expect(!StringMatching.areEqual("e\u{301}", "\u{e9}"))
    #expect(StringMatching.areEqual("e\u{301}", "\u{e9}", options: .caseInsensitive))
    #expect(!StringMatching.contains("e\u{301}", "e", options: .caseInsensitive))
    #expect(StringMatching.contains("e\u{301}", "e"))
  }

  @Test func canonicalDropsCaseAndDiacritics() {
    #expect(StringFolding.canonical("École") == "ecole")
    #expect(StringFolding.canonical("PLAIN 1") == "plain 1")
    #expect(StringFolding.canonical("straße") == "strasse")
  }

  @Test(arguments: [
    ("hello", "lo", true), ("hello", "hello", true), ("hello", "hellos", false),
    ("aab", "ab", true),
    ("", "a", false), ("a", "", false), ("ababac", "abac", true),
  ])
  func byteSearchFindsWhatTheStringHolds(text: String, needle: String, expected: Bool) {
    #expect(StringMatching.contains(text, needle) == expected)
  }
}
