// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface

extension ScalarFunction {
  /// Returns the function's value; null when an argument is null or of no use, and when the result
  /// is not a number (a division by zero, the root of a negative).
  package func evaluate(_ arguments: [AttributeValue]) -> AttributeValue {
    guard let first = arguments.first, !arguments.contains(where: \.isNull) else { return .null }
    if case .string(let text) = first { return evaluate(text) }
    if arguments.count >= 2 {
      if let result = bitwise(first, arguments[1]) { return result }
      return arithmetic(first, arguments[1])
    }
    if self == .onesComplement {
      return ScalarFunction.integer(first).map { .integer(~$0) } ?? .null
    }
    if case .integer(let value) = first, self == .absolute, value != .min {
      return .integer(abs(value))
    }
    if case .decimal(let value) = first, let result = decimal(value) { return result }
    return ScalarFunction.double(first).map { ScalarFunction.number(double($0)) } ?? .null
  }

  // MARK: - Strings

  private func evaluate(_ text: String) -> AttributeValue {
    switch self {
    case .lowercase: .string(TextFunctions.lowercase(text))
    case .uppercase: .string(TextFunctions.uppercase(text))
    case .canonical: .string(TextFunctions.canonical(text))
    case .length: .integer(Int64(TextFunctions.length(text)))
    default: .null
    }
  }

  // MARK: - Two numbers

  private func arithmetic(_ a: AttributeValue, _ b: AttributeValue) -> AttributeValue {
    if case .integer(let a) = a, case .integer(let b) = b {
      if b == 0, self == .divide || self == .modulus { return .null }
      if let exact = integer(a, b) { return .integer(exact) }
    }
    if let left = ScalarFunction.decimal(a, beside: b),
      let right = ScalarFunction.decimal(b, beside: a), let result = decimal(left, right)
    {
      return result.isNaN ? .null : .decimal(result)
    }
    guard let left = ScalarFunction.double(a), let right = ScalarFunction.double(b) else {
      return .null
    }
    return ScalarFunction.number(double(left, right))
  }

  /// Nil when the result is no 64-bit integer, or the function does not keep integers.
  private func integer(_ a: Int64, _ b: Int64) -> Int64? {
    let (result, overflow): (Int64, Bool)
    switch self {
    case .add: (result, overflow) = a.addingReportingOverflow(b)
    case .subtract: (result, overflow) = a.subtractingReportingOverflow(b)
    case .multiply: (result, overflow) = a.multipliedReportingOverflow(by: b)
    case .divide: (result, overflow) = a.dividedReportingOverflow(by: b)
    case .modulus: (result, overflow) = (b == -1 ? 0 : a % b, false)
    default: return nil
    }
    return overflow ? nil : result
  }

  private func decimal(_ a: Decimal, _ b: Decimal) -> Decimal? {
    switch self {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: b == 0 ? .nan : a / b
    case .modulus: b == 0 ? .nan : a - (a / b).rounded(.towardZero) * b
    default: nil
    }
  }

  private func double(_ a: Double, _ b: Double) -> Double {
    switch self {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: b == 0 ? .nan : a / b
    case .modulus: b == 0 ? .nan : fmod(a, b)
    case .power: pow(a, b)
    default: .nan
    }
  }

  private func bitwise(_ a: AttributeValue, _ b: AttributeValue) -> AttributeValue? {
    let operation: (Int64, Int64) -> Int64
    switch self {
    case .bitwiseAnd: operation = { $0 & $1 }
    case .bitwiseOr: operation = { $0 | $1 }
    case .bitwiseXor: operation = { $0 ^ $1 }
    case .leftShift: operation = { $0 << $1 }
    case .rightShift: operation = { $0 >> $1 }
    default: return nil
    }
    guard let a = ScalarFunction.integer(a), let b = ScalarFunction.integer(b) else {
      return .null
    }
    return .integer(operation(a, b))
  }

  // MARK: - One number

  private func double(_ value: Double) -> Double {
    switch self {
    case .absolute: abs(value)
    case .ceiling: value.rounded(.up)
    case .floor: value.rounded(.down)
    case .truncate: value.rounded(.towardZero)
    case .squareRoot: value.squareRoot()
    case .naturalLogarithm: value > 0 ? log(value) : .nan
    case .logarithm: value > 0 ? log10(value) : .nan
    case .exponential: exp(value)
    default: .nan
    }
  }

  private func decimal(_ value: Decimal) -> AttributeValue? {
    switch self {
    case .absolute: .decimal(abs(value))
    case .ceiling: .decimal(value.rounded(.up))
    case .floor: .decimal(value.rounded(.down))
    case .truncate: .decimal(value.rounded(.towardZero))
    default: nil
    }
  }

  // MARK: - Conversion

  private static func number(_ value: Double) -> AttributeValue {
    value.isNaN ? .null : .double(value)
  }

  private static func double(_ value: AttributeValue) -> Double? {
    switch value {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.nearestDouble
    default: nil
    }
  }

  /// Truncates; nil beyond 64 bits.
  private static func integer(_ value: AttributeValue) -> Int64? {
    if case .integer(let value) = value { return value }
    return double(value).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
  }

  /// Returns a number as a decimal, when it or the other operand is one.
  private static func decimal(
    _ value: AttributeValue, beside other: AttributeValue
  ) -> Decimal? {
    switch (value, other) {
    case (.decimal(let value), _): value
    case (.integer(let value), .decimal): Decimal(value)
    case (.double(let value), .decimal) where value == 0 || value.hasDecimal: value.shortestDecimal
    default: nil
    }
  }
}

extension Decimal {
  fileprivate enum Direction { case up, down, towardZero }

  fileprivate func rounded(_ direction: Direction) -> Decimal {
    let mode: NSDecimalNumber.RoundingMode =
      switch direction {
      case .up: .up
      case .down: .down
      case .towardZero: isSignMinus ? .up : .down
      }
    var value = self
    var result = Decimal()
    NSDecimalRound(&result, &value, 0, mode)
    return result
  }
}
