// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import PredicateLanguage
import RowEngine
import StoreInterface

/// The SQL functions and collations of every connection: the same primitives that evaluation on
/// rows uses, so that both give the same answers.
enum SQLFunctions {
  /// `(column, kind[, entity])`: a column's value in its general form.
  static let valueName = "OCDValue"
  /// `(operator, a, b, options)`: 1 or 0, NULL when a value is null.
  static let compareName = "OCDCompare"
  /// `(value, set)`, see ``MembershipFunction``.
  static let isInName = "OCDIsIn"
  /// `(operator, options, value, pattern)`.
  static let matchName = "OCDMatch"
  /// `(function, arguments…)`.
  static let scalarName = "OCDScalar"
  /// `(decimal)`: bytes that sort as the numbers do.
  static let decimalKeyName = "OCDDecimalKey"

  static func name(_ function: AggregateFunction) -> String {
    switch function {
    case .sum: "OCDSum"
    case .average: "OCDAverage"
    case .minimum: "OCDMinimum"
    case .maximum: "OCDMaximum"
    }
  }

  static func name(_ collation: Collation) -> String {
    switch collation {
    case .binary: "BINARY"
    case .caseInsensitive: "NSCollateNoCase"
    case .localized: "NSCollateLocaleSensitive"
    case .localizedCaseInsensitive: "NSCollateLocaleSensitiveNoCase"
    case .localizedStandard: "NSCollateFinderlike"
    }
  }

  static func register(on database: OpaquePointer) {
    registerScalars(on: database)
    AggregateFunctions.register(on: database)
    NumberFunctions.register(on: database)
    CollationFunctions.register(on: database)
  }

  private typealias Function =
    @convention(c) (
      OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void

  private static func registerScalars(on database: OpaquePointer) {
    add(valueName, on: database) { ColumnValueFunction.run($0, count: $1, arguments: $2) }
    add(compareName, on: database) { ComparisonFunctions.compare($0, count: $1, arguments: $2) }
    add(isInName, on: database) { MembershipFunction.run($0, count: $1, arguments: $2) }
    add(matchName, on: database) { MatchFunction.run($0, count: $1, arguments: $2) }
    add(scalarName, on: database) { ComparisonFunctions.scalar($0, count: $1, arguments: $2) }
    add(decimalKeyName, on: database) {
      ColumnValueFunction.decimalKey($0, count: $1, arguments: $2)
    }
    // Apple's triggers call these; which call the third one is not known (R-REQ-182). All but the
    // last tell its framework of a new value, which contexts learn when they refresh an object
    // (R-MOD-128).
    for name in [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue",
      "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
      "NSCoreDataTriggerUpdateAffectedObjectValue",
    ] {
      add(name, flags: SQLITE_UTF8, on: database) { context, _, _ in sqlite3_result_null(context) }
    }
    add("NSCoreDataNow", flags: SQLITE_UTF8, on: database) { context, _, _ in
      sqlite3_result_double(context, Date().timeIntervalSinceReferenceDate)
    }
  }

  private static func add(
    _ name: String, flags: Int32 = SQLITE_UTF8 | SQLITE_DETERMINISTIC, on database: OpaquePointer,
    _ function: Function
  ) {
    sqlite3_create_function_v2(database, name, -1, flags, nil, function, nil, nil, nil)
  }
}
#endif
