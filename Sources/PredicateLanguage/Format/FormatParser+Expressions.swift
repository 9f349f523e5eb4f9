// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension FormatParser {
  /// An expression of the lowest precedence.
  mutating func expression() throws(PredicateFormatError) -> ExpressionNode {
    try enter()
    defer { leave() }
    let left = try setOperations()
    guard case .variable(let name) = left, accept(symbol: ":=") else { return left }
    return .assignment(name, try expression())
  }

  private mutating func setOperations() throws(PredicateFormatError) -> ExpressionNode {
    var left = try infix(level: 1)
    var links = 0
    while let operation = setOperation {
      advance()
      left = .setOperation(operation, left, try infix(level: 1))
      links += 1
      try require(left, links: links)
    }
    return left
  }

  private var setOperation: ExpressionNode.SetOperation? {
    switch reservedWord {
    case .union: .union
    case .intersect: .intersect
    case .minus: .minus
    default: nil
    }
  }

  // Levels: 1 bits, 2 shifts, 3 sums, 4 products, 5 powers, which associate to the right.
  private mutating func infix(level: Int) throws(PredicateFormatError) -> ExpressionNode {
    guard level <= 5 else { return try unary() }
    var left = try infix(level: level + 1)
    var links = 0
    while let function = infixFunction(level: level) {
      advance()
      let right = try function == .power ? exponent(level) : infix(level: level + 1)
      left = .function(function, [left, right])
      links += 1
      try require(left, links: links)
    }
    return left
  }

  private mutating func exponent(_ level: Int) throws(PredicateFormatError) -> ExpressionNode {
    try enter()
    defer { leave() }
    return try infix(level: level)
  }

  private func infixFunction(level: Int) -> PredefinedFunction? {
    guard case .symbol(let text) = token, let function = Self.infixFunctions[text] else {
      return nil
    }
    return function.infix?.precedence == level ? function : nil
  }

  private static let infixFunctions: [String: PredefinedFunction] = Dictionary(
    uniqueKeysWithValues: PredefinedFunction.allCases.compactMap { function in
      function.infix.map { ($0.symbol, function) }
    })

  private mutating func unary() throws(PredicateFormatError) -> ExpressionNode {
    try enter()
    defer { leave() }
    if accept(symbol: "-") { return negated(try unary()) }
    if accept(symbol: "~") { return .function(.onesComplement, [try unary()]) }
    return try postfix()
  }

  private func negated(_ node: ExpressionNode) -> ExpressionNode {
    if case .constant(let value) = node, case .number(let number) = OperandValue(value) {
      return .constant(number.negated.value)
    }
    return .function(.multiply, [node, .constant(-1)])
  }

  // MARK: - Paths and subscripts

  private mutating func postfix() throws(PredicateFormatError) -> ExpressionNode {
    var node = try atom()
    var links = 0
    while true {
      if accept(symbol: ".") {
        node = node.appending(try pathComponents())
      } else if accept(symbol: "[") {
        node = .index(node, try index())
        try expect("]")
        links += 1
        try require(node, links: links)
      } else {
        return node
      }
    }
  }

  private mutating func pathComponents() throws(PredicateFormatError) -> [String] {
    switch token {
    case .word(let name), .quotedWord(let name), .operatorWord(let name):
      advance()
      return [name]
    case .placeholder(let placeholder) where placeholder.conversion == .keyPath:
      switch try argument(of: placeholder) {
      case .keyPath(let components): return components
      case .evaluatedObject: return []
      // Behind a dot a name with a dollar sign is a key.
      case .variable(let name): return ["$" + name]
      case .path(.variable(let name), let rest): return ["$" + name] + rest
      default: throw failure("a key after the dot")
      }
    case .placeholder(let placeholder) where placeholder.conversion == .object:
      return try keys(in: placeholder)
    default: throw failure("a key after the dot")
    }
  }

  /// The keys in a text: a program that writes `self.%@` means a key.
  private mutating func keys(
    in placeholder: FormatPlaceholder
  ) throws(PredicateFormatError) -> [String] {
    let refusal = failure("a key after the dot")
    guard case .constant(let text as String) = try argument(of: placeholder) else { throw refusal }
    switch FormatArguments.keyPath(text) {
    case .keyPath(let components)?: return components
    case .evaluatedObject?: return []
    default: throw refusal
    }
  }

  private mutating func index() throws(PredicateFormatError) -> ExpressionNode.IndexNode {
    if accept(word: .first) { return .first }
    if accept(word: .last) { return .last }
    if accept(word: .size) { return .size }
    return .expression(try expression())
  }
}
