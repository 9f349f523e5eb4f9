// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The functions of numbers: exact on integers while they fit, decimal with a decimal operand.
package enum Arithmetic {
  /// Applies a function to as many numbers as it takes; nil for a divisor of zero.
  package static func apply(
    _ function: PredefinedFunction, to numbers: [Number]
  ) throws(EvaluationError) -> Number? {
    guard let first = numbers.first else { throw .unknownFunction(function.rawValue) }
    guard numbers.count > 1 else { return try unary(function, first) }
    switch function {
    case .add, .subtract, .multiply: return sum(function, of: first, and: numbers[1])
    case .divide: return quotient(first, numbers[1])
    case .modulus: return remainder(first, numbers[1])
    case .power: return power(first, numbers[1])
    default: return try bits(function, of: first.truncated, and: numbers[1].truncated)
    }
  }

  /// Returns a sum, a difference or a product; floating-point where integers would overflow.
  package static func sum(
    _ function: PredefinedFunction, of left: Number, and right: Number
  ) -> Number {
    switch (left, right) {
    case (.integer(let one), .integer(let other)):
      return integers(function, of: one, and: other)
        ?? .real(reals(function, of: Double(one), and: Double(other)))
    case (.decimal, _), (_, .decimal):
      return .decimal(decimals(function, of: left.decimal, and: right.decimal))
    default: return .real(reals(function, of: left.double, and: right.double))
    }
  }

  private static func integers(
    _ function: PredefinedFunction, of left: Int, and right: Int
  ) -> Number? {
    let (result, overflow) =
      switch function {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      default: left.multipliedReportingOverflow(by: right)
      }
    return overflow ? nil : .integer(result)
  }

  private static func reals(
    _ function: PredefinedFunction, of left: Double, and right: Double
  ) -> Double {
    switch function {
    case .add: left + right
    case .subtract: left - right
    default: left * right
    }
  }

  private static func decimals(
    _ function: PredefinedFunction, of left: Decimal, and right: Decimal
  ) -> Decimal {
    switch function {
    case .add: left + right
    case .subtract: left - right
    default: left * right
    }
  }

  /// Two integers divide as integers, rounded towards zero, as SQL does; nil for a zero divisor.
  package static func quotient(_ left: Number, _ right: Number) -> Number? {
    if case .integer(let one) = left, case .integer(let other) = right {
      if other == 0 { return nil }
      return other == -1 ? left.negated : .integer(one / other)
    }
    if isZero(right) { return nil }
    if isDecimal(left) || isDecimal(right) { return .decimal(left.decimal / right.decimal) }
    return .real(left.double / right.double)
  }

  private static func remainder(_ left: Number, _ right: Number) -> Number? {
    if case .integer(let one) = left, case .integer(let other) = right {
      if other == 0 { return nil }
      return .integer(other == -1 ? 0 : one % other)
    }
    if isZero(right) { return nil }
    if isDecimal(left) || isDecimal(right) {
      return .decimal(remainder(left.decimal, right.decimal))
    }
    return .real(left.double.truncatingRemainder(dividingBy: right.double))
  }

  private static func remainder(_ left: Decimal, _ right: Decimal) -> Decimal {
    var quotient = left / right
    var whole = Decimal()
    NSDecimalRound(&whole, &quotient, 0, quotient < 0 ? .up : .down)
    return left - whole * right
  }

  private static func isZero(_ number: Number) -> Bool {
    Number.order(number, .integer(0)) == .orderedSame
  }

  private static func isDecimal(_ number: Number) -> Bool {
    if case .decimal = number { true } else { false }
  }

  private static func power(_ base: Number, _ exponent: Number) -> Number {
    guard case .integer(let base) = base, case .integer(var rest) = exponent, rest >= 0 else {
      return .real(pow(base.double, exponent.double))
    }
    var result = 1
    var square = base
    while rest > 0 {
      if rest & 1 == 1 {
        let (product, overflow) = result.multipliedReportingOverflow(by: square)
        if overflow { return .real(pow(Double(base), exponent.double)) }
        result = product
      }
      rest >>= 1
      if rest == 0 { break }
      let (next, overflow) = square.multipliedReportingOverflow(by: square)
      if overflow { return .real(pow(Double(base), exponent.double)) }
      square = next
    }
    return .integer(result)
  }

  private static func bits(
    _ function: PredefinedFunction, of left: Int, and right: Int
  ) throws(EvaluationError) -> Number {
    switch function {
    case .bitwiseAnd: .integer(left & right)
    case .bitwiseOr: .integer(left | right)
    case .bitwiseXor: .integer(left ^ right)
    case .leftShift: .integer(left << right)
    case .rightShift: .integer(left >> right)
    default: throw .unknownFunction(function.rawValue)
    }
  }

  private static func unary(
    _ function: PredefinedFunction, _ number: Number
  ) throws(EvaluationError) -> Number {
    switch function {
    case .squareRoot: return .real(number.double.squareRoot())
    case .logarithm: return .real(log10(number.double))
    case .naturalLogarithm: return .real(log(number.double))
    case .exponential: return .real(exp(number.double))
    case .absolute:
      return Number.order(number, .integer(0)) == .orderedAscending
        ? number.negated : number
    case .ceiling: return rounded(number, .up)
    case .floor: return rounded(number, .down)
    case .truncate: return rounded(number, .towardZero)
    case .onesComplement: return .integer(~number.truncated)
    case .randomBelow:
      guard number.truncated > 0 else {
        throw .invalidArgument(function: function.rawValue, reason: "the bound is not positive")
      }
      return .integer(Int.random(in: 0..<number.truncated))
    default: throw .unknownFunction(function.rawValue)
    }
  }

  private static func rounded(_ number: Number, _ rule: FloatingPointRoundingRule) -> Number {
    switch number {
    case .integer: return number
    case .real(let value): return .real(value.rounded(rule))
    case .decimal(var value):
      let mode: Decimal.RoundingMode =
        rule == .up || (rule == .towardZero && value < 0) ? .up : .down
      var result = Decimal()
      NSDecimalRound(&result, &value, 0, mode)
      return .decimal(result)
    }
  }
}
