// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// `CAST(value, "class")`.
package enum ValueCast {
  /// Returns the value as another class; nil of nil, and nil for a string that does not spell one.
  package static func cast(_ value: Any?, to name: String) throws(EvaluationError) -> Any? {
    let operand = OperandValue(value)
    if operand.isNull { return nil }
    switch name {
    case "NSDate": return try date(operand)
    case "NSNumber": return try number(operand)?.value
    case "NSDecimalNumber": return try number(operand)?.decimal
    case "NSString": return try string(operand)
    case "NSUUID": return try uuid(operand)
    case "NSURL": return try url(operand)
    case "Class":
      guard case .string(let name) = operand else { throw failure(operand, "Class") }
      return NSClassFromString(name)
    default: throw .invalidArgument(function: "CAST", reason: "there is no cast to \(name)")
    }
  }

  private static func failure(_ operand: OperandValue, _ name: String) -> EvaluationError {
    .invalidArgument(function: "CAST", reason: "\(operand.kind) cannot become \(name)")
  }

  private static func date(_ operand: OperandValue) throws(EvaluationError) -> Date {
    switch operand {
    case .date(let date): return date
    case .number(let number): return Date(timeIntervalSinceReferenceDate: number.double)
    default: throw failure(operand, "NSDate")
    }
  }

  private static func number(_ operand: OperandValue) throws(EvaluationError) -> Number? {
    switch operand {
    case .number(let number): return number
    case .date(let date): return .real(date.timeIntervalSinceReferenceDate)
    case .string(let text): return Decimal(string: text).map { Number.decimal($0) }
    default: throw failure(operand, "NSNumber")
    }
  }

  private static func string(_ operand: OperandValue) throws(EvaluationError) -> String {
    switch operand {
    case .string(let text): return text
    case .number(let number): return number.text
    case .uuid(let uuid): return uuid.uuidString
    case .url(let url): return url.absoluteString
    case .date(let date): return date.description
    default: throw failure(operand, "NSString")
    }
  }

  private static func uuid(_ operand: OperandValue) throws(EvaluationError) -> UUID? {
    switch operand {
    case .uuid(let uuid): return uuid
    case .string(let text): return UUID(uuidString: text)
    default: throw failure(operand, "NSUUID")
    }
  }

  private static func url(_ operand: OperandValue) throws(EvaluationError) -> URL? {
    switch operand {
    case .url(let url): return url
    case .string(let text): return URL(string: text)
    default: throw failure(operand, "NSURL")
    }
  }
}
