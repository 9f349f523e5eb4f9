// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateEvaluator {
  /// Applies a predefined function to the values of its arguments.
  func apply(
    _ function: PredefinedFunction, to arguments: [Any?]
  ) throws(EvaluationError) -> Any? {
    switch function {
    case .sum, .count, .minimum, .maximum, .average, .median, .mode, .standardDeviation:
      return try statistic(function, of: arguments[0])
    case .uppercase, .lowercase, .length, .canonical:
      return try text(function, of: arguments[0])
    case .now: return Date()
    case .random: return Int.random(in: 0...Int(Int32.max))
    case .identity: return arguments[0]
    case .distance:
      throw .unsupported("distanceToLocation:fromLocation: is not available.")
    default: return try arithmetic(function, arguments)
    }
  }

  private func statistic(
    _ function: PredefinedFunction, of argument: Any?
  ) throws(EvaluationError) -> Any? {
    let elements = try Self.collection(argument, function.rawValue).elements
    switch function {
    case .count: return elements.count
    case .sum: return try CollectionStatistics.sum(elements)
    case .minimum: return CollectionStatistics.extreme(elements, .orderedAscending)
    case .maximum: return CollectionStatistics.extreme(elements, .orderedDescending)
    case .average: return try CollectionStatistics.average(elements)
    case .median: return try CollectionStatistics.median(elements)
    case .mode: return CollectionStatistics.modes(elements)
    default: return try CollectionStatistics.standardDeviation(elements)
    }
  }

  private func text(
    _ function: PredefinedFunction, of argument: Any?
  ) throws(EvaluationError) -> Any? {
    let operand = OperandValue(argument)
    if operand.isNull { return nil }
    guard case .string(let text) = operand else {
      throw .notAString(function.rawValue, found: operand.kind)
    }
    switch function {
    case .uppercase: return text.uppercased()
    case .lowercase: return text.lowercased()
    case .length: return text.utf16.count
    default: return StringFolding.canonical(text)
    }
  }

  private func arithmetic(
    _ function: PredefinedFunction, _ arguments: [Any?]
  ) throws(EvaluationError) -> Any? {
    let operands = arguments.map { OperandValue($0) }
    if operands.contains(where: \.isNull) {
      guard isStrict else { return nil }
      throw .invalidArgument(function: function.rawValue, reason: "an operand is nil")
    }
    if let result = dateArithmetic(function, operands) { return result }
    var numbers: [Number] = []
    for operand in operands {
      guard case .number(let number) = operand else {
        throw .invalidArgument(
          function: function.rawValue, reason: "\(operand.kind) is not a number")
      }
      numbers.append(number)
    }
    return try Arithmetic.apply(function, to: numbers)?.value
  }

  // A store keeps dates as seconds, so sums and differences with them have a meaning there.
  private func dateArithmetic(_ function: PredefinedFunction, _ operands: [OperandValue]) -> Any? {
    guard operands.count == 2 else { return nil }
    switch (function, operands[0], operands[1]) {
    case (.add, .date(let date), .number(let seconds)),
      (.add, .number(let seconds), .date(let date)):
      return date.addingTimeInterval(seconds.double)
    case (.subtract, .date(let date), .number(let seconds)):
      return date.addingTimeInterval(-seconds.double)
    case (.subtract, .date(let later), .date(let earlier)):
      return later.timeIntervalSince(earlier)
    default: return nil
    }
  }
}
