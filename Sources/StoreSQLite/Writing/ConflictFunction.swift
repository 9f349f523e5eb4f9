// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite

/// The SQL function that an update of many rows calls with the number of each row that has not its
/// expected version: `OCDConflict(Z_PK)`. It notes the number and is false.
enum ConflictFunction {
  static let name = "OCDConflict"

  /// Where the function notes numbers.
  typealias Place = UnsafeMutablePointer<[Int64]>

  static func register(on database: OpaquePointer, _ place: Place) {
    sqlite3_create_function_v2(
      database, name, 1, SQLITE_UTF8, place,
      { context, _, values in
        if let numbers = sqlite3_user_data(context)?.assumingMemoryBound(to: [Int64].self) {
          numbers.pointee.append(sqlite3_value_int64(values?[0]))
        }
        sqlite3_result_int(context, 0)
      }, nil, nil, nil)
  }
}
#endif
