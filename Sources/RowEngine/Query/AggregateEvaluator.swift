// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface

/// Gathers values into a statistic. Nulls are skipped; sum and average also skip what is no
/// number.
///
/// Sums of integers are exact and turn into doubles when they leave 64 bits; one decimal makes the
/// sum decimal. Constant memory.
package struct AggregateEvaluator: Sendable {
  private let function: AggregateFunction
  private var integers: Int64 = 0
  private var doubles = 0.0
  private var decimals: Decimal = 0
  private var sawDouble = false
  private var sawDecimal = false
  private var numberCount: Int64 = 0
  private var extreme = AttributeValue.null
  /// How many values were not null.
  package private(set) var count = 0

  package init(_ function: AggregateFunction) { self.function = function }

  package mutating func add(_ value: AttributeValue) {
    guard !value.isNull else { return }
    count += 1
    switch function {
    case .sum, .average: addNumber(value)
    case .minimum: keep(value, ifOrder: -1)
    case .maximum: keep(value, ifOrder: 1)
    }
  }

  /// The sum of nothing is zero; any other statistic of nothing is null.
  package var result: AttributeValue {
    switch function {
    case .sum: sum
    case .average: average
    case .minimum, .maximum: extreme
    }
  }

  private mutating func addNumber(_ value: AttributeValue) {
    switch value {
    case .integer(let integer):
      let (sum, overflow) = integers.addingReportingOverflow(integer)
      if overflow {
        sawDouble = true
        doubles += Double(integers) + Double(integer)
        decimals += Decimal(integers) + Decimal(integer)
        integers = 0
      } else {
        integers = sum
      }
    case .double(let double):
      sawDouble = true
      doubles += double
      if double == 0 || double.hasDecimal { decimals += double.shortestDecimal }
    case .decimal(let decimal):
      sawDecimal = true
      decimals += decimal
    default: return
    }
    numberCount += 1
  }

  private mutating func keep(_ value: AttributeValue, ifOrder wanted: Int) {
    if extreme.isNull || extreme.isNotANumber && !value.isNotANumber
      || ValueComparison.order(value, extreme, options: []) == wanted
    {
      extreme = value
    }
  }

  private var sum: AttributeValue {
    if sawDecimal { return .decimal(decimals + Decimal(integers)) }
    return sawDouble ? .double(doubles + Double(integers)) : .integer(integers)
  }

  private var average: AttributeValue {
    guard numberCount > 0 else { return .null }
    switch sum {
    case .decimal(let sum): return .decimal(sum / Decimal(numberCount))
    case .double(let sum): return .double(sum / Double(numberCount))
    case .integer(let sum): return .double(Double(sum) / Double(numberCount))
    default: return .null
    }
  }
}

extension AttributeValue {
  /// True of what has no order: it is an extreme only where there is nothing else.
  fileprivate var isNotANumber: Bool {
    switch self {
    case .double(let double), .date(let double): double.isNaN
    case .decimal(let decimal): decimal.isNaN
    default: false
    }
  }
}
