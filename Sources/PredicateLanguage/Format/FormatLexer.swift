// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Cuts a format string into tokens.
struct FormatLexer {
  private let format: String
  private let scalars: [Unicode.Scalar]
  private var offset = 0
  private var placeholders = 0

  private init(_ format: String) {
    self.format = format
    scalars = Array(format.unicodeScalars)
  }

  /// The tokens, the last being `.end`.
  static func tokens(of format: String) throws(PredicateFormatError) -> [FormatToken] {
    var lexer = FormatLexer(format)
    var tokens: [FormatToken] = []
    while true {
      lexer.skipSpace()
      let position = lexer.offset
      let kind = try lexer.next()
      tokens.append(FormatToken(kind: kind, position: position))
      if kind == .end { return tokens }
    }
  }

  private mutating func next() throws(PredicateFormatError) -> FormatToken.Kind {
    guard let scalar = peek() else { return .end }
    switch scalar {
    case "\"", "'": return .string(try string(closing: scalar))
    case "0"..."9": return try number()
    case "%": return .placeholder(try placeholder())
    case "$": return .variable(try prefixedWord("a variable name after $"))
    case "#": return .quotedWord(try prefixedWord("a key after #"))
    case "@": return .operatorWord("@" + (try prefixedWord("a collection operator after @")))
    default: return Self.startsWord(scalar) ? .word(word()) : .symbol(try symbol())
    }
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    offset + distance < scalars.count ? scalars[offset + distance] : nil
  }

  private mutating func skipSpace() {
    while let scalar = peek(), scalar.properties.isWhitespace { offset += 1 }
  }

  private func failure(_ expectation: String, at position: Int? = nil) -> PredicateFormatError {
    PredicateFormatError(
      reason: .syntax, format: format, position: position ?? offset, expectation: expectation)
  }

  // MARK: - Words and symbols

