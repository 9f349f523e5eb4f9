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
    case _ where type.isNumeric: self = .number
    default: return nil
    }
  }

  /// An expression of constants converted; nil when it is none, or nothing in it changes.
  func converted(_ node: ExpressionNode) -> ExpressionNode? {
    guard case .constant(let constant) = node.folded else { return nil }
    guard let elements = ConstantLowering.elements(constant) else {
      return constant.flatMap(value).map { .constant($0) }
    }
    guard !isUniform(constant) else { return nil }
    var isChanged = false
    let converted = elements.map { element -> Any in
      guard let element else { return NSNull() }
      guard let value = value(element) else { return element }
      isChanged = true
      return value
    }
    return isChanged ? .constant(converted) : nil
  }

  /// Returns true if the class of a list says that nothing in it changes.
  private func isUniform(_ list: Any?) -> Bool {
    switch self {
    case .text: list is [String]
    case .number: type(of: list) == [Int]?.self || type(of: list) == [Double]?.self
    case .uri: list is [URL]
    }
  }

  /// The value that a constant becomes; nil when it stays as it is.
  private func value(_ constant: Any) -> Any? {
    switch self {
    case .text:
      if ConstantLowering.text(constant) != nil { return nil }
      guard case .number(let number) = OperandValue(constant) else { return nil }
      return number.sqlText
    case .number: return ConstantLowering.text(constant).flatMap(Number.init(sqlText:))?.value
    case .uri: return ConstantLowering.text(constant).flatMap { URL(string: $0) }
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
