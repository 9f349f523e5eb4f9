// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Reads a format string by recursive descent.
///
/// An opening parenthesis may begin a predicate or an expression, so the parser tries the first
/// and goes back to the second; it reports the error that lies furthest to the right.
struct FormatParser {
  private let format: String
  private let tokens: [FormatToken]
  private let arguments: FormatArguments
  private var index = 0
  private var depth = 0
  private var furthest: PredicateFormatError?
  // Indices of opening parentheses that are known not to begin a predicate: without it, the work
  // would double with each level of nesting.
  var expressionParentheses: Set<Int> = []

  private static let deepestNesting = 200

  private init(_ format: String, arguments: [Any?]) throws(PredicateFormatError) {
    self.format = format
    self.arguments = FormatArguments(arguments)
    tokens = try FormatTokens.of(format)
    for token in tokens {
      if case .placeholder(let placeholder) = token.kind, placeholder.ordinal >= arguments.count {
        throw PredicateFormatError(
          reason: .insufficientArguments, format: format, position: token.position,
          expectation: "an argument for each conversion")
      }
    }
  }

  /// Returns the predicate that a format string spells.
  static func predicate(
    _ format: String, arguments: [Any?]
  ) throws(PredicateFormatError) -> PredicateNode {
    var parser = try FormatParser(format, arguments: arguments)
    do throws(PredicateFormatError) {
      let node = try parser.predicate()
      try parser.expectEnd()
      if node.isDeeper(than: TreeDepth.limit) { throw parser.tooDeep() }
      return node
    } catch {
      throw parser.furthest ?? error
    }
  }

  /// Returns the expression that a format string spells.
  static func expression(
    _ format: String, arguments: [Any?]
  ) throws(PredicateFormatError) -> ExpressionNode {
    var parser = try FormatParser(format, arguments: arguments)
    do throws(PredicateFormatError) {
      let node = try parser.expression()
      try parser.expectEnd()
      if node.isDeeper(than: TreeDepth.limit) { throw parser.tooDeep() }
      return node
    } catch {
      throw parser.furthest ?? error
    }
  }

  private mutating func expectEnd() throws(PredicateFormatError) {
    if token != .end { throw failure("the end of the text") }
  }

  // MARK: - Tokens

  /// The token to read next.
  var token: FormatToken.Kind { tokens[index].kind }

  /// The token after it.
  var following: FormatToken.Kind { tokens[min(index + 1, tokens.count - 1)].kind }

  /// Where to go back to.
  var place: Int {
    get { index }
    set { index = newValue }
  }

  mutating func advance() { index = min(index + 1, tokens.count - 1) }

  mutating func accept(symbol: String) -> Bool {
    guard token == .symbol(symbol) else { return false }
    advance()
    return true
  }

  mutating func accept(word: ReservedWord) -> Bool {
    guard reservedWord == word else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: String) throws(PredicateFormatError) {
    guard accept(symbol: symbol) else { throw failure("\"\(symbol)\"") }
  }

  /// The reserved word that is to be read next.
  var reservedWord: ReservedWord? { tokens[index].reservedWord }

  /// Takes the expression of the placeholder that is to be read next.
  mutating func argument(
    of placeholder: FormatPlaceholder
  ) throws(PredicateFormatError) -> ExpressionNode {
    guard let node = arguments.expression(for: placeholder) else {
      throw record(
        .unsuitableArgument, "an argument of another class for \(placeholder.conversion)")
    }
    advance()
    return node
  }

  // MARK: - Failures

  mutating func failure(_ expectation: String) -> PredicateFormatError {
    record(.syntax, expectation)
  }

  private mutating func record(
    _ reason: PredicateFormatError.Reason, _ expectation: String
  ) -> PredicateFormatError {
    let error = PredicateFormatError(
      reason: reason, format: format, position: tokens[index].position, expectation: expectation)
    if error.position >= furthest?.position ?? 0 { furthest = error }
    return error
  }

  mutating func enter() throws(PredicateFormatError) {
    depth += 1
    if depth > Self.deepestNesting { throw failure("less nesting") }
  }

  mutating func leave() { depth -= 1 }

  /// Refuses a chain of operators whose tree has become too deep. Looks every so many links, and so
  /// costs little and lets no tree grow far beyond the limit.
  mutating func require(_ chain: ExpressionNode, links: Int) throws(PredicateFormatError) {
    if links % 16 == 0, chain.isDeeper(than: TreeDepth.limit) { throw tooDeep() }
  }

  private mutating func tooDeep() -> PredicateFormatError {
    failure("at most \(TreeDepth.limit) levels of operators")
  }
}
