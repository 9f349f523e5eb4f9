// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A word or mark of a Swift source that matters to declarations.
package struct SwiftToken: Equatable {
  package enum Kind: Equatable {
    /// A name or keyword.
    case word
    /// A name in backticks, which is never a keyword.
    case quotedWord
    /// A string, number or regular expression, whatever it holds.
    case literal
    /// One character: a bracket, an operator's, a separator.
    case mark
    /// `#keyPath`, `#selector` and other words after a hash sign.
    case macro
    /// `#if`, `#elseif`, `#else`, `#endif`; the text is what follows on the line.
    case condition(Directive)
  }

  package enum Directive: String { case `if`, `elseif`, `else`, `endif` }

  package var kind: Kind
  /// Without backticks; a macro's with its hash sign.
  package var text: String
  package var line: Int
  /// True if nothing separates it from the token before.
  package var isJoined: Bool
  /// Its bytes in the source.
  package var range: Range<Int>

  /// Returns true if it is this mark, or this word outside backticks.
  package func `is`(_ text: String) -> Bool {
    (kind == .mark || kind == .word) && self.text == text
  }

  /// True if it is a name or a keyword.
  package var isName: Bool { kind == .word || kind == .quotedWord }
}
