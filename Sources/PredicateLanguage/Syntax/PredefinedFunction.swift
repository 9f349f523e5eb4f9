// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The functions of the expression language. The raw value is the selector.
package enum PredefinedFunction: String, CaseIterable, Sendable {
  case sum = "sum:"
  case count = "count:"
  case minimum = "min:"
  case maximum = "max:"
  case average = "average:"
  case median = "median:"
  case mode = "mode:"
  case standardDeviation = "stddev:"

  case add = "add:to:"
  case subtract = "from:subtract:"
  case multiply = "multiply:by:"
  case divide = "divide:by:"
  case modulus = "modulus:by:"
  case squareRoot = "sqrt:"
  case logarithm = "log:"
  case naturalLogarithm = "ln:"
  case exponential = "exp:"
  case power = "raise:toPower:"
  case absolute = "abs:"
  case ceiling = "ceiling:"
  case floor = "floor:"
  case truncate = "trunc:"

  case random = "random"
  case randomBelow = "randomn:"

  case bitwiseAnd = "bitwiseAnd:with:"
  case bitwiseOr = "bitwiseOr:with:"
  case bitwiseXor = "bitwiseXor:with:"
  case leftShift = "leftshift:by:"
  case rightShift = "rightshift:by:"
  case onesComplement = "onesComplement:"

  case uppercase = "uppercase:"
  case lowercase = "lowercase:"
  case length = "length:"
  case canonical = "canonical:"

  case now = "now"
  case identity = "noindex:"
  case distance = "distanceToLocation:fromLocation:"
}

extension PredefinedFunction {
  /// The function of a name as written: with its colons, or without when there is one or none.
  ///
  /// `add:to:(1, 2)`, `sum({1, 2})`, `now()`, and `random:` for `randomn:`.
  package init?(spelling: String) {
    let selector = spelling == "random:" ? "randomn:" : spelling
    guard let found = Self(rawValue: selector) ?? Self(rawValue: selector + ":") else { return nil }
    self = found
  }

  /// How many arguments it takes.
  package var arity: Int { rawValue.count { $0 == ":" } }

  /// True if it reduces a collection.
  package var isStatistic: Bool {
    switch self {
    case .sum, .count, .minimum, .maximum, .average, .median, .mode, .standardDeviation: true
    default: false
    }
  }

  /// The operator it is written with, and how tightly that binds; nil for the others.
  package var infix: (symbol: String, precedence: Int)? {
    switch self {
    case .bitwiseAnd: ("&", 1)
    case .bitwiseOr: ("|", 1)
    case .bitwiseXor: ("^", 1)
    case .leftShift: ("<<", 2)
    case .rightShift: (">>", 2)
    case .add: ("+", 3)
    case .subtract: ("-", 3)
    case .multiply: ("*", 4)
    case .divide: ("/", 4)
    case .power: ("**", 5)
    default: nil
    }
  }
}
