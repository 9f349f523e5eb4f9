// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension FormatParser {
  /// `or`: the lowest precedence. A chain becomes one compound, also one that begins in parentheses.
  mutating func predicate() throws(PredicateFormatError) -> PredicateNode {
    try enter()
    defer { leave() }
    var operands = [try conjunction()]
    while accept(word: .or) || accept(symbol: "||") {
      if operands.count == 1, case .or(let chain) = operands[0] { operands = chain }
      operands.append(try conjunction())
    }
    return operands.count == 1 ? operands[0] : .or(operands)
  }

  private mutating func conjunction() throws(PredicateFormatError) -> PredicateNode {
    var operands = [try negation()]
    while accept(word: .and) || accept(symbol: "&&") {
      if operands.count == 1, case .and(let chain) = operands[0] { operands = chain }
      operands.append(try negation())
    }
    return operands.count == 1 ? operands[0] : .and(operands)
  }

  private mutating func negation() throws(PredicateFormatError) -> PredicateNode {
    guard accept(word: .not) || accept(symbol: "!") else { return try primary() }
    try enter()
    defer { leave() }
    return .not(try negation())
  }

  private mutating func primary() throws(PredicateFormatError) -> PredicateNode {
    if accept(word: .truePredicate) { return .constant(true) }
    if accept(word: .falsePredicate) { return .constant(false) }
    if token == .symbol("("), !expressionParentheses.contains(place) {
      if let node = parenthesizedPredicate() { return node }
    }
    return try comparison()
  }

  /// The predicate in parentheses; nil, back at the parenthesis, when an expression is there.
  private mutating func parenthesizedPredicate() -> PredicateNode? {
    let start = place
    do throws(PredicateFormatError) {
      try expect("(")
      let node = try predicate()
      try expect(")")
      if endsPredicate { return node }
      _ = failure("AND, OR or the end of the text")
    } catch {
      // The error is on record; the expression may read further.
    }
    place = start
    expressionParentheses.insert(start)
    return nil
  }

  private var endsPredicate: Bool {
    switch token {
    case .end, .symbol(")"), .symbol(","), .symbol("||"), .symbol("&&"): true
    default: reservedWord == .and || reservedWord == .or
    }
  }

  // MARK: - Comparisons

  private mutating func comparison() throws(PredicateFormatError) -> PredicateNode {
    let quantifier = quantifier()
    let left = try expression()
    let operation = try comparisonOperator()
    let options = try comparisonOptions()
    let right = try expression()
    let node = PredicateNode.comparison(
      ComparisonNode(
        left: left, operation: operation, right: right, modifier: quantifier.modifier,
        options: options))
    return quantifier.isNegated ? .not(node) : node
  }

  private mutating func quantifier() -> (modifier: ComparisonModifier, isNegated: Bool) {
    if accept(word: .any) || accept(word: .some) { return (.any, false) }
    if accept(word: .all) { return (.all, false) }
    if accept(word: .none) { return (.any, true) }
    return (.direct, false)
  }

  private mutating func comparisonOperator() throws(PredicateFormatError) -> PredicateOperator {
    guard let operation = symbolOperator ?? wordOperator else {
      throw failure("an operator such as == or IN")
    }
    advance()
    return operation
  }

  private var symbolOperator: PredicateOperator? {
    guard case .symbol(let text) = token else { return nil }
    switch text {
    case "=": return .equal
    case "<>": return .notEqual
    case "=<": return .lessThanOrEqual
    case "=>": return .greaterThanOrEqual
    default: return PredicateOperator(rawValue: text)
    }
  }

  private var wordOperator: PredicateOperator? {
    switch reservedWord {
    case .like, .matches, .contains, .beginsWith, .endsWith, .in, .between:
      reservedWord.flatMap { PredicateOperator(rawValue: $0.rawValue) }
    default: nil
    }
  }

  private mutating func comparisonOptions() throws(PredicateFormatError) -> ComparisonOptions {
    guard accept(symbol: "[") else { return [] }
    guard case .word(let letters) = token, let options = ComparisonOptions(letters: letters) else {
      throw failure("options made of c, d, n and l")
    }
    advance()
    try expect("]")
    return options
  }
}
