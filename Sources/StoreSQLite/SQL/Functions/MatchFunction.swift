// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import PredicateLanguage
import RowEngine
import StoreInterface

/// The string operators.
enum MatchFunction {
  /// `(operator, options, value, pattern)`
  static func run(
    _ context: OpaquePointer?, count: Int32, arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard count == 4, let arguments, sqlite3_value_type(arguments[2]) != SQLITE_NULL,
      sqlite3_value_type(arguments[3]) != SQLITE_NULL
    else { return sqlite3_result_null(context) }
    guard sqlite3_value_type(arguments[2]) == SQLITE_TEXT,
      sqlite3_value_type(arguments[3]) == SQLITE_TEXT
    else { return sqlite3_result_int(context, 0) }
    let kind = StringOperator.allCases[Int(sqlite3_value_int(arguments[0]))]
    let pattern = prepared(kind, context: context, arguments: arguments)
    if pattern.isPlain {
      let found = pattern.matches(utf8: GeneralValue.bytes(arguments[2]))
      return sqlite3_result_int(context, found ? 1 : 0)
    }
    do throws(StoreError) {
      let found = try pattern.matches(GeneralValue.text(arguments[2]))
      sqlite3_result_int(context, found ? 1 : 0)
    } catch {
      sqlite3_result_error(context, error.message, -1)
    }
  }

  /// The pattern: SQLite keeps it beside the argument as long as that stays the same.
  private static func prepared(
    _ kind: StringOperator, context: OpaquePointer?,
    arguments: UnsafeMutablePointer<OpaquePointer?>
  ) -> TextPattern {
    if let kept = sqlite3_get_auxdata(context, 3) {
      return Unmanaged<TextPattern>.fromOpaque(kept).takeUnretainedValue()
    }
    let options = StringOptions(rawValue: UInt8(sqlite3_value_int(arguments[1])))
    let made = TextPattern(kind, GeneralValue.text(arguments[3]), options: options)
    sqlite3_set_auxdata(context, 3, Unmanaged.passRetained(made).toOpaque()) { kept in
      if let kept { Unmanaged<TextPattern>.fromOpaque(kept).release() }
    }
    return made
  }
}
#endif
