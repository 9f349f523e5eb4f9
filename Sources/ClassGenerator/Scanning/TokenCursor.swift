// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A position in a list of tokens, and what can be read there.
struct TokenCursor {
  let tokens: [SwiftToken]
  private(set) var index = 0

  init(_ tokens: [SwiftToken]) { self.tokens = tokens }

  var current: SwiftToken? { index < tokens.count ? tokens[index] : nil }
  var line: Int { current?.line ?? tokens.last?.line ?? 1 }

  func peek(_ offset: Int = 1) -> SwiftToken? {
    index + offset < tokens.count && index + offset >= 0 ? tokens[index + offset] : nil
  }

  func at(_ text: String) -> Bool { current?.is(text) ?? false }

  mutating func advance() { index += 1 }

  /// Passes a token of this text, if it is the next.
  mutating func take(_ text: String) -> Bool {
    guard at(text) else { return false }
    index += 1
    return true
  }

  mutating func takeName() -> String? {
    guard let token = current, token.isName else { return nil }
    index += 1
    return token.text
  }

  /// Returns the text of the tokens since an index, with a space where the source has one.
  func text(since start: Int) -> String {
    tokens[start..<min(index, tokens.count)].reduce("") { text, token in
      let word = token.kind == .quotedWord ? "`\(token.text)`" : token.text
      return text + (text.isEmpty || token.isJoined ? "" : " ") + word
    }
  }

  /// Passes what an opening bracket, the next token, encloses. Returns the first token of this
  /// text within.
  @discardableResult
  mutating func skipBracketed(finding text: String? = nil) -> SwiftToken? {
    var depth = 0
    var found: SwiftToken?
    repeat {
      guard let token = current else { return found }
      if token.kind == .mark {
        if "([{".contains(token.text) { depth += 1 }
        if ")]}".contains(token.text) { depth -= 1 }
      }
      if let text, found == nil, token.is(text) { found = token }
      index += 1
    } while depth > 0
    return found
  }

  /// Passes generic parameters or arguments, if they are next.
  mutating func skipAngles() -> Bool {
    guard at("<") else { return false }
    var depth = 0
    repeat {
      guard let token = current else { return true }
      if token.is("<") { depth += 1 }
      if token.is(">"), !(token.isJoined && peek(-1)?.is("-") == true) { depth -= 1 }
      index += 1
    } while depth > 0
    return true
  }
}
