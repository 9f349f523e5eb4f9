// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// Statistics over columns of integers, doubles and dates, with the results of `AggregateEvaluator`.
///
/// SQLite's own refuse sums of integers beyond 64 bits, take a not-a-number, which stands in a column
/// as a text, for zero or for the greatest, and round sums of doubles in another way. The state lies
/// in the memory that SQLite has for it: beside its own functions these cost a tenth more.
enum NumberFunctions {
  static func name(_ statistic: TableStatistic) -> String {
    switch statistic {
    case .count: "COUNT"
    case .sum: "OCDNumberSum"
    case .average: "OCDNumberAverage"
    case .minimum: "OCDNumberMinimum"
    case .maximum: "OCDNumberMaximum"
    }
  }

  static func register(on database: OpaquePointer) {
    add(.sum, to: database, step: { NumberFunctions.addNumber($0, $2) }) {
      NumberFunctions.finishSum($0)
    }
    add(.average, to: database, step: { NumberFunctions.addNumber($0, $2) }) {
      NumberFunctions.finishAverage($0)
    }
    add(.minimum, to: database, step: { NumberFunctions.keep($0, $2, sign: 1) }) {
      NumberFunctions.finishExtreme($0, sign: 1)
    }
    add(.maximum, to: database, step: { NumberFunctions.keep($0, $2, sign: -1) }) {
      NumberFunctions.finishExtreme($0, sign: -1)
    }
  }

  private static func add(
    _ statistic: TableStatistic, to database: OpaquePointer,
    step: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void,
    finish: @convention(c) (OpaquePointer?) -> Void
  ) {
    sqlite3_create_function_v2(
      database, name(statistic), 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil, step, finish, nil)
  }

  // MARK: - Sums

  /// All zero at first: SQLite clears the memory.
  private struct Sum {
    var integers: Int64
    var doubles: Double
    var count: Int64
    var sawDouble: Bool

    /// The sum as a double.
    var double: Double { doubles + Double(integers) }
  }

  private static func sum(_ context: OpaquePointer?) -> UnsafeMutablePointer<Sum>? {
    sqlite3_aggregate_context(context, Int32(MemoryLayout<Sum>.size))?
      .assumingMemoryBound(to: Sum.self)
  }

  private static func addNumber(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let arguments, let sum = sum(context) else { return sqlite3_result_error_nomem(context) }
    switch sqlite3_value_type(arguments[0]) {
    case SQLITE_NULL: return
    case SQLITE_INTEGER: add(sqlite3_value_int64(arguments[0]), to: sum)
    default:
      sum.pointee.sawDouble = true
      sum.pointee.doubles += double(arguments[0])
    }
    sum.pointee.count += 1
  }

  private static func add(_ integer: Int64, to sum: UnsafeMutablePointer<Sum>) {
    let (result, overflow) = sum.pointee.integers.addingReportingOverflow(integer)
    if overflow {
      sum.pointee.sawDouble = true
      sum.pointee.doubles += Double(sum.pointee.integers) + Double(integer)
      sum.pointee.integers = 0
    } else {
      sum.pointee.integers = result
    }
  }

  private static func double(_ value: OpaquePointer?) -> Double {
    sqlite3_value_type(value) == SQLITE_TEXT
      ? SpecialDouble.value(GeneralValue.bytes(value)) : sqlite3_value_double(value)
  }

  private static func finishSum(_ context: OpaquePointer?) {
    guard let sum = sum(context)?.pointee, sum.sawDouble else {
      return sqlite3_result_int64(context, self.sum(context)?.pointee.integers ?? 0)
    }
    GeneralValue.setResult(.double(sum.double), context)
  }

  private static func finishAverage(_ context: OpaquePointer?) {
    guard let sum = sum(context)?.pointee, sum.count > 0 else {
      return sqlite3_result_null(context)
    }
    GeneralValue.setResult(.double(sum.double / Double(sum.count)), context)
  }

  // MARK: - Extremes

  private struct Extreme {
    var value: Double
    var isNumber: Bool
    var isThere: Bool
  }

  private static func extreme(_ context: OpaquePointer?) -> UnsafeMutablePointer<Extreme>? {
    sqlite3_aggregate_context(context, Int32(MemoryLayout<Extreme>.size))?
      .assumingMemoryBound(to: Extreme.self)
  }

  /// - Parameter sign: 1 for the least, -1 for the greatest.
  private static func keep(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?, sign: Double
  ) {
    guard let arguments, let extreme = extreme(context) else {
      return sqlite3_result_error_nomem(context)
    }
    guard sqlite3_value_type(arguments[0]) != SQLITE_NULL else { return }
    extreme.pointee.isThere = true
    let value = double(arguments[0])
    guard !value.isNaN, !extreme.pointee.isNumber || sign * value < sign * extreme.pointee.value
    else { return }
    extreme.pointee.isNumber = true
    extreme.pointee.value = value
  }

  private static func finishExtreme(_ context: OpaquePointer?, sign: Double) {
    guard let extreme = extreme(context)?.pointee, extreme.isThere else {
      return sqlite3_result_null(context)
    }
    GeneralValue.setResult(.double(extreme.isNumber ? extreme.value : .nan), context)
  }
}
#endif
