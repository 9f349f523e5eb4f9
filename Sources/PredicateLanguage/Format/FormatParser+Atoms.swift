// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension FormatParser {
  /// A literal, a key, a variable, a call, an aggregate, or an expression in parentheses.
  mutating func atom() throws(PredicateFormatError) -> ExpressionNode {
    switch token {
    case .symbol("("): return try parenthesized()
    case .symbol("{"): return .aggregate(try list(from: "{", to: "}"))
    case .string(let text): return consuming(.constant(text))
    case .integer(let value): return consuming(.constant(value))
    case .real(let value): return consuming(.constant(value))
    case .variable(let name): return consuming(.variable(name))
    case .quotedWord(let name): return consuming(.keyPath([name]))
    case .operatorWord(let name): return try leadingOperator(name)
    case .placeholder(let placeholder): return try argument(of: placeholder)
    case .word(let text):
      guard let word = reservedWord else { return try keyOrCall(text) }
      return try reserved(word)
    default: throw failure("an expression")
    }
  }

  private mutating func consuming(_ node: ExpressionNode) -> ExpressionNode {
    advance()
    return node
  }

  private mutating func parenthesized() throws(PredicateFormatError) -> ExpressionNode {
    try expect("(")
    let node = try expression()
    try expect(")")
    return node
  }

  private mutating func list(
    from opening: String, to closing: String
  ) throws(PredicateFormatError) -> [ExpressionNode] {
    try expect(opening)
    if accept(symbol: closing) { return [] }
    var elements = [try expression()]
    while accept(symbol: ",") { elements.append(try expression()) }
    try expect(closing)
    return elements
  }

  /// `@sum.items.price` means `items.@sum.price`; `@max.self` reduces the evaluated object.
  private mutating func leadingOperator(
    _ name: String
  ) throws(PredicateFormatError) -> ExpressionNode {
    advance()
    var components: [String] = []
    while token == .symbol(".") {
      switch following {
      case .word(let key), .quotedWord(let key), .operatorWord(let key): components.append(key)
      default:
        advance()
        throw failure("a key after the dot")
      }
      advance()
      advance()
    }
    guard components.count > 1, let last = components.popLast() else {
      return .keyPath([name] + components)
    }
    return .keyPath(components + [name, last])
  }

  // MARK: - Reserved words

  private mutating func reserved(
    _ word: ReservedWord
  ) throws(PredicateFormatError) -> ExpressionNode {
    switch word {
    case .`self`: return consuming(.evaluatedObject)
    case .null, .nil: return consuming(.constant(nil))
    case .true, .yes: return consuming(.constant(true))
    case .false, .no: return consuming(.constant(false))
    case .anyKey: return consuming(.anyKey)
    case .subquery: return try subquery()
    case .ternary: return try conditional()
    case .cast: return try cast()
    case .function: return try call()
    case .fetch: return try fetch()
    default: throw failure("an expression; write #\(word.rawValue.lowercased()) for the key")
    }
  }

  private mutating func subquery() throws(PredicateFormatError) -> ExpressionNode {
    advance()
    try expect("(")
    let collection = try expression()
    try expect(",")
    guard case .variable(let variable) = token else { throw failure("a variable such as $x") }
    advance()
    try expect(",")
    let test = try predicate()
    try expect(")")
    return .subquery(collection, variable: variable, test)
  }

  private mutating func conditional() throws(PredicateFormatError) -> ExpressionNode {
    advance()
    try expect("(")
    let test = try predicate()
    try expect(",")
    let affirmative = try expression()
    try expect(",")
    let negative = try expression()
    try expect(")")
    return .conditional(test, affirmative, negative)
  }

  private mutating func cast() throws(PredicateFormatError) -> ExpressionNode {
    advance()
    try expect("(")
    let value = try expression()
    try expect(",")
    let name = try constantString("a class name in quotation marks")
    try expect(")")
    return .casting(value, to: name)
  }

  private mutating func call() throws(PredicateFormatError) -> ExpressionNode {
    advance()
    try expect("(")
    let target = try expression()
    try expect(",")
    let selector = try constantString("a selector in quotation marks")
    var arguments: [ExpressionNode] = []
    while accept(symbol: ",") { arguments.append(try expression()) }
    try expect(")")
    return .call(target, selector: selector, arguments)
  }

  private mutating func fetch() throws(PredicateFormatError) -> ExpressionNode {
    advance()
    try expect("(")
    let request = try expression()
    try expect(",")
    let context = try expression()
    try expect(",")
    guard case .constant(let value) = try expression(), case .number(let flag) = OperandValue(value)
    else { throw failure("TRUE or FALSE before this") }
    try expect(")")
    return .fetch(request: request, context: context, countOnly: flag.truncated != 0)
  }

  private mutating func constantString(
    _ expectation: String
  ) throws(PredicateFormatError) -> String {
    let start = place
    if case .constant(let value) = try expression(), let text = value as? String { return text }
    place = start
    throw failure(expectation)
  }

  // MARK: - Keys and calls

  private mutating func keyOrCall(_ name: String) throws(PredicateFormatError) -> ExpressionNode {
    switch following {
    case .symbol("("): return try functionCall(name)
    case .symbol(":"): return try functionCall(name)
    default: return consuming(.keyPath([name]))
    }
  }

  private mutating func functionCall(
    _ name: String
  ) throws(PredicateFormatError) -> ExpressionNode {
    let start = place
    let selector = try selector()
    let arguments = try list(from: "(", to: ")")
    guard let node = ExpressionNode.calling(selector, arguments) else {
      place = start
      throw failure("a function that exists, with its number of arguments, not \(selector)")
    }
    return node
  }

  private mutating func selector() throws(PredicateFormatError) -> String {
    var selector = ""
    while case .word(let part) = token {
      selector += part
      advance()
      guard accept(symbol: ":") else { break }
      selector += ":"
    }
    return selector
  }
}
