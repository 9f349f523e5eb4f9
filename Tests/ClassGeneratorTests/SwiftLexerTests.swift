// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import Testing

/// How a source is cut into tokens.
struct SwiftLexerTests {
  /// The tokens in one line: literals as `…`, names in backticks with them.
  private func cut(_ source: String, interpolations: Bool = false) -> String {
    SwiftLexer.tokens(of: source, interpolations: interpolations).map { token in
      switch token.kind {
      case .literal: "…"
      case .quotedWord: "`\(token.text)`"
      case .condition(let directive): "#\(directive.rawValue)[\(token.text)]"
      case .word, .mark, .macro: token.text
      }
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("var größe: Int? = 0x1F", "var größe : Int ? = …"),
    ("$0.name_1", "$0 . name_1"),
    ("@objc(Name) class `class` {}", "@ objc ( Name ) class `class` { }"),
    ("#keyPath(a.b)", "#keyPath ( a . b )"),
    ("1_000.5", "… . …"),
    ("", ""),
  ])
  func wordsAndMarks(_ source: String, _ tokens: String) {
    #expect(cut(source) == tokens)
  }

  @Test(arguments: [
    ("a // b\nc", "a c"), ("a /* b /* c */ d */ e", "a e"), ("a /* b\n", "a"),
    ("a /* \"b */ c \"/*\" d", "a c … d"), ("a // \"b\nc", "a c"),
  ])
  func commentsVanish(_ source: String, _ tokens: String) {
    #expect(cut(source) == tokens)
  }

  @Test(arguments: [
    (#"let a = "b\"c" d"#, "let a = … d"),
    (##"let a = #"b"c\"# d"##, "let a = … d"),
    (##"let a = #"b\#"c"# d"##, "let a = … d"),
    ("let a = \"\"\"\n b \"c\" \"\"\n \"\"\" d", "let a = … d"),
    ("let a = \"b // c\" /* d */ e", "let a = … e"),
    ("let a = \"b\nlet c", "let a = … let c"),
  ])
  func stringsAreLiterals(_ source: String, _ tokens: String) {
    #expect(cut(source) == tokens)
  }

  @Test func interpolationsAreTokensOnRequest() {
    let source = #"a "b\(c(d) + "e\(f)g")h" i"#
    #expect(cut(source) == "a … i")
    #expect(cut(source, interpolations: true) == "a … ( c ( d ) + … ( f ) … ) … i")
    let raw = ##"a #"b\(c)\#(d)"# e"##
    #expect(cut(raw, interpolations: true) == "a … ( d ) … e")
  }

  @Test(arguments: [
    ("let a = /b\"\\/c/ d", "let a = … d"), ("return /b/", "return …"),
    ("let a = b / c / d", "let a = b / c / d"), ("f(/b/)", "f ( … )"),
    ("let a = #/b\n\"c/# d", "let a = … d"), ("let a = ##/b/#c/## d", "let a = … d"),
    ("(a) / b / c", "( a ) / b / c"), ("let a = / b", "let a = / b"),
  ])
  func slashesBeginARegularExpressionWhereAValueMay(_ source: String, _ tokens: String) {
    #expect(cut(source) == tokens)
  }

  @Test func conditionsHaveWhatFollowsOnTheLine() {
    let source = "#if os(Linux) && DEBUG // here\na\n#elseif b\n#else\nc\n#endif\n#available"
    #expect(cut(source) == "#if[os(Linux) && DEBUG] a #elseif[b] #else[] c #endif[] #available")
  }

  @Test func tokensKnowTheirLineAndBytes() throws {
    let tokens = SwiftLexer.tokens(of: "/*\n\n*/ a.b\n\"\"\"\n\n\"\"\" ü")
    #expect(tokens.map(\.line) == [3, 3, 3, 4, 6])
    #expect(tokens.map(\.isJoined) == [false, true, true, false, false])
    #expect(tokens.map(\.range) == [7..<8, 8..<9, 9..<10, 11..<19, 20..<22])
  }

  @Test(arguments: [
    "`a", "\"", "\"\\", "\"\\(", "#\"a\"", "/*", "#", "\"\"\"", "#/", "= /a\\", "a\\",
  ])
  func whatDoesNotEndIsTakenToTheEnd(_ source: String) {
    let tokens = SwiftLexer.tokens(of: source)
    #expect(tokens.allSatisfy { $0.range.upperBound <= source.utf8.count })
  }

  /// Each part of a source of every kind of token, however it is cut off.
  @Test func noPrefixStopsTheLexer() {
    let source = ##"a `b` "c\(d /* e */)" #"f\#(g)"# #/h/# = /i\/j/ #if k // l"##
    for count in 0...source.count {
      for interpolations in [false, true] {
        let part = String(source.prefix(count))
        let tokens = SwiftLexer.tokens(of: part, interpolations: interpolations)
        #expect(tokens.allSatisfy { $0.range.upperBound <= part.utf8.count }, "\(part)")
      }
    }
  }
}