  private static func startsWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic
  }

  private static func continuesWord(_ scalar: Unicode.Scalar) -> Bool {
    startsWord(scalar) || scalar.properties.isIDContinue
  }

  private mutating func word() -> String {
    var text = String.UnicodeScalarView()
    while let scalar = peek(), Self.continuesWord(scalar) {
      text.append(scalar)
      offset += 1
    }
    return typeIdentifierOperator(String(text))
  }

  // `UTI-EQUALS` and `UTI-CONFORMS-TO` are the only words with dashes in them.
  private mutating func typeIdentifierOperator(_ word: String) -> String {
    guard word.uppercased() == "UTI" else { return word }
    for suffix in ["-CONFORMS-TO", "-EQUALS"] {
      let end = offset + suffix.unicodeScalars.count
      guard end <= scalars.count else { continue }
      let following = String(String.UnicodeScalarView(scalars[offset..<end]))
      guard following.uppercased() == suffix else { continue }
      offset = end
      return word + following
    }
    return word
  }

  private mutating func prefixedWord(
    _ expectation: String
  ) throws(PredicateFormatError) -> String {
    offset += 1
    guard let scalar = peek(), Self.startsWord(scalar) else { throw failure(expectation) }
    return word()
  }

  private static let pairs: Set<String> = [
    "&&", "||", "==", "!=", "<>", "<=", "=<", ">=", "=>", "<<", ">>", "**", ":=",
  ]
  private static let singles = "=<>!(){}[],.:+-*/&|^~".unicodeScalars

  private mutating func symbol() throws(PredicateFormatError) -> String {
    let first = scalars[offset]
    if let second = peek(1) {
      let pair = String(first) + String(second)
      if Self.pairs.contains(pair) {
        offset += 2
        return pair
      }
    }
    guard Self.singles.contains(first) else {
      throw failure("an expression or an operator, not \"\(first)\"")
    }
    offset += 1
    return String(first)
  }

  // MARK: - Placeholders

  private mutating func placeholder() throws(PredicateFormatError) -> FormatPlaceholder {
    let start = offset
    offset += 1
    while let scalar = peek(), "-+ #0123456789.".unicodeScalars.contains(scalar) { offset += 1 }
    while let scalar = peek(), "hlqLzjt".unicodeScalars.contains(scalar) { offset += 1 }
    guard let scalar = peek(), let conversion = FormatPlaceholder.Conversion(scalar) else {
      throw failure("a conversion such as %@, %K or %d", at: start)
    }
    offset += 1
    if "diuxXo".unicodeScalars.contains(scalar) { skipLettersOfIntegers() }
    defer { placeholders += 1 }
    return FormatPlaceholder(conversion: conversion, ordinal: placeholders)
  }

  /// Programs write `%lud` and `%ul`: no word follows a conversion at once, and Apple's reader takes these for one.
  private mutating func skipLettersOfIntegers() {
    var end = offset
    while end < scalars.count, "hlqdiu".unicodeScalars.contains(scalars[end]) { end += 1 }
    guard end == scalars.count || !scalars[end].properties.isIDContinue else { return }
    offset = end
  }

  // MARK: - Literals

  private mutating func string(
    closing quote: Unicode.Scalar
  ) throws(PredicateFormatError) -> String {
    let start = offset
    offset += 1
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      offset += 1
      switch scalar {
      case quote: return String(text)
      case "\\": text.append(try escape())
      case "%" where peek() == "%":
        offset += 1
        text.append("%")
      default: text.append(scalar)
      }
    }
    throw failure("a closing quotation mark", at: start)
  }

  private mutating func escape() throws(PredicateFormatError) -> Unicode.Scalar {
    guard let scalar = peek() else { throw failure("a character after the backslash") }
    switch scalar {
    case "n": return consuming("\n")
    case "t": return consuming("\t")
    case "r": return consuming("\r")
    case "u":
      offset += 1
      return try code(digits: 4...4, radix: 16)
    case "x":
      offset += 1
      return try code(digits: 1...2, radix: 16)
    case "0"..."7": return try code(digits: 1...3, radix: 8)
    default: return consuming(scalar)
    }
  }

  private mutating func consuming(_ result: Unicode.Scalar) -> Unicode.Scalar {
    offset += 1
    return result
  }

  private mutating func code(
    digits: ClosedRange<Int>, radix: Int
  ) throws(PredicateFormatError) -> Unicode.Scalar {
    var text = ""
    while text.count < digits.upperBound, let scalar = peek(),
      Int(String(scalar), radix: radix) != nil
    {
      text.unicodeScalars.append(scalar)
      offset += 1
    }
    guard digits.contains(text.count), let value = UInt32(text, radix: radix),
      let scalar = Unicode.Scalar(value)
    else {
      throw failure("a character code")
    }
    return scalar
  }

  private mutating func number() throws(PredicateFormatError) -> FormatToken.Kind {
    if peek() == "0", let marker = peek(1), let radix = Self.radixes[marker] {
      offset += 2
      return try integer(radix: radix)
    }
    var text = digits()
    var isReal = false
    if peek() == ".", let next = peek(1), ("0"..."9").contains(next) {
      offset += 1
      text += "." + digits()
      isReal = true
    }
    if let exponent = exponent() {
      text += exponent
      isReal = true
    }
    if !isReal, let value = Int(text) { return .integer(value) }
    return .real(Double(text) ?? .infinity)
  }

  private static let radixes: [Unicode.Scalar: Int] = [
    "x": 16, "X": 16, "o": 8, "O": 8, "b": 2, "B": 2,
  ]

  private mutating func integer(radix: Int) throws(PredicateFormatError) -> FormatToken.Kind {
    var text = ""
    while let scalar = peek(), Int(String(scalar), radix: radix) != nil {
      text.unicodeScalars.append(scalar)
      offset += 1
    }
    guard let value = UInt64(text, radix: radix) else { throw failure("digits of base \(radix)") }
    return .integer(Int(bitPattern: UInt(value)))
  }

  private mutating func digits() -> String {
    var text = ""
    while let scalar = peek(), ("0"..."9").contains(scalar) {
      text.unicodeScalars.append(scalar)
      offset += 1
    }
    return text
  }

  private mutating func exponent() -> String? {
    guard peek() == "e" || peek() == "E" else { return nil }
    let hasSign = peek(1) == "+" || peek(1) == "-"
    guard let digit = peek(hasSign ? 2 : 1), ("0"..."9").contains(digit) else { return nil }
    let sign = hasSign ? String(scalars[offset + 1]) : ""
    offset += hasSign ? 2 : 1
    return "e" + sign + digits()
  }
}
