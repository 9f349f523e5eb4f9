// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import RowEngine
import StoreInterface

/// Comparisons and arithmetic on general values.
enum ComparisonFunctions {
  typealias Arguments = UnsafeMutablePointer<OpaquePointer?>?

  /// `(operator, a, b, options)`
  static func compare(_ context: OpaquePointer?, count: Int32, arguments: Arguments) {
    guard count == 4, let arguments else { return sqlite3_result_null(context) }
    let comparison = ComparisonOperator.allCases[Int(sqlite3_value_int(arguments[0]))]
    let options = StringOptions(rawValue: UInt8(sqlite3_value_int(arguments[3])))
    let a = GeneralValue.value(arguments[1])
    let b = GeneralValue.value(arguments[2])
    guard !a.isNull, !b.isNull else { return sqlite3_result_null(context) }
    sqlite3_result_int(context, holds(comparison, between: a, and: b, options: options) ? 1 : 0)
  }

  /// References that get here lead into different hierarchies, or were compared by order.
  private static func holds(
    _ comparison: ComparisonOperator, between a: AttributeValue, and b: AttributeValue,
    options: StringOptions
  ) -> Bool {
    switch comparison {
    case .equal: areEqual(a, b, options: options)
    case .notEqual: !areEqual(a, b, options: options)
    default: ValueComparison.order(a, b, options: options).map(comparison.accepts) ?? false
    }
  }

  private static func areEqual(
    _ a: AttributeValue, _ b: AttributeValue, options: StringOptions
  ) -> Bool {
    switch (a, b) {
    case (.reference(let a), .reference(let b)): a == b
    case (.string(let a), .string(let b)): TextOrder.areEqual(a, b, options: options)
    default: ValueComparison.order(a, b, options: options) == 0
    }
  }

  /// `(function, arguments…)`
  static func scalar(_ context: OpaquePointer?, count: Int32, arguments: Arguments) {
    guard count >= 1, let arguments else { return sqlite3_result_null(context) }
    let function = ScalarFunction.allCases[Int(sqlite3_value_int(arguments[0]))]
    let values = (1..<Int(count)).map { GeneralValue.value(arguments[$0]) }
    GeneralValue.setResult(function.evaluate(values), context)
  }
}
#endif
