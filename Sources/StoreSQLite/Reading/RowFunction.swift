// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// The SQL function that packs a row: `OCDRow(Z_PK, Z_OPT, …)`, the columns of a ``Selection``.
///
/// It yields the number of the row in the ``RowPacking`` of the statement that is being stepped, or
/// null for no row. Measured over 13 columns: a function's values cost half of what the columns of a
/// result cost to read, and rows that a sorter orders stay out of the sorter.
enum RowFunction {
  static let name = "OCDRow"
  /// SQLite takes no more arguments.
  static let argumentLimit = 120

  /// Where the function finds the packing of the running statement.
  typealias Place = UnsafeMutablePointer<UnsafeMutablePointer<RowPacking>?>

  static func register(on database: OpaquePointer, _ place: Place) {
    sqlite3_create_function_v2(
      database, name, -1, SQLITE_UTF8, place,
      { context, _, values in
        guard
          let place = sqlite3_user_data(context)?.assumingMemoryBound(
            to: UnsafeMutablePointer<RowPacking>?.self),
          let packing = place.pointee, let values
        else { return sqlite3_result_null(context) }
        guard let number = packing.pointee.pack(values) else {
          return sqlite3_result_error(context, "the row cannot be read", -1)
        }
        if number < 0 {
          sqlite3_result_null(context)
        } else {
          sqlite3_result_int64(context, Int64(number))
        }
      }, nil, nil, nil)
  }
}
#endif
