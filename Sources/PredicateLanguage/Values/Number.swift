// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A number of any class, compared and computed by value.
package enum Number: Sendable {
  case integer(Int)
  case real(Double)
  case decimal(Decimal)
}

extension Number {
  /// The value as a Swift number: `Int`, `Double` or `Decimal`.
  package var value: Any {
    switch self {
    case .integer(let value): value
    case .real(let value): value
    case .decimal(let value): value
    }
  }

  /// The value in the class in which numbers leave key-value coding.
  package var boxed: NSNumber {
    switch self {
    case .integer(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .decimal(let value): NSDecimalNumber(decimal: value)
    }
  }

  /// The nearest floating-point number.
  package var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .decimal(let value): Double(value.description) ?? .nan
    }
  }

  /// The value as a decimal; not a number when it has none.
  package var decimal: Decimal {
    switch self {
    case .integer(let value): Decimal(value)
    case .real(let value):
      Int64(exactly: value).map { Decimal($0) } ?? Decimal(string: "\(value)") ?? Decimal.nan
    case .decimal(let value): value
    }
  }

  /// The integral part, limited to the range of `Int`.
  package var truncated: Int {
    if case .integer(let value) = self { return value }
    let value = double.rounded(.towardZero)
    if value.isNaN { return 0 }
    return Int(exactly: value) ?? (value < 0 ? .min : .max)
  }

  package var negated: Number {
    switch self {
    case .integer(let value): value == .min ? .real(-Double(value)) : .integer(-value)
    case .real(let value): .real(-value)
    case .decimal(let value): .decimal(-value)
    }
  }

  package var isNaN: Bool {
    switch self {
    case .integer: false
    case .real(let value): value.isNaN
    case .decimal(let value): value.isNaN
    }
  }

  /// The text in a format string.
  package var text: String {
    switch self {
    case .integer(let value): "\(value)"
    case .real(let value): Int(exactly: value).map { "\($0)" } ?? "\(value)"
    case .decimal(let value): value.description
    }
  }

  /// Returns the order by value, exact between integers and floating-point numbers; nil with a NaN.
  package static func order(_ left: Number, _ right: Number) -> ComparisonResult? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): return .of(left, right)
    case (.real(let left), .real(let right)):
      return left.isNaN || right.isNaN ? nil : .of(left, right)
    case (.integer(let left), .real(let right)): return order(left, right)
    case (.real(let left), .integer(let right)): return order(right, left)?.reversed
    case (.decimal(let left), .decimal(let right)): return order(left, right)
    case (.decimal(let left), .integer(let right)): return order(left, Decimal(right))
    case (.integer(let left), .decimal(let right)): return order(Decimal(left), right)
    case (.decimal(let left), .real(let right)): return order(left, right)
    case (.real(let left), .decimal(let right)): return order(right, left)?.reversed
    }
  }

  private static func order(_ left: Decimal, _ right: Decimal) -> ComparisonResult? {
    left.isNaN || right.isNaN ? nil : .of(left, right)
  }

  /// A binary fraction is hardly ever a decimal one exactly, so it is the shortest decimal that leads to
  /// it, if a decimal can stand for it, as in stores.
  private static func order(_ left: Decimal, _ right: Double) -> ComparisonResult? {
    if right.isNaN || left.isNaN { return nil }
    guard right == 0 || (1e-100..<1e120).contains(right.magnitude) else {
      return .of(Number.decimal(left).double, right)
    }
    return .of(left, Number.real(right).decimal)
  }

  private static func order(_ left: Int, _ right: Double) -> ComparisonResult? {
    if right.isNaN { return nil }
    if right >= 0x1p63 { return .orderedAscending }
    if right < -0x1p63 { return .orderedDescending }
    let whole = right.rounded(.towardZero)
    let result = ComparisonResult.of(left, Int(whole))
    return result == .orderedSame ? .of(whole, right) : result
  }
}

extension ComparisonResult {
  /// Returns the order of two comparable values.
  package static func of<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
    left < right ? .orderedAscending : (left > right ? .orderedDescending : .orderedSame)
  }

  /// The order of the values exchanged.
  package var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedDescending: .orderedAscending
    case .orderedSame: .orderedSame
    }
  }
}
