// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The arguments of a format string, each read as its conversion demands.
struct FormatArguments {
  private let values: [Any?]

  init(_ values: [Any?]) { self.values = values }

  var count: Int { values.count }

  /// Returns the expression that an argument stands for; nil when its value does not suit the
  /// conversion.
  func expression(for placeholder: FormatPlaceholder) -> ExpressionNode? {
    let value = OperandValue.flattened(values[placeholder.ordinal])
    switch placeholder.conversion {
    case .object: return object(value)
    case .keyPath: return (value as? String).flatMap(Self.keyPath)
    case .signed: return number(value).map { .constant($0.truncated) }
    case .unsigned: return number(value).map { .constant($0.truncated) }
    case .real: return number(value).map { .constant($0.double) }
    case .character: return character(value).map { .constant($0) }
    case .string: return (value as? String).map { .constant($0) }
    }
  }

  private func object(_ value: Any?) -> ExpressionNode {
    // To ask a collection whether it is an object bridges all its elements.
    if let value, type(of: value) is AnyClass || type(of: value) == AnyHashable.self,
      let expression = value as? NSExpression
    {
      return expression.node
    }
    return .constant(value)
  }

  private func number(_ value: Any?) -> Number? {
    guard case .number(let number) = OperandValue(value) else { return nil }
    return number
  }

  private func character(_ value: Any?) -> String? {
    if let text = value as? String { return text.count == 1 ? text : nil }
    if let character = value as? Character { return String(character) }
    guard let code = number(value).flatMap({ UInt32(exactly: $0.truncated) }) else { return nil }
    return Unicode.Scalar(code).map { String(Character($0)) }
  }

  /// Returns the expression of a dotted path; nil when a component is not a key or an operator.
  static func keyPath(_ text: String) -> ExpressionNode? {
    var components = text.split(separator: ".", omittingEmptySubsequences: false).map {
      $0.hasPrefix("#") ? String($0.dropFirst()) : String($0)
    }
    if components[0].hasPrefix("$") { return variablePath(components) }
    guard components.allSatisfy(isComponent) else { return nil }
    if components[0].uppercased() == "SELF" { components.removeFirst() }
    return ExpressionNode.evaluatedObject.appending(components)
  }

  /// `$name`, and a path from there.
  private static func variablePath(_ components: [String]) -> ExpressionNode? {
    let (name, rest) = (String(components[0].dropFirst()), Array(components.dropFirst()))
    guard !name.hasPrefix("@"), isComponent(name), rest.allSatisfy(isComponent) else { return nil }
    return rest.isEmpty ? .variable(name) : .path(.variable(name), rest)
  }

  private static func isComponent(_ text: String) -> Bool {
    let name = text.hasPrefix("@") ? text.dropFirst() : text[...]
    guard let first = name.unicodeScalars.first else { return false }
    return (first == "_" || first.properties.isAlphabetic)
      && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isIDContinue }
  }
}
