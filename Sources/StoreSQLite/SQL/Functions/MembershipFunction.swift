// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import RowEngine
import StoreInterface

/// Membership in a ``ValueSet``, which is made once a statement and bound as a pointer: a row costs
/// one search, however many members there are.
enum MembershipFunction {
  private static let pointerName: StaticString = "OCDValueSet"

  /// Lends a set to a statement until something else is bound or the statement is given back.
  static func bind(_ values: ValueSet, to statement: Statement, _ index: Int32) {
    statement.bind(values, named: pointerName, index)
  }

  /// `(value, set)`
  static func run(
    _ context: OpaquePointer?, count: Int32, arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard count == 2, let arguments else { return sqlite3_result_null(context) }
    let value = GeneralValue.value(arguments[0])
    guard !value.isNull,
      let set: Unmanaged<ValueSet> = Statement.bound(arguments[1], pointerName)
    else { return sqlite3_result_null(context) }
    sqlite3_result_int(context, set._withUnsafeGuaranteedRef { $0.contains(value) } ? 1 : 0)
  }
}
#endif
