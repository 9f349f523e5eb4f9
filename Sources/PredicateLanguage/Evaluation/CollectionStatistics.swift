// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Reductions of collections: the collection operators and the statistical functions.
///
/// Nil elements are skipped. A sum is an integer when all elements are, a decimal when one is.
package enum CollectionStatistics {
  /// Zero when there is nothing to add.
  package static func sum(_ elements: [Any?]) throws(EvaluationError) -> Any {
    total(try numbers(elements, "@sum")).value
  }

  /// Nil when there is nothing to divide.
  package static func average(_ elements: [Any?]) throws(EvaluationError) -> Any? {
    let numbers = try numbers(elements, "@avg")
    guard !numbers.isEmpty else { return nil }
    let sum = total(numbers)
    if case .decimal(let sum) = sum { return sum / Decimal(numbers.count) }
    return sum.double / Double(numbers.count)
  }

  /// Returns the least value with `.orderedAscending`, the greatest with `.orderedDescending`; nil
  /// of none. What is not a number is neither, unless there is nothing else.
  package static func extreme(_ elements: [Any?], _ direction: ComparisonResult) -> Any? {
    var best: (value: Any, operand: OperandValue)?
    for element in elements {
      guard let element = OperandValue.flattened(element) else { continue }
      let operand = OperandValue(element)
      guard let current = best else {
        best = (element, operand)
        continue
      }
      if OperandComparison.order(operand, current.operand) == direction
        || current.operand.isNotANumber && !operand.isNotANumber
      {
        best = (element, operand)
      }
    }
    return best?.value
  }

  /// Returns the value in the middle, or the mean of both.
  package static func median(_ elements: [Any?]) throws(EvaluationError) -> Any? {
    let sorted = try numbers(elements, "median:").sorted {
      Number.order($0, $1) == .orderedAscending
    }
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    if sorted.count % 2 == 1 { return sorted[middle].value }
    return mean(of: Arithmetic.sum(.add, of: sorted[middle - 1], and: sorted[middle])).value
  }

  /// Half of a sum: an integer where it is one.
  private static func mean(of sum: Number) -> Number {
    switch sum {
    case .integer(let sum) where sum % 2 == 0: .integer(sum / 2)
    case .decimal(let sum): .decimal(sum / 2)
    default: .real(sum.double / 2)
    }
  }

  /// All values that occur most often, in order of appearance. Cost: O(elements × different ones).
  package static func modes(_ elements: [Any?]) -> [Any] {
    var groups: [(operand: OperandValue, value: Any, count: Int)] = []
    for element in elements {
      guard let element = OperandValue.flattened(element) else { continue }
      let operand = OperandValue(element)
      let known = groups.firstIndex { OperandComparison.areEqual($0.operand, operand) }
      if let known { groups[known].count += 1 } else { groups.append((operand, element, 1)) }
    }
    let most = groups.map(\.count).max() ?? 0
    return groups.filter { $0.count == most }.map(\.value)
  }

  /// Of the whole population.
  package static func standardDeviation(_ elements: [Any?]) throws(EvaluationError) -> Any? {
    let values = try numbers(elements, "stddev:").map(\.double)
    guard !values.isEmpty else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.map { ($0 - mean) * ($0 - mean) }
    return (squares.reduce(0, +) / Double(values.count)).squareRoot()
  }

  private static func total(_ numbers: [Number]) -> Number {
    numbers.reduce(.integer(0)) { Arithmetic.sum(.add, of: $0, and: $1) }
  }

  private static func numbers(
    _ elements: [Any?], _ subject: String
  ) throws(EvaluationError) -> [Number] {
    var numbers: [Number] = []
    for element in elements {
      switch OperandValue(element) {
      case .null: continue
      case .number(let number): numbers.append(number)
      case let other:
        throw .invalidArgument(function: subject, reason: "\(other.kind) is not a number")
      }
    }
    return numbers
  }
}

extension OperandValue {
  fileprivate var isNotANumber: Bool {
    switch self {
    case .number(.real(let value)): value.isNaN
    case .number(.decimal(let value)): value.isNaN
    case .date(let date): date.timeIntervalSinceReferenceDate.isNaN
    default: false
    }
  }
}
