// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Captured values that may stand in a predicate (R-PRED-303): texts, numbers, truth values, dates,
/// UUIDs, URLs, data, objects and their IDs, and collections of these.
enum TypedConstant {
  /// Returns the constant; nil for a value of another kind.
  static func node(_ value: Any) -> ExpressionNode? {
    guard let value = OperandValue.flattened(value) else { return .constant(nil) }
    return constant(value).map { .constant($0) }
  }

  private static func constant(_ value: Any) -> Any? {
    switch value {
    case let regex as PredicateExpressions.PredicateRegex: return regex.stringRepresentation
    case let value as any RawRepresentable where !isPlain(value): return constant(value.rawValue)
    case let range as any ClosedEnds: return elements(range.ends)
    case is any RangeExpression: return nil
    default: break
    }
    switch OperandValue(value) {
    case .null, .object, .dictionary: return nil
    case .string(let text): return text
    case .number, .date, .uuid, .data, .url, .identity: return value
    case .collection:
      guard let values = value as? any Sequence else { return nil }
      return collection(values)
    }
  }

  /// A number or text that is also a type with a raw value is itself.
  private static func isPlain(_ value: Any) -> Bool {
    if case .object = OperandValue(value) { false } else { true }
  }

  // Of a type whose elements are constants, so that large ones are not looked through.
  private static func collection(_ values: some Sequence) -> Any? {
    switch values {
    case let texts as [String]: texts
    case let numbers as [Int]: numbers
    case let numbers as [Int64]: numbers
    case let numbers as [Double]: numbers
    case let dates as [Date]: dates
    case let uuids as [UUID]: uuids
    default: elements(values.map { $0 })
    }
  }

  private static func elements(_ values: [Any]) -> [Any]? {
    var constants: [Any] = []
    constants.reserveCapacity(values.count)
    for value in values {
      guard let present = OperandValue.flattened(value) else {
        constants.append(NSNull())
        continue
      }
      guard let constant = constant(present) else { return nil }
      constants.append(constant)
    }
    return constants
  }
}

/// A closed range seen without its type.
private protocol ClosedEnds {
  var ends: [Any] { get }
}

extension ClosedRange: ClosedEnds {
  fileprivate var ends: [Any] { [lowerBound, upperBound] }
}
