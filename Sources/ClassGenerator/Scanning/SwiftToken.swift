// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A word or mark of a Swift source that matters to declarations.
struct SwiftToken: Equatable {
  enum Kind: Equatable {
    /// A name or keyword.
    case word
    /// A name in backticks, which is never a keyword.
    case quotedWord
    /// A string, number or regular expression, whatever it holds.
    case literal
    /// One character: a bracket, an operator's, a separator.
    case mark
    /// `#if`, `#elseif`, `#else`, `#endif`; the text is what follows on the line.
    case condition(Directive)
  }

  enum Directive: String { case `if`, `elseif`, `else`, `endif` }

  var kind: Kind
  /// Without backticks.
  var text: String
  var line: Int
  /// Whether nothing separates it from the token before.
  var isJoined: Bool

  /// Whether it is this mark, or this word outside backticks.
  func `is`(_ text: String) -> Bool {
    (kind == .mark || kind == .word) && self.text == text
  }

  var isName: Bool { kind == .word || kind == .quotedWord }
}
