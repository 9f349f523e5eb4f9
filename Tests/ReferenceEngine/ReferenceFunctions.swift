// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// The scalar functions as their doc comments have them, for the ``ReferenceEvaluator``.
enum ReferenceFunctions {
  /// A number without any rounding; nil for a double outside a decimal's range.
  static func exact(_ value: AttributeValue) -> Decimal? {
    switch value {
    case .integer(let value): Decimal(value)
    case .double(let value) where value == 0 || (1e-100..<1e120).contains(value.magnitude):
      Decimal(value)
    case .decimal(let value) where !value.isNaN: value
    default: nil
    }
  }

  static func isNaN(_ value: AttributeValue) -> Bool {
    switch value {
    case .double(let value), .date(let value): value.isNaN
    case .decimal(let value): value.isNaN
    default: false
    }
  }

  static func double(_ value: AttributeValue) -> Double? {
    switch value {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
    default: nil
    }
  }

  static func sum(_ values: [AttributeValue]) -> AttributeValue {
    let numbers = values.filter { double($0) != nil }
    let hasDecimal = numbers.contains { if case .decimal = $0 { true } else { false } }
    if hasDecimal { return .decimal(numbers.compactMap(exact).reduce(0, +)) }
    var total: Int64 = 0
    for number in numbers {
      guard case .integer(let integer) = number else { return plainSum(numbers) }
      let (next, overflow) = total.addingReportingOverflow(integer)
      if overflow { return plainSum(numbers) }
      total = next
    }
    return .integer(total)
  }

  private static func plainSum(_ numbers: [AttributeValue]) -> AttributeValue {
    .double(numbers.compactMap(double).reduce(0, +))
  }

  static func value(_ function: ScalarFunction, _ arguments: [AttributeValue]) -> AttributeValue {
    switch function {
    case .lowercase, .uppercase, .length, .canonical: text(function, arguments[0])
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift, .onesComplement:
      bits(function, arguments)
    case .add, .subtract, .multiply, .divide, .modulus, .power: binary(function, arguments)
    default: unary(function, arguments[0])
    }
  }

  private static func text(
    _ function: ScalarFunction, _ argument: AttributeValue
  ) -> AttributeValue {
    guard case .string(let text) = argument else { return .null }
    switch function {
    case .lowercase: return .string(text.lowercased())
    case .uppercase: return .string(text.uppercased())
    case .length: return .integer(Int64(text.utf16.count))
    default: return .string(StringFolding.canonical(text))
    }
  }

  private static func bits(
    _ function: ScalarFunction, _ arguments: [AttributeValue]
  ) -> AttributeValue {
    var numbers: [Int64] = []
    for argument in arguments {
      if case .integer(let value) = argument {
        numbers.append(value)
      } else if let value = double(argument), let whole = Int64(exactly: trunc(value)) {
        numbers.append(whole)
      } else {
        return .null
      }
    }
    switch function {
    case .bitwiseAnd: return .integer(numbers[0] & numbers[1])
    case .bitwiseOr: return .integer(numbers[0] | numbers[1])
    case .bitwiseXor: return .integer(numbers[0] ^ numbers[1])
    case .leftShift: return .integer(numbers[0] << numbers[1])
    case .rightShift: return .integer(numbers[0] >> numbers[1])
    default: return .integer(~numbers[0])
    }
  }

  private static func binary(
    _ function: ScalarFunction, _ arguments: [AttributeValue]
  ) -> AttributeValue {
    guard let x = double(arguments[0]), let y = double(arguments[1]) else { return .null }
    if case .integer(let a) = arguments[0], case .integer(let b) = arguments[1] {
      if b == 0, function == .divide || function == .modulus { return .null }
      let result: Decimal? =
        switch function {
        case .add: Decimal(a) + Decimal(b)
        case .subtract: Decimal(a) - Decimal(b)
        case .multiply: Decimal(a) * Decimal(b)
        case .divide: b == -1 ? -Decimal(a) : Decimal(a / b)
        case .modulus: b == -1 ? 0 : Decimal(a % b)
        default: nil
        }
      if let result, result >= Decimal(Int64.min), result <= Decimal(Int64.max) {
        return Int64(result.description).map(AttributeValue.integer) ?? .null
      }
    }
    if let result = decimal(function, arguments) { return result.isNaN ? .null : .decimal(result) }
    let result: Double =
      switch function {
      case .add: x + y
      case .subtract: x - y
      case .multiply: x * y
      case .divide: y == 0 ? .nan : x / y
      case .modulus: y == 0 ? .nan : x.truncatingRemainder(dividingBy: y)
      default: pow(x, y)
      }
    return result.isNaN ? .null : .double(result)
  }

  private static func decimal(
    _ function: ScalarFunction, _ arguments: [AttributeValue]
  ) -> Decimal? {
    let hasDecimal = arguments.contains { if case .decimal = $0 { true } else { false } }
    guard hasDecimal, let a = exact(arguments[0]), let b = exact(arguments[1]) else { return nil }
    switch function {
    case .add: return a + b
    case .subtract: return a - b
    case .multiply: return a * b
    case .divide: return b == 0 ? .nan : a / b
    case .modulus: return b == 0 ? .nan : a - rounded(a / b, a.sign == b.sign ? .down : .up) * b
    default: return nil
    }
  }

  private static func unary(
    _ function: ScalarFunction, _ argument: AttributeValue
  ) -> AttributeValue {
    if case .decimal(let value) = argument {
      switch function {
      case .absolute: return .decimal(value < 0 ? -value : value)
      case .ceiling: return .decimal(rounded(value, .up))
      case .floor: return .decimal(rounded(value, .down))
      case .truncate: return .decimal(rounded(value, value < 0 ? .up : .down))
      default: break
      }
    }
    guard let value = double(argument) else { return .null }
    let result: Double =
      switch function {
      case .absolute: fabs(value)
      case .ceiling: ceil(value)
      case .floor: floor(value)
      case .truncate: trunc(value)
      case .squareRoot: sqrt(value)
      case .naturalLogarithm: value <= 0 ? .nan : log(value)
      case .logarithm: value <= 0 ? .nan : log10(value)
      case .exponential: exp(value)
      default: .nan
      }
    return result.isNaN ? .null : .double(result)
  }

  private static func rounded(_ value: Decimal, _ mode: NSDecimalNumber.RoundingMode) -> Decimal {
    var value = value
    var result = Decimal()
    NSDecimalRound(&result, &value, 0, mode)
    return result
  }
}
