// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct StringTests {
  static let options: [StringOptions] = [
    [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    .normalized, [.normalized, .caseInsensitive], .localeSensitive,
    [.caseInsensitive, .diacriticInsensitive, .localeSensitive],
  ]

  @Test(arguments: StoreUnderTest.answering, StringOperator.allCases)
  func stringOperatorsHonourTheirOptions(_ store: StoreUnderTest, _ operator: StringOperator) throws
  {  // R-PRED-174, 177…180
    let law = try QueryLaw(store, .allTypes)
    let patterns: [String] =
      switch `operator` {
      case .like: ["*", "a*", "?", "??", "*b*", "A?C", "", "\\*", "*1?", "é*", "50%", "a_b", "[a]"]
      case .matches: [".*", "a.*", "[ab]+", "a\\d+", "ABC", "é.*"]
      default: ["", "a", "b", "A", "bc", "é", "e\u{301}", "%", "_", "https", "BC", "\u{0}", "🦊"]
      }
    for pattern in patterns {
      for options in Self.options {
        let match = Filter.match(
          `operator`, law.column("Sample", "string"), pattern: .value(.string(pattern)), options)
        try law.check("Sample", match)
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering, ComparisonOperator.allCases)
  func stringComparisonsHonourTheirOptions(
    _ store: StoreUnderTest, _ operator: ComparisonOperator
  ) throws {  // R-PRED-174
    let law = try QueryLaw(store, .allTypes)
    let column = law.column("Sample", "string")
    for text in ["", "A", "é", "e\u{301}te", "ÉTE", "abc"] {
      for options in Self.options {
        try law.check(
          "Sample", .compare(column, `operator`, .value(.string(text)), options))
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering)
  func stringMembershipHonoursItsOptions(_ store: StoreUnderTest) throws {  // R-PRED-176
    let law = try QueryLaw(store, .allTypes)
    let texts = ["A", "ABC", "ETE", "é"].map { AttributeValue.string($0) }
    for options in Self.options {
      try law.check("Sample", .isIn(law.column("Sample", "string"), texts, options))
    }
  }

  @Test(arguments: StoreUnderTest.answering, StringOperator.allCases)
  func aNullOperandMatchesNothing(_ store: StoreUnderTest, _ operator: StringOperator) throws {
    // R-PRED-178
    let law = try QueryLaw(store, .allTypes)
    let column = law.column("Sample", "string")
    for match in [
      Filter.match(`operator`, column, pattern: .value(.null), []),
      .match(`operator`, .value(.null), pattern: column, []),
      .match(`operator`, law.column("Sample", "holder.title"), pattern: .value(.string("t")), []),
    ] {
      try law.check("Sample", match)
      try law.check("Sample", .not(match))
    }
  }

  @Test(arguments: StoreUnderTest.answering, [StringOperator.contains, .beginsWith, .endsWith])
  func aPatternMayBeAColumn(_ store: StoreUnderTest, _ operator: StringOperator) throws {
    let law = try QueryLaw(store, .allTypes)
    let (string, uri) = (law.column("Sample", "string"), law.column("Sample", "uri"))
    for options in [StringOptions(), .caseInsensitive] {
      try law.check("Sample", .match(`operator`, string, pattern: string, options))
      try law.check("Sample", .match(`operator`, uri, pattern: string, options))
    }
  }

  @Test(
    arguments: StoreUnderTest.answering,
    [
      "hel*o": ["hello", "helo", "hel\u{0}o", "hel*o"], "hel?o": ["hello", "hel\u{0}o", "hel*o"],
      "hel\\*o": ["hel*o"], "*llo": ["hello", "xhello"],
    ])
  func likeMatchesTheWholeString(
    _ store: StoreUnderTest, _ example: (key: String, value: [String])
  ) throws {  // R-PRED-179
    let session = try StoreSession(store, SchemaFixture.company)
    let names = ["hello", "helo", "heo", "xhello", "hellox", "", "HELLO", "hel\u{0}o", "hel*o"]
    try session.insert("Tag", names.map { ["name": .string($0)] })
    let name = Operand.column(session.schema.path("Tag", "name"))
    let query = session.query(
      "Tag", .match(.like, name, pattern: .value(.string(example.key)), []))
    let slot = session.schema.slot("Tag", "name")
    #expect(try session.fetch(query).compactMap { $0.row.string(slot) } == example.value)
  }

  @Test(arguments: StoreUnderTest.answering)
  func equalityWithoutOptionsIsByCodePoint(_ store: StoreUnderTest) throws {  // R-PRED-174
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.insert(
      "Tag", ["\u{E9}", "e\u{301}", "E", "e"].map { ["name": .string($0)] })
    let name = Operand.column(session.schema.path("Tag", "name"))
    for (text, key) in zip(["\u{E9}", "e\u{301}", "E", "e"], keys) {
      let query = session.query("Tag", .compare(name, .equal, .value(.string(text)), []))
      #expect(try session.keys(query) == [key])
    }
  }
}
