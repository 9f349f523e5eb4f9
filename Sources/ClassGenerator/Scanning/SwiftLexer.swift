// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Cuts a Swift source into tokens; comments vanish, literals lose their content.
///
/// It knows as much as is needed to find declarations, never fails, and is linear in the source.
package struct SwiftLexer {
  private let bytes: [UInt8]
  private let keepsInterpolations: Bool
  private var position = 0
  private var line = 1
  private var tokens: [SwiftToken] = []
  private var lastEnd = -1
  /// Where the literal begins, or the part of it after an interpolation.
  private var literalStart = 0
  private var literalLine = 1

  private init(_ source: String, keepsInterpolations: Bool) {
    bytes = Array(source.utf8)
    self.keepsInterpolations = keepsInterpolations
  }

  /// Returns the tokens of a source.
  ///
  /// - Parameter interpolations: whether code within strings counts. A string is then several
  ///   literals, with the tokens of its interpolations, parentheses included, between them.
  package static func tokens(of source: String, interpolations: Bool = false) -> [SwiftToken] {
    var lexer = SwiftLexer(source, keepsInterpolations: interpolations)
    while lexer.position < lexer.bytes.count { lexer.next() }
    return lexer.tokens
  }

  // MARK: - Tokens

  private mutating func next() {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\n"):
      line += 1
      position += 1
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
    case UInt8(ascii: "/") where follows("//"): skipLine()
    case UInt8(ascii: "/") where follows("/*"): skipBlockComment()
    case UInt8(ascii: "/") where startsRegularExpression: literal { $0.skipRegularExpression() }
    case UInt8(ascii: "\""): literal { $0.skipString(hashes: 0) }
    case UInt8(ascii: "#"): hash()
    case UInt8(ascii: "`"): quotedWord()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): literal { $0.skipWord() }
    default: Self.isWordByte(byte) ? word() : mark()
    }
  }

  private mutating func add(_ kind: SwiftToken.Kind, _ text: String, from start: Int, line: Int) {
    tokens.append(
      SwiftToken(
        kind: kind, text: text, line: line, isJoined: start == lastEnd, range: start..<position))
    lastEnd = position
  }

  private mutating func mark() {
    let start = position
    position += 1
    add(.mark, text(start), from: start, line: line)
  }

  private mutating func word() {
    let start = position
    skipWord()
    add(.word, text(start), from: start, line: line)
  }

  private mutating func quotedWord() {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "`") { position += 1 }
    let name = String(decoding: bytes[(start + 1)..<position], as: UTF8.self)
    position = min(position + 1, bytes.count)
    add(.quotedWord, name, from: start, line: line)
  }

  private mutating func literal(_ skip: (inout SwiftLexer) -> Void) {
    let outer = (literalStart, literalLine)
    (literalStart, literalLine) = (position, line)
    skip(&self)
    add(.literal, "", from: literalStart, line: literalLine)
    (literalStart, literalLine) = outer
  }

  private func text(_ start: Int) -> String {
    String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: - Hash signs

  private mutating func hash() {
    let start = position
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    if byte(hashes) == UInt8(ascii: "\"") {
      return literal {
        $0.position += hashes
        $0.skipString(hashes: hashes)
      }
    }
    if byte(hashes) == UInt8(ascii: "/") {
      return literal { $0.skipExtendedRegularExpression(hashes) }
    }
    position += 1
    skipWord()
    guard let directive = SwiftToken.Directive(rawValue: String(text(start).dropFirst())) else {
      return add(.macro, text(start), from: start, line: line)
    }
    let condition = position
    skipLine()
    let words = String(decoding: bytes[condition..<position], as: UTF8.self)
    add(.condition(directive), Self.uncommented(words), from: start, line: line)
  }

  private static func uncommented(_ text: String) -> String {
    let end = text.firstRange(of: "//")?.lowerBound ?? text.endIndex
    return text[..<end].trimmed
  }

  // MARK: - Skipping

  private func byte(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func follows(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private mutating func skipWord() {
    while let byte = byte(0), Self.isWordByte(byte) { position += 1 }
  }

  private mutating func skipLine() {
    while let byte = byte(0), byte != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func advance() {
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if follows("/*") {
        depth += 1
        position += 2
      } else if follows("*/") {
        depth -= 1
        position += 2
      } else {
        advance()
      }
    } while depth > 0 && position < bytes.count
  }

  /// A string from its opening quote, with this many hash signs around it.
  private mutating func skipString(hashes: Int) {
    let fence = String(repeating: "#", count: hashes)
    let quote = follows("\"\"\"") ? "\"\"\"" : "\""
    position += quote.utf8.count
    while position < bytes.count {
      if follows(quote + fence) {
        position += quote.utf8.count + hashes
        return
      }
      if quote == "\"", bytes[position] == UInt8(ascii: "\n") { return }
      if follows("\\" + fence) {
        position += 1 + hashes
        if byte(0) == UInt8(ascii: "(") { skipInterpolation() } else if byte(0) != nil { advance() }
      } else {
        advance()
      }
    }
  }

  /// The code within a string, from its opening parenthesis.
  private mutating func skipInterpolation() {
    if keepsInterpolations { add(.literal, "", from: literalStart, line: literalLine) }
    let (count, end) = (tokens.count, lastEnd)
    var depth = 0
    repeat {
      if bytes[position] == UInt8(ascii: "(") { depth += 1 }
      if bytes[position] == UInt8(ascii: ")") { depth -= 1 }
      next()
    } while depth > 0 && position < bytes.count
    if keepsInterpolations {
      (literalStart, literalLine) = (position, line)
    } else {
      tokens.removeSubrange(count...)
      lastEnd = end
    }
  }

  // MARK: - Regular expressions

  /// True if a slash stands where a value may begin, and another one closes it on the line.
  private var startsRegularExpression: Bool {
    guard let next = byte(1), next != UInt8(ascii: " "), next != UInt8(ascii: "="),
      let last = tokens.last, last.kind == .mark || last.is("return"),
      !")]}>?!/".contains(last.text)
    else { return false }
    let rest = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    return rest.contains(UInt8(ascii: "/"))
  }

  private mutating func skipRegularExpression() {
    position += 1
    while let byte = byte(0), byte != UInt8(ascii: "/"), byte != UInt8(ascii: "\n") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, bytes.count)
  }

  private mutating func skipExtendedRegularExpression(_ hashes: Int) {
    let end = "/" + String(repeating: "#", count: hashes)
    position += hashes + 1
    while position < bytes.count, !follows(end) { advance() }
    position = min(position + end.utf8.count, bytes.count)
  }
}

extension StringProtocol {
  /// Without spaces and tabs at both ends.
  var trimmed: String {
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let start = firstIndex(where: { !blank($0) }), let end = lastIndex(where: { !blank($0) })
    else { return "" }
    return String(self[start...end])
  }
}
