// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

extension ConstantCoercion.Target {
  /// The target to which attributes of a type convert constants; nil for those that convert none.
  init?(_ type: AttributeType) {
    switch type {
    case .string: self = .text
    case .uri: self = .uri
    case .uuid: self = .uuid
    case _ where type.isNumeric: self = .number
    default: return nil
    }
  }

  /// An expression of constants converted; nil when it is none, or nothing in it changes.
  func converted(_ node: ExpressionNode) -> ExpressionNode? {
    guard case .constant(let constant?) = node.folded, !isUniform(constant) else { return nil }
    guard let elements = ConstantLowering.elements(constant) else {
      return value(constant).map { .constant($0) }
    }
    guard elements.contains(where: { $0.flatMap(value) != nil }) else { return nil }
    return .constant(elements.map { element in element.map { value($0) ?? $0 } ?? NSNull() })
  }

  /// Returns true if the class of a list says that nothing in it changes.
  private func isUniform(_ list: Any) -> Bool {
    let type = type(of: list)
    return switch self {
    case .text: type == [String].self
    case .number: type == [Int].self || type == [Int64].self || type == [Double].self
    case .uri: type == [URL].self
    case .uuid: type == [UUID].self
    }
  }

  /// The value that a constant becomes; nil when it stays as it is.
  private func value(_ constant: Any) -> Any? {
    if isPlain(constant) { return nil }
    switch self {
    case .text:
      if ConstantLowering.text(constant) != nil { return nil }
      guard case .number(let number) = OperandValue(constant) else { return nil }
      return number.sqlText
    case .number: return ConstantLowering.text(constant).flatMap(Number.init(sqlText:))?.value
    case .uri: return ConstantLowering.text(constant).flatMap { URL(string: $0) }
    case .uuid: return ConstantLowering.text(constant).flatMap { UUID(uuidString: $0) }
    }
  }
}

extension ConstantCoercion.Target {
  /// Returns true if the type of a constant, the usual one, says that it stays as it is.
  fileprivate func isPlain(_ constant: Any) -> Bool {
    let type = type(of: constant)
    return switch self {
    case .text: type == String.self
    case .number: type == Int.self || type == Double.self
    case .uri: type == URL.self
    case .uuid: type == UUID.self
    }
  }
}

extension Number {
  /// The text that SQLite keeps of the number in a column of texts: 7, 7.5, 7.0, 1.0e+20.
  fileprivate var sqlText: String {
    switch self {
    case .integer(let value): return "\(value)"
    case .decimal(let value): return value.description
    case .real(let value):
      guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Inf" : "Inf" }
      let text = String(format: "%.15g", value)
      if let exponent = text.firstIndex(of: "e"), !text[..<exponent].contains(".") {
        return text[..<exponent] + ".0" + text[exponent...]
      }
      return text.contains(".") || text.contains("e") ? text : text + ".0"
    }
  }

  /// The number that a text spells wholly, blanks around it aside: what SQLite makes of a text in a
  /// column of numbers.
  fileprivate init?(sqlText: String) {
    let text = sqlText.trimmingCharacters(in: .whitespacesAndNewlines)
    let allowed = text.utf8.allSatisfy { Self.characters.contains($0) }
    guard !text.isEmpty, allowed else { return nil }
    if let integer = Int(text) {
      self = .integer(integer)
    } else if let double = Double(text) {
      self = .real(double)
    } else {
      return nil
    }
  }

  private static let characters = Set("+-.0123456789eE".utf8)
}
