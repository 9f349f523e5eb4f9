// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage
import StoreInterface

extension ScalarFunction {
  /// The function of the query language for one of the expression language.
  init?(_ function: PredefinedFunction) {
    switch function {
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    case .divide: self = .divide
    case .modulus: self = .modulus
    case .power: self = .power
    case .absolute: self = .absolute
    case .ceiling: self = .ceiling
    case .floor: self = .floor
    case .truncate: self = .truncate
    case .squareRoot: self = .squareRoot
    case .naturalLogarithm: self = .naturalLogarithm
    case .logarithm: self = .logarithm
    case .exponential: self = .exponential
    case .bitwiseAnd: self = .bitwiseAnd
    case .bitwiseOr: self = .bitwiseOr
    case .bitwiseXor: self = .bitwiseXor
    case .leftShift: self = .leftShift
    case .rightShift: self = .rightShift
    case .onesComplement: self = .onesComplement
    case .lowercase: self = .lowercase
    case .uppercase: self = .uppercase
    case .length: self = .length
    case .canonical: self = .canonical
    default: return nil
    }
  }

  /// True if the arguments are strings.
  var takesText: Bool {
    switch self {
    case .lowercase, .uppercase, .length, .canonical: true
    default: false
    }
  }

  /// The type of the result; `nil` for numbers in general.
  var resultType: AttributeType? {
    switch self {
    case .lowercase, .uppercase, .canonical: .string
    case .length: .integer64
    default: nil
    }
  }
}

extension AggregateFunction {
  /// The statistic of a collection operator such as `@sum`.
  init?(operatorName: String) {
    switch operatorName {
    case "@sum": self = .sum
    case "@avg": self = .average
    case "@min": self = .minimum
    case "@max": self = .maximum
    default: return nil
    }
  }

  /// The statistic of a function such as `sum:`.
  init?(_ function: PredefinedFunction) {
    switch function {
    case .sum: self = .sum
    case .average: self = .average
    case .minimum: self = .minimum
    case .maximum: self = .maximum
    default: return nil
    }
  }
}

extension AttributeType {
  /// True if values count as numbers in comparisons and arithmetic.
  var isNumeric: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal: true
    default: false
    }
  }
}

extension StringOptions {
  /// The options of a predicate, which are the same by other numbers.
  init(_ options: ComparisonOptions) {
    self = []
    if options.contains(.caseInsensitive) { insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { insert(.diacriticInsensitive) }
    if options.contains(.normalized) { insert(.normalized) }
    if options.contains(.localeSensitive) { insert(.localeSensitive) }
  }
}

extension ComparisonOperator {
  /// The operator of a predicate; `nil` for those that do not order.
  init?(_ operation: PredicateOperator) {
    switch operation {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .lessThan: self = .less
    case .lessThanOrEqual: self = .lessOrEqual
    case .greaterThan: self = .greater
    case .greaterThanOrEqual: self = .greaterOrEqual
    default: return nil
    }
  }
}
