// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Writes trees in the canonical form of the format language, which reads back where constants do.
package enum FormatPrinter {
  /// Returns the text of a predicate. Cost: O(tree).
  package static func text(_ node: PredicateNode) -> String {
    switch node {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .and(let children): compound(children, " AND ", empty: "TRUEPREDICATE")
    case .or(let children): compound(children, " OR ", empty: "FALSEPREDICATE")
    case .not(let child): "NOT " + nested(child)
    case .comparison(let comparison): text(comparison)
    case .opaque(let predicate): opaque(predicate)
    }
  }

  private static func compound(
    _ children: [PredicateNode], _ separator: String, empty: String
  ) -> String {
    if children.isEmpty { return empty }
    if children.count == 1 { return text(children[0]) }
    return children.map(nested).joined(separator: separator)
  }

  // Parentheses surround only a compound within a compound.
  private static func nested(_ node: PredicateNode) -> String {
    switch node {
    case .and(let children), .or(let children):
      children.isEmpty ? text(node) : "(\(text(node)))"
    case .not: "(\(text(node)))"
    default: text(node)
    }
  }

  private static func text(_ node: ComparisonNode) -> String {
    let quantifier =
      switch node.modifier {
      case .direct: ""
      case .any: "ANY "
      case .all: "ALL "
      }
    return quantifier + text(node.left) + " " + node.operation.rawValue + node.options.text + " "
      + text(node.right)
  }

  private static func opaque(_ predicate: NSPredicate) -> String {
    type(of: predicate) == NSPredicate.self
      ? "BLOCKPREDICATE(\(address(predicate)))" : predicate.foundationFormat
  }

  private static func address(_ object: AnyObject) -> String {
    "0x" + String(UInt(bitPattern: ObjectIdentifier(object).hashValue), radix: 16)
  }

  // MARK: - Expressions

  /// Returns the text of an expression. Cost: O(tree).
  package static func text(_ node: ExpressionNode) -> String {
    switch node {
    case .constant(let value): constant(value)
    case .evaluatedObject: "SELF"
    case .variable(let name): "$" + name
    case .keyPath(let components): path(components)
    case .path(let base, let components): postfixBase(base) + "." + path(components)
    case .function(let function, let arguments): call(function, arguments)
    case .call(let target, let selector, let arguments):
      call(on: target, selector: selector, arguments: arguments)
    case .aggregate(let elements): "{" + list(elements) + "}"
    case .setOperation(let operation, let left, let right):
      operand(left, within: 0) + " " + operation.rawValue + " " + operand(right, within: 1)
    case .subquery(let collection, let variable, let test):
      "SUBQUERY(\(text(collection)), $\(variable), \(text(test)))"
    case .conditional(let test, let affirmative, let negative):
      "TERNARY(\(text(test)), \(text(affirmative)), \(text(negative)))"
    case .index(let base, let index): indexBase(base) + "[" + text(index) + "]"
    case .cast(let child, let name): "CAST(\(text(child)), \(quoted(name)))"
    case .assignment(let name, let child): "$\(name) := \(text(child))"
    case .fetch(let request, let context, let countOnly):
      "FETCH(\(text(request)), \(text(context)), \(countOnly ? 1 : 0))"
    case .anyKey: "ANYKEY"
    case .block(let block):
      "BLOCK(" + list([.constant(address(block.identity))] + block.arguments) + ")"
    case .excessive: "…"
    }
  }

  private static func list(_ nodes: [ExpressionNode]) -> String {
    nodes.map { text($0) }.joined(separator: ", ")
  }

  private static func text(_ index: ExpressionNode.IndexNode) -> String {
    switch index {
    case .first: "FIRST"
    case .last: "LAST"
    case .size: "SIZE"
    case .expression(let node): text(node)
    }
  }

  private static func call(
    _ function: PredefinedFunction, _ arguments: [ExpressionNode]
  ) -> String {
    if let (symbol, precedence) = function.infix, arguments.count == 2 {
      // Powers associate to the right, all others to the left.
      let isPower = function == .power
      return operand(arguments[0], within: isPower ? precedence + 1 : precedence) + " \(symbol) "
        + operand(arguments[1], within: isPower ? precedence : precedence + 1)
    }
    if function == .count, arguments.count == 1, isPath(arguments[0]) {
      return text(arguments[0]) + ".@count"
    }
    return function.rawValue + "(" + list(arguments) + ")"
  }

  private static func isPath(_ node: ExpressionNode) -> Bool {
    switch node {
    case .keyPath, .path: true
    default: false
    }
  }

  private static func call(
    on target: ExpressionNode, selector: String, arguments: [ExpressionNode]
  ) -> String {
    let head = "FUNCTION(\(text(target)), \(quoted(selector))"
    return arguments.isEmpty ? head + ")" : head + " , " + list(arguments) + ")"
  }

  private static func precedence(of node: ExpressionNode) -> Int {
    switch node {
    case .function(let function, let arguments) where arguments.count == 2:
      function.infix?.precedence ?? 9
    case .setOperation: 0
    case .assignment: -1
    default: 9
    }
  }

  private static func operand(_ node: ExpressionNode, within precedence: Int) -> String {
    self.precedence(of: node) < precedence ? "(\(text(node)))" : text(node)
  }

  private static func postfixBase(_ node: ExpressionNode) -> String { operand(node, within: 9) }

  // Elsewhere an index binds to the last component only, so a longer path gets parentheses.
  private static func indexBase(_ node: ExpressionNode) -> String {
    switch node {
    case .keyPath(let components) where components.count > 1: "(\(text(node)))"
    case .path: "(\(text(node)))"
    default: postfixBase(node)
    }
  }

  private static func path(_ components: [String]) -> String {
    components.map { ReservedWord(spelling: $0) == nil ? $0 : "#" + $0 }.joined(separator: ".")
  }

  // MARK: - Constants

  private static func constant(_ value: Any?) -> String {
    switch OperandValue(value) {
    case .null: "nil"
    case .number(let number): number.text
    case .string(let text): quoted(text)
    case .date(let date):
      "CAST(" + String(format: "%.6f", date.timeIntervalSinceReferenceDate) + ", \"NSDate\")"
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
    case .data(let data): data.description
    case .collection(let collection): constant(collection)
    case .dictionary(let entries): constant(entries)
    case .identity(let object): "\(object)"
    case .object(let object): "\(object)"
    }
  }

  private static func constant(_ collection: OperandCollection) -> String {
    let elements = collection.elements.map { constant($0) }
    let ordered = collection.kind == .set ? elements.sorted() : elements
    return "{" + ordered.joined(separator: ", ") + "}"
  }

  private static func constant(_ entries: [AnyHashable: Any]) -> String {
    let texts = entries.map { "\(constant($0.key.base)): \(constant($0.value))" }
    return "{" + texts.sorted().joined(separator: ", ") + "}"
  }

  /// Returns a string in quotation marks, so that the parser reads the same string back.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    var percents = 0
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
      percents = scalar == "%" ? percents + 1 : 0
      // The parser reads two percent signs as one: each sign of a run is written twice.
      if percents == 2 { result += "%%" } else if percents > 2 { result += "%" }
    }
    return result + "\""
  }
}
