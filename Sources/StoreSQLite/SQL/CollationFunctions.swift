// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import RowEngine
import StoreInterface

/// The collations of sort keys that are not binary.
enum CollationFunctions {
  private typealias Compare =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
    ) -> Int32

  static func register(on database: OpaquePointer) {
    add(.caseInsensitive, database) { CollationFunctions.order($1, $2, $3, $4, .caseInsensitive) }
    add(.localized, database) { CollationFunctions.order($1, $2, $3, $4, .localized) }
    add(.localizedCaseInsensitive, database) {
      CollationFunctions.order($1, $2, $3, $4, .localizedCaseInsensitive)
    }
    add(.localizedStandard, database) {
      CollationFunctions.order($1, $2, $3, $4, .localizedStandard)
    }
  }

  private static func add(_ collation: Collation, _ database: OpaquePointer, _ compare: Compare) {
    sqlite3_create_collation_v2(
      database, SQLFunctions.name(collation), SQLITE_UTF8, nil, compare, nil)
  }

  private static func order(
    _ firstCount: Int32, _ first: UnsafeRawPointer?, _ secondCount: Int32,
    _ second: UnsafeRawPointer?, _ collation: Collation
  ) -> Int32 {
    Int32(
      TextOrder.order(
        UnsafeRawBufferPointer(start: first, count: Int(firstCount)),
        UnsafeRawBufferPointer(start: second, count: Int(secondCount)), collation))
  }
}
#endif
